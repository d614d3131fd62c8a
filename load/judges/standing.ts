import { counted } from '../../evidence/counted.ts'
import type { Exchange } from '../../evidence/exchange.ts'
import { inconclusive, type Judgement, notExercised, pass, undocumented, violation } from '../../evidence/judgement.ts'
import { idsOf, type LimitView, statusOf } from '../judged.ts'
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
  if (all.length === 0) return notExercised('not-asked')
  const errors = all.filter(isServerError)
  const exchanges = idsOf(errors)
  const requests = counted(all.length, 'request')
  if (errors.length === 0)
    return all.some((exchange) => statusOf(exchange) !== null)
      ? pass('no-server-error', {}, { requests })
      : inconclusive('no-answer', {}, { requests })
  const status = statusOf(errors[0] as Exchange) ?? 0
  const detail = { expected: 'no 5xx', observed: `${status}`, exchanges }
  if (standing.limit !== null) {
    const burst = onlyUnderLoad(standing.limit, (exchange) => isServerError(exchange) && !is503(exchange))
    if (burst.evident)
      return violation('server-error-under-load', detail, { errors: counted(burst.seen.length, 'server error') })
  }
  if (errors.every(is503)) return undocumented('unavailable', detail, { failed: errors.length, requests })
  const asked = standing.smoke.filter((exchange) => exchange.response !== null)
  if (asked.length >= 2 && asked.every(isServerError))
    return violation('server-error', detail, { status, request: `each of ${counted(asked.length, 'request')}` })
  return inconclusive('unstable', detail, { failed: errors.length, requests })
}

/** O12, O14: every request gets a whole answer under load as well. */
export function judgeCompletes(standing: Standing): Judgement {
  const all = answeredOf(standing)
  if (all.length === 0) return notExercised('not-asked')
  const failed = all.filter((exchange) => exchange.failure !== null)
  const requests = counted(all.length, 'request')
  if (failed.length === 0) return pass('complete', {}, { requests })
  const kinds = [...new Set(failed.map((exchange) => exchange.failure?.kind))].join(', ')
  const detail = { expected: 'a whole answer', observed: kinds, exchanges: idsOf(failed) }
  if (standing.limit !== null && onlyUnderLoad(standing.limit, brokeOff).evident)
    return violation('broke-off-under-load', detail)
  return inconclusive('unsteady-answers', detail, { failed: failed.length, requests })
}
