import { inconclusive, type Judgement, notExercised, pass, violation } from '../../evidence/verdict.ts'
import { idsOf, is429, type LimitView, retryAfterOf, seconds, statusOf, toldBy } from '../judged.ts'
import { whyNoRefusal } from './under-load.ts'

/**
 * O15: Retry-After may be absent; where it is there, it is written as HTTP says. RFC 9110 is not the platform's document, but
 * the platform says that it speaks HTTP, and that clients honour the header (§7.2, §8.2), which they cannot if it is unreadable.
 */
export function judgeRetryAfter(view: LimitView): Judgement {
  const refusals = [...view.own, ...view.scope].filter((exchange) => is429(exchange) || statusOf(exchange) === 503)
  const readings = refusals.map((exchange) => ({ exchange, read: retryAfterOf(exchange) }))
  for (const { exchange, read } of readings)
    if (read.kind === 'malformed')
      return violation('malformed', `Retry-After is outside the grammar of HTTP (RFC 9110 §10.2.3): ${read.why}.`, {
        expected: 'digits (seconds) or an HTTP-date, once',
        observed: read.why,
        exchanges: [exchange.id],
      })
  if (!refusals.some(is429)) {
    const { cause, message, cut } = whyNoRefusal(view)
    return cut ? inconclusive(cause, message) : notExercised(cause, message)
  }
  const told = readings.filter(({ read }) => read.kind === 'seconds' || read.kind === 'date')
  if (told.length === 0)
    return pass('absent', 'Refused without Retry-After, which may be left out (§7.2).', { exchanges: idsOf(refusals) })
  const waits = told.map(({ exchange }) => toldBy(exchange) ?? 0)
  const shortest = Math.min(...waits)
  const evidence = { exchanges: idsOf(told.map(({ exchange }) => exchange)) }
  if (shortest > view.record.budget.ms)
    return notExercised(
      'longer-than-budget',
      `Retry-After asks for ${seconds(shortest)}, longer than the budget.`,
      evidence,
    )
  const forms = [...new Set(told.map(({ read }) => read.kind))].join(' and ')
  return pass('readable', `Retry-After came as ${forms}, at most ${seconds(Math.max(...waits))}.`, {
    expected: 'digits (seconds) or an HTTP-date, once',
    observed: forms,
    ...evidence,
  })
}
