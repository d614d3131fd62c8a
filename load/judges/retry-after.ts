import { type Judgement, notExercised, pass, undocumented, violation } from '../../evidence/judgement.ts'
import { demanded, retryAfterOf, toldMs } from '../../evidence/told-wait.ts'
import { seconds } from '../seconds.ts'
import { isServed } from '../trial/trial.ts'
import { factsOf, idsOf, is429, type LimitView, statusAtRest, statusOf } from './limit-view.ts'
import { judgeNoRefusal } from './no-refusal.ts'

/**
 * O15: Retry-After may be absent; where it is present, HTTP's grammar holds. RFC 9110 is not the platform's own document. But the
 * platform says that it speaks HTTP, and that clients honour the header (§7.2, §8.2). A client cannot honour what it cannot read.
 */
export function judgeRetryAfter(view: LimitView): Judgement {
  const refusals = [...view.own, ...view.scope].filter((exchange) => is429(exchange) || statusOf(exchange) === 503)
  const readings = refusals.map((exchange) => ({ exchange, read: retryAfterOf(exchange) }))
  for (const { exchange, read } of readings) {
    if (read.kind !== 'malformed') continue
    const detail = { expected: demanded(statusOf(exchange)), observed: read.why, exchanges: [exchange.id] }
    return violation('malformed', detail, { why: read.why })
  }
  if (!refusals.some(is429)) return judgeNoRefusal(view)
  const told = readings.filter(({ read }) => read.kind === 'seconds' || read.kind === 'date')
  if (told.length === 0) return pass('absent', { exchanges: idsOf(refusals) })
  const waits = told.map(({ exchange }) => toldMs(exchange) ?? 0)
  const shortest = Math.min(...waits)
  const evidence = { exchanges: idsOf(told.map(({ exchange }) => exchange)) }
  if (shortest > view.scenario.budget.ms)
    return judgeEarly(view) ?? notExercised('longer-than-budget', evidence, { wait: seconds(shortest) })
  const forms = [...new Set(told.map(({ read }) => read.kind))].join(' and ')
  return pass(
    'readable',
    { expected: demanded(429), observed: forms, ...evidence },
    { forms, time: seconds(Math.max(...waits)) },
  )
}

/** O15: a wait longer than the budget, though a question before its end was served: milliseconds, or a date, by mistake. */
function judgeEarly(view: LimitView): Judgement | null {
  const atRest = statusAtRest(view)
  for (const exchange of view.trials) {
    const facts = factsOf(exchange, 'early')
    if (facts === null || !isServed({ status: statusOf(exchange) }, atRest)) continue
    const { toldMs, waitedMs } = facts
    const detail = { observed: `served after ${seconds(waitedMs)}`, exchanges: [exchange.id] }
    const values = { told: seconds(toldMs), served: seconds(waitedMs), lost: seconds(toldMs - waitedMs) }
    return undocumented('wait-overstated', detail, values)
  }
  return null
}
