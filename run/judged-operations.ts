import { checkOf, type Finding } from '../evidence/finding.ts'
import { isDecided } from '../evidence/verdict.ts'
import { checks } from '../fixtures/checks.ts'

/** How much of what was selected was judged (O20). */
export interface JudgedOperations {
  /** Operations with an answered question of a check that may be violated. */
  readonly judged: number
  readonly selected: number
  /** Those of the rest that were kept from it by time, by a limit, or by answers that the suite does not read. */
  readonly kept: number
}

/** What any server does says nothing about an operation. */
const tellsOfOperations = (check: string) => check !== 'http.completes'

const mayBeViolated: ReadonlySet<string> = new Set(
  checks.filter(({ id, may }) => may === 'violate' && tellsOfOperations(id)).map(({ id }) => id),
)

/** Causes of questions of contracts that time or a limit left open. */
export const keptBy: ReadonlySet<string> = new Set(['out-of-time', 'limited'])

/** O12: what the suite does not read is a limit of its own. */
const unread = ['no-answer-slow', 'no-answer-large', 'no-answer-deep', 'no-answer-coded']

/** The same of all questions, those of load as well. */
const keptAtAll: ReadonlySet<string> = new Set([...keptBy, 'only-limited', ...unread])

/** Counts the operations of findings by whether anything about them was decided. */
export function judgedOperations(findings: readonly Finding[]): JudgedOperations {
  const byOperation = Map.groupBy(
    findings.filter(({ operation }) => operation !== null),
    ({ operation }) => operation,
  )
  const selected = [...byOperation.values()]
  const unjudged = selected.filter((own) => !own.some((one) => isDecided(one) && mayBeViolated.has(checkOf(one))))
  const kept = unjudged.filter((own) => own.some((one) => !isDecided(one) && keptAtAll.has(one.cause)))
  return { judged: selected.length - unjudged.length, selected: selected.length, kept: kept.length }
}
