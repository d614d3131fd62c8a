import { checkOf, type Finding } from '../evidence/finding.ts'
import { isDecided } from '../evidence/verdict.ts'
import { checks } from '../fixtures/checks.ts'

/** This check only shows what any HTTP server does: it says nothing about an operation. */
const tellsOfOperations = (check: string) => check !== 'http.completes'

const mayBeViolated: ReadonlySet<string> = new Set(
  checks.filter(({ id, may }) => may === 'violate' && tellsOfOperations(id)).map(({ id }) => id),
)

/** Causes of questions of contracts that time or a limit left open. */
export const keptBy: ReadonlySet<string> = new Set(['out-of-time', 'limited'])

/** O12: causes of answers that the suite does not read. This is a limit of the suite. */
const unread = ['no-answer-slow', 'no-answer-large', 'no-answer-deep', 'no-answer-coded']

/** These causes and those of load and of unread answers. */
const keptAtAll: ReadonlySet<string> = new Set([...keptBy, 'only-limited', ...unread])

/** How many of the selected operations were judged: had a decided question of a check that may be violated (O20). */
export function judgedOperations(findings: readonly Finding[]) {
  const byOperation = Map.groupBy(
    findings.filter(({ operation }) => operation !== null),
    ({ operation }) => operation,
  )
  const selected = [...byOperation.values()]
  const unjudged = selected.filter((own) => !own.some((one) => isDecided(one) && mayBeViolated.has(checkOf(one))))
  const kept = unjudged.filter((own) => own.some((one) => !isDecided(one) && keptAtAll.has(one.cause)))
  return {
    judged: selected.length - unjudged.length,
    selected: selected.length,
    /** Those of the rest that time, a limit, or answers that the suite does not read kept from it. */
    kept: kept.length,
  }
}
