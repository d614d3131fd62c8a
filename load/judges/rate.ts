import { counted } from '../../evidence/counted.ts'
import { sheddingStatuses } from '../../evidence/exchange.ts'
import { inconclusive, type Judgement, notExercised, pass, violation } from '../../evidence/judgement.ts'
import type { Measured } from '../record.ts'
import { idsOf, type LoadAnswer } from './load-answer.ts'

/** The answers of one operation in a scenario with an arrival rate: all as counts, and the kept ones. */
export interface AskedAtRate {
  /** Undefined where the scenario was not run. */
  readonly tally: Measured['operations'][number] | undefined
  readonly kept: readonly LoadAnswer[]
  /** True where the scenario asked on purpose for more than the service may serve. */
  readonly isOverload: boolean
}

/** O11: a refusal by a limit counts as a pass of no other check. */
const limited = 429

/** Without a server error: a pass where an answer is no refusal by a limit. */
export function withoutServerError(isAnswered: boolean, isLimited: boolean, requests: string): Judgement {
  if (isAnswered) return pass('no-server-error', {}, { requests })
  return isLimited ? notExercised('only-limited', {}, { requests }) : inconclusive('no-answer', {}, { requests })
}

const count = (statuses: Readonly<Record<string, number>>, isWanted: (status: number) => boolean) =>
  Object.entries(statuses).reduce((sum, [status, often]) => sum + (isWanted(Number(status)) ? often : 0), 0)

const isShed = (status: number) => sheddingStatuses.has(status)

/**
 * O5d: no server error. Where more than half of all answers are server errors, two came in a row: an error, and its repeat. Rarer
 * errors prove nothing here. In an overload, only errors in all answers prove something.
 */
export function judgeServerErrorAtRate({ tally, kept, isOverload }: AskedAtRate): Judgement {
  if (tally === undefined || tally.requests === 0) return notExercised('not-asked')
  const { statuses } = tally
  const requests = counted(tally.requests, 'request')
  const answered = count(statuses, (status) => status > 0 && status !== limited)
  const errors = count(statuses, (status) => status >= 500)
  if (errors === 0) return withoutServerError(answered > 0, statuses[limited] !== undefined, requests)
  const evidence = kept.filter(({ status }) => (status ?? 0) >= 500)
  const worst =
    Object.keys(statuses)
      .map(Number)
      .sort((one, other) => rank(one) - rank(other))[0] ?? 500
  const detail = { expected: 'no 5xx', observed: `${worst}`, exchanges: idsOf(evidence) }
  if (isShed(worst)) return inconclusive('sheds-load', detail, { failed: errors, requests })
  const lasting = count(statuses, (status) => status >= 500 && !isShed(status))
  if (lasting >= 2 && (isOverload ? lasting === answered : 2 * lasting > answered + 1)) {
    const request = lasting === answered ? `each of ${counted(answered, 'request')}` : `${lasting} of ${requests}`
    return violation('server-error', detail, { status: worst, request })
  }
  if (tally.requests === 1) return inconclusive('server-error-once', detail, { status: worst })
  return inconclusive('unstable', detail, { failed: errors, requests })
}

/** The order of statuses: server errors, then statuses that only shed load, then all others. */
function rank(status: number): number {
  if (status < 500) return 2
  return isShed(status) ? 1 : 0
}

/** O12: every answer is whole. Under load, silence only means slowness; a question that is asked alone tells more. */
export function judgeCompletesAtRate({ tally, kept }: AskedAtRate): Judgement {
  const { requests = 0, statuses = {} } = tally ?? {}
  return judgeWhole(kept, { requests, limited: statuses[limited] ?? 0, failed: statuses['0'] ?? 0 }, false)
}

/** O12, O14: whether all requests got whole answers. `kept`: the answers that were kept. `breaksOff`: under load alone it closes connections. */
export function judgeWhole(
  kept: readonly LoadAnswer[],
  of: Readonly<Record<'requests' | 'limited' | 'failed', number>>,
  breaksOff: boolean,
): Judgement {
  if (of.requests === 0) return notExercised('not-asked')
  const requests = counted(of.requests, 'request')
  if (of.limited === of.requests) return notExercised('only-limited', {}, { requests })
  if (of.failed === 0) return pass('complete', {}, { requests })
  const evidence = kept.filter(({ failure }) => failure !== null)
  const kinds = [...new Set(evidence.map(({ failure }) => failure?.kind))].join(', ') || 'no whole answer'
  const detail = { expected: 'a whole answer', observed: kinds, exchanges: idsOf(evidence) }
  if (breaksOff) return violation('broke-off-under-load', detail)
  return inconclusive('unsteady-answers', detail, { failed: of.failed, requests })
}
