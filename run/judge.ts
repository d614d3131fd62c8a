import { answerOf } from '../contracts/answer.ts'
import { type Judged, judge } from '../contracts/judge.ts'
import type { Learned } from '../contracts/learning/learned.ts'
import { observe } from '../contracts/observe.ts'
import type { Plan } from '../contracts/plan.ts'
import type { Exchange } from '../evidence/exchange.ts'
import type { Finding } from '../evidence/finding.ts'
import type { Results } from '../evidence/results.ts'
import { type Verdict, verdicts } from '../evidence/verdict.ts'
import { judgeLoad } from '../load/judge.ts'
import type { CodeOf } from '../load/judged.ts'
import { renderAll } from '../reports/formats/formats.ts'
import { validateResults } from '../reports/validate.ts'
import { outcomeOf, untoldOperations } from './gate.ts'
import { jsonText, pastOf, type Recording, writeText } from './run-folder.ts'
import { UsageError } from './usage-error.ts'

/** Reads the code of an answer at the places that the contract half learned; the load half judges with it. */
export function codeReader(learned: Pick<Learned, 'codeOf'>): CodeOf {
  return (exchange) => {
    const answer = answerOf(exchange)
    return answer === null ? { kind: 'none' } : learned.codeOf(answer)
  }
}

/** Counts findings by verdict: planned = the sum of the five. */
export function summarize(findings: readonly Finding[]): Record<Verdict, number> {
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>
  for (const { verdict } of findings) counts[verdict] += 1
  return counts
}

/** So many operations must have been asked before it means anything that none of them showed itself. */
const enoughOperations = 20

/** A run with a key in which not one of many operations could be told from a route that nobody lists proves nothing. */
function nothingReached(findings: readonly Finding[], hasKey: boolean): string | null {
  const untold = untoldOperations(findings)
  if (!hasKey || untold < enoughOperations) return null
  return `Not one of ${untold} operations could be told from routes that nobody lists, with a key: is this the Platform API?`
}

const isAbsent = (status: number) => status === 404 || status === 410
const servesNothing = (status: number) => isAbsent(status) || status === 429 || status >= 500

/**
 * Whichever checks were selected: a deployment serves something to an eligible key, at least the listing without a query
 * (O6a), which every run asks. Where many operations got nothing but 404, something else stands there.
 */
function nothingServed(outcomes: Judged['outcomes']): string | null {
  const keyed = [...outcomes.values()].filter(
    ({ probe }) => probe.credential === 'eligible' && probe.operation !== null,
  )
  const answered = keyed.flatMap(({ probe, attempts }) =>
    attempts.flatMap(({ response }) => (response === null ? [] : [{ operation: probe.operation, ...response }])),
  )
  const operations = new Set(answered.map(({ operation }) => operation)).size
  const statuses = [...new Set(answered.map(({ status }) => status))].sort((one, other) => one - other)
  if (operations < enoughOperations || !statuses.every(servesNothing) || !statuses.some(isAbsent)) return null
  return `Each of ${operations} operations answered ${statuses.join(' or ')} to the key: is this the Platform API?`
}

/**
 * Judges a recording into `results.json`. Pure: the same recording gives the same bytes, exit code included.
 *
 * Throws where the results do not fit their own schema: that is a fault of the suite.
 */
export function resultsOf(plan: Plan, recording: Recording, exchanges: readonly Exchange[]): Results {
  const own = exchanges.filter((exchange) => exchange.source === 'contracts')
  const contracts = judge({ plan, exchanges: own, unsent: recording.unsent })
  const load = recording.load === null ? null : judgeLoad(recording.load, exchanges, codeReader(contracts.learned))
  const findings = [...contracts.findings, ...(load?.findings ?? [])]
  const { circumstances } = recording
  const elsewhere = nothingReached(contracts.findings, plan.facts.hasKey) ?? nothingServed(contracts.outcomes)
  const outcome = outcomeOf(findings, {
    ...circumstances,
    ownCredentialRefused: circumstances.ownCredentialRefused ?? (contracts.learned.keyRefused && plan.facts.hasKey),
    untrustworthy: circumstances.untrustworthy ?? elsewhere ?? undefined,
  })
  const results: Results = {
    schemaVersion: 1,
    run: { ...recording.run, exitCode: outcome.code, outcome: outcome.why },
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

/** Ids of violations that were none in the run before. */
function newSince(violated: ReadonlySet<string>, { findings }: Results): ReadonlySet<string> {
  const violations = findings.filter(({ verdict, id }) => verdict === 'violation' && !violated.has(id))
  return new Set(violations.map(({ id }) => id))
}

/** The judge of what may be written. */
type IsFit = (text: string) => boolean

/**
 * Writes `results.json` and every format of it into a run folder, as far as a text is fit to be written. Returns in a
 * sentence each why a format could not be written; throws a `UsageError` where that is `results.json`.
 */
export function writeReports(
  directory: string,
  results: Results,
  exchanges: readonly Exchange[],
  isFit: IsFit = () => true,
): readonly string[] {
  const whole = jsonText(results)
  if (isFit(whole)) writeText(directory, 'results.json', whole)
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  const { runs, violated } = pastOf(directory, results.run)
  // Without a run to compare with nothing is known to be new, which is another thing than nothing new.
  const news = violated === null ? {} : { fresh: newSince(violated, results) }
  return renderAll(results, { exchanges: byId, past: runs, ...news })
    .filter(({ text }) => isFit(text))
    .flatMap(({ file, text }) => whyNot(() => writeText(directory, file, text)))
}

/** One format that cannot be written takes none from the others. */
function whyNot(write: () => void): readonly string[] {
  try {
    write()
    return []
  } catch (error) {
    if (error instanceof UsageError) return [error.message]
    throw error
  }
}
