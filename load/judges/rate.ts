import { counted } from '../../evidence/counted.ts'
import { type Exchange, sheddingStatuses } from '../../evidence/exchange.ts'
import { inconclusive, type Judgement, notExercised, pass, violation } from '../../evidence/judgement.ts'
import type { Measured } from '../record.ts'
import { idsOf, statusOf } from './limit-view.ts'

/** What one operation was answered in a scenario with an arrival rate, and the exchanges of it that were kept. */
export interface AskedAtRate {
  /** Undefined where the scenario was not run. */
  readonly tally: Measured['operations'][number] | undefined
  readonly exchanges: readonly Exchange[]
}

/** O11: a refusal by a limit passes no other check. */
const limited = 429

const count = (statuses: Readonly<Record<string, number>>, isWanted: (status: number) => boolean) =>
  Object.entries(statuses).reduce((sum, [status, often]) => sum + (isWanted(Number(status)) ? often : 0), 0)

/** O5d: no server error. One that comes every time was repeated often enough; what comes and goes cannot be told here. */
export function judgeServerErrorAtRate({ tally, exchanges }: AskedAtRate): Judgement {
  if (tally === undefined || tally.requests === 0) return notExercised('not-asked')
  const { statuses } = tally
  const requests = counted(tally.requests, 'request')
  const answered = count(statuses, (status) => status > 0 && status !== limited)
  const errors = count(statuses, (status) => status >= 500)
  if (errors === 0) {
    if (answered > 0) return pass('no-server-error', {}, { requests })
    return statuses[limited]
      ? notExercised('only-limited', {}, { requests })
      : inconclusive('no-answer', {}, { requests })
  }
  const evidence = exchanges.filter((exchange) => (statusOf(exchange) ?? 0) >= 500)
  const worst =
    Object.keys(statuses)
      .map(Number)
      .sort((one, other) => rank(one) - rank(other))[0] ?? 500
  const detail = { expected: 'no 5xx', observed: `${worst}`, exchanges: idsOf(evidence) }
  if (sheddingStatuses.has(worst)) return inconclusive('sheds-load', detail, { failed: errors, requests })
  if (errors === answered && errors >= 2)
    return violation('server-error', detail, { status: worst, request: `each of ${counted(errors, 'request')}` })
  if (tally.requests === 1) return inconclusive('server-error-once', detail, { status: worst })
  return inconclusive('unstable', detail, { failed: errors, requests })
}

/** Server errors before what only sheds load, and both before everything else. */
function rank(status: number): number {
  if (status < 500) return 2
  return sheddingStatuses.has(status) ? 1 : 0
}

/** O12: whole answers. Silence under load is only slowness, until it is asked alone. */
export function judgeCompletesAtRate({ tally, exchanges }: AskedAtRate): Judgement {
  if (tally === undefined || tally.requests === 0) return notExercised('not-asked')
  const failed = tally.statuses['0'] ?? 0
  const requests = counted(tally.requests, 'request')
  if (tally.statuses[limited] === tally.requests) return notExercised('only-limited', {}, { requests })
  if (failed === 0) return pass('complete', {}, { requests })
  const evidence = exchanges.filter((exchange) => exchange.failure !== null)
  const kinds = [...new Set(evidence.map((exchange) => exchange.failure?.kind))].join(', ') || 'no whole answer'
  const detail = { expected: 'a whole answer', observed: kinds, exchanges: idsOf(evidence) }
  return inconclusive('unsteady-answers', detail, { failed, requests })
}
