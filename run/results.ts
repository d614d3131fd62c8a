import { observe } from '../contracts/observe.ts'
import type { Finding } from '../evidence/finding.ts'
import type { Results } from '../evidence/results.ts'
import { type Verdict, verdicts } from '../evidence/verdict.ts'
import { validateResults } from '../reports/validate.ts'
import { gate, gateInput } from './gate.ts'
import type { JudgedRun } from './judge.ts'
import type { RecordedRun } from './record.ts'

/** Counts findings by verdict: planned = the sum of the five. */
export function summarize(findings: readonly Finding[]): Record<Verdict, number> {
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>
  for (const { verdict } of findings) counts[verdict] += 1
  return counts
}

/**
 * `results.json` of a judged run, its exit code included. Pure: the same recording gives the same bytes. `spoiled`: what is
 * wrong with the files of the run, where that came out while they were written.
 *
 * Throws where the results do not fit their own schema: that is a fault of the suite.
 */
export function resultsOf(run: RecordedRun, judged: JudgedRun, spoiled?: string): Results {
  const { recording } = run
  const { contracts, load, findings } = judged
  const input = gateInput(run, judged, spoiled)
  const decision = gate(input)
  const { judged: operations, selected: of } = input.operations
  const results: Results = {
    schemaVersion: 1,
    run: { ...recording.run, exitCode: decision.code, outcome: decision.why, judged: { operations, of } },
    catalog: recording.catalog,
    summary: summarize(findings),
    findings,
    observations: observe(contracts.learned, contracts.outcomes),
    load: load?.results ?? { scenarios: [], limits: [] },
  }
  const errors = validateResults(results)
  if (errors.length > 0) throw new Error(`results.json does not fit its schema: ${errors.slice(0, 3).join('; ')}`)
  return results
}
