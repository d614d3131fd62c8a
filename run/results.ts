import { observe } from '../contracts/observe.ts'
import type { Exchange } from '../evidence/exchange.ts'
import type { Finding } from '../evidence/finding.ts'
import { requestIdsOf } from '../evidence/request-id.ts'
import type { Results } from '../evidence/results.ts'
import { countsOf } from '../evidence/verdict.ts'
import { changesOf } from '../reports/changes/changes.ts'
import { spelled } from '../reports/gaps.ts'
import { present } from '../reports/plain-text.ts'
import { validateResults } from '../reports/validate.ts'
import { compareRun } from './compare.ts'
import { gate } from './gate.ts'
import { gateInput } from './gate-input.ts'
import { type JudgedRun, judgeRun } from './judge.ts'
import { knownPace, limitMet } from './limit-met.ts'
import type { RecordedRun } from './record.ts'

/** Adds to each finding the request ids of its answer. A pass gets none: nobody looks for it. */
function withRequestIds(findings: readonly Finding[], exchanges: readonly Exchange[]): readonly Finding[] {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  return findings.map((finding) => {
    if (finding.verdict === 'pass') return finding
    const each = finding.exchanges.map((id) => requestIdsOf(byId.get(id) ?? { response: null }))
    const requestIds = each.find((own) => own.length > 0)
    return requestIds === undefined ? finding : { ...finding, requestIds }
  })
}

/**
 * Makes `results.json` of a run, exit code included. Judges the run unless its judgement is given. Pure: the same recording gives the same
 * bytes. Throws where the results do not fit their schema: that is a fault of the suite.
 */
export function resultsOf(run: RecordedRun, judged: JudgedRun = judgeRun(run)): Results {
  const { recording } = run
  const { contracts, load } = judged
  const compared = compareRun(run, judged)
  const { known, observations, past } = compared
  const findings = [...withRequestIds(compared.findings, run.exchanges), ...compared.drift, ...compared.parity]
  const input = gateInput(run, judged, compared)
  const decision = gate(input)
  const { judged: operations, selected: of } = input.operations
  const said = (text: string) => spelled(text, recording.run.target)
  const { pace: kept, ...recorded } = recording.run
  const pace = knownPace(run.exchanges, compared.findings, kept)
  const met = limitMet(run.exchanges, compared.findings, input.operations, pace)
  const settled = {
    ...recorded,
    ...(pace === undefined ? {} : { pace }),
    exitCode: decision.code,
    outcome: present(said(decision.why), met).join(' '),
    ...(decision.besides === undefined ? {} : { besides: decision.besides.map(said) }),
    judged: { operations, of },
  }
  const results: Results = {
    schemaVersion: 1,
    run: settled,
    catalog: recording.catalog,
    summary: { ...countsOf(findings), known: findings.filter((finding) => finding.known !== undefined).length },
    findings,
    observations: { ...observe(run.plan, contracts), seen: observations },
    load: load?.results ?? { scenarios: [], limits: [] },
    ...(settled.target === 'embedded' ? {} : { changes: changesOf({ run: settled, findings }, past) }),
    ...(Object.keys(compared.with).length === 0 ? {} : { compared: compared.with }),
    ...(known === null ? {} : { known }),
  }
  const misfit = validateResults(results)
  if (misfit !== null) throw new Error(`results.json does not fit its schema: ${misfit.what}`)
  return results
}
