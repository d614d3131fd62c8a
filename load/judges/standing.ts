import type { Exchange } from '../../evidence/exchange.ts'
import { inconclusive, type Judgement, notExercised, pass, undocumented, violation } from '../../evidence/verdict.ts'
import { count, idsOf, type LimitView, statusOf } from '../judged.ts'
import { onlyUnderLoad } from './under-load.ts'

/** What load scenarios asked of one operation: the smoke's requests, and the limit's view where it is that operation. */
export interface Standing {
  readonly smoke: readonly Exchange[]
  readonly limit: LimitView | null
}

const isServerError = (exchange: Exchange) => (statusOf(exchange) ?? 0) >= 500
const is503 = (exchange: Exchange) => statusOf(exchange) === 503
/** Failures that say that the service broke off. Silence under load is only slowness, until it is asked alone (O12). */
const brokeOff = (exchange: Exchange) =>
  exchange.failure !== null &&
  (exchange.failure.kind === 'reset' || exchange.failure.kind === 'broken' || exchange.failure.kind === 'refused') &&
  (exchange.failure.began || !exchange.failure.reusedConnection)

const answeredOf = ({ smoke, limit }: Standing) => [...smoke, ...(limit?.own ?? [])]

/** O5d, O14: no server error, neither under load only nor time after time. A 503 in place of 429 is `limits.code`'s. */
export function judgeServerError(standing: Standing): Judgement {
  const all = answeredOf(standing)
  if (all.length === 0) return notExercised('not-asked', 'It was not asked under load.')
  const errors = all.filter(isServerError)
  const exchanges = idsOf(errors)
  if (errors.length === 0)
    return all.some((exchange) => statusOf(exchange) !== null)
      ? pass('no-server-error', `${count(all.length, 'request')}, none answered with a server error.`)
      : inconclusive('no-answer', 'No request was answered.')
  const detail = { expected: 'no 5xx', observed: `${statusOf(errors[0] as Exchange)}`, exchanges }
  if (standing.limit !== null) {
    const burst = onlyUnderLoad(standing.limit, (exchange) => isServerError(exchange) && !is503(exchange))
    if (burst.evident)
      return violation(
        'server-error-under-load',
        `Answered at rest, and under load ${count(burst.seen.length, 'server error')}.`,
        detail,
      )
  }
  if (errors.every(is503))
    return undocumented(
      'unavailable',
      `503 to ${errors.length} of ${count(all.length, 'request')}; no 503 is documented.`,
      detail,
    )
  const asked = standing.smoke.filter((exchange) => exchange.response !== null)
  if (asked.length >= 2 && asked.every(isServerError))
    return violation(
      'server-error',
      `A server error to each of ${count(asked.length, 'request')}, one at a time.`,
      detail,
    )
  return inconclusive('unstable', `A server error to ${errors.length} of ${count(all.length, 'request')}.`, detail)
}

/** O12, O14: every request gets a whole answer under load as well. */
export function judgeCompletes(standing: Standing): Judgement {
  const all = answeredOf(standing)
  if (all.length === 0) return notExercised('not-asked', 'It was not asked under load.')
  const failed = all.filter((exchange) => exchange.failure !== null)
  if (failed.length === 0) return pass('complete', `${count(all.length, 'request')}, each answered.`)
  const kinds = [...new Set(failed.map((exchange) => exchange.failure?.kind))].join(', ')
  const detail = { expected: 'a whole answer', observed: kinds, exchanges: idsOf(failed) }
  if (standing.limit !== null && onlyUnderLoad(standing.limit, brokeOff).evident)
    return violation('broke-off-under-load', 'Answered at rest, and under load the connection was broken off.', detail)
  return inconclusive('unstable', `No whole answer to ${failed.length} of ${count(all.length, 'request')}.`, detail)
}
