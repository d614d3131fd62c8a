import { counted } from '../../evidence/counted.ts'
import type { Exchange } from '../../evidence/exchange.ts'
import { inconclusive, type Judgement, notExercised, pass, violation } from '../../evidence/judgement.ts'
import { isTurnedAwayOtherwise } from './by-count.ts'
import { idsOf, is429, type LimitView, phaseOf, statusOf } from './limit-view.ts'
import { onlyUnderLoad } from './under-load.ts'

const isServerError = (exchange: Exchange) => (statusOf(exchange) ?? 0) >= 500
/** True for a server error that is no shedding of load. */
const isCrash = (exchange: Exchange) => isServerError(exchange) && !isTurnedAwayOtherwise(exchange)
/** True for a failure by which the service broke off. Under load, silence only means slowness; a question asked alone tells more (O12). */
const brokeOff = (exchange: Exchange) =>
  exchange.failure !== null &&
  (exchange.failure.kind === 'reset' || exchange.failure.kind === 'broken' || exchange.failure.kind === 'refused') &&
  (exchange.failure.began || !exchange.failure.reusedConnection)

/** O5d: the phases that send a request with nothing else in flight. */
const oneByOne = ['rest', 'recovery', 'poll', 'alone', 'early']

/** The longest row of crashes among requests sent one by one; none where no request got another answer. */
function crashesInRow({ own }: LimitView): readonly Exchange[] {
  if (own.every((exchange) => statusOf(exchange) === null || isCrash(exchange))) return []
  let longest: readonly Exchange[] = []
  let row: readonly Exchange[] = []
  for (const exchange of own.filter((one) => oneByOne.includes(phaseOf(one) ?? ''))) {
    row = isCrash(exchange) ? [...row, exchange] : []
    if (row.length > longest.length) longest = row
  }
  return longest
}

/** O5d, O14: no server error under load alone. Shedding load by 502, 503 or 504 is a matter of `limits.code`. */
export function judgeServerError(view: LimitView): Judgement {
  const { own } = view
  if (own.length === 0) return notExercised('not-asked')
  const errors = own.filter(isServerError)
  const requests = counted(own.length, 'request')
  const [first] = errors
  if (first === undefined) {
    // O11: a refusal by a limit counts as a pass of no other check.
    if (own.some((exchange) => statusOf(exchange) !== null && !is429(exchange)))
      return pass('no-server-error', {}, { requests })
    return own.some(is429)
      ? notExercised('only-limited', {}, { requests })
      : inconclusive('no-answer', {}, { requests })
  }
  const crashed = errors.find(isCrash) ?? first
  const detail = { expected: 'no 5xx', observed: `${statusOf(crashed)}`, exchanges: idsOf(errors) }
  const burst = onlyUnderLoad(view, isCrash)
  if (burst.evident)
    return violation('server-error-under-load', detail, { errors: counted(burst.seen.length, 'server error') })
  const alone = crashesInRow(view)
  const [crash] = alone
  if (crash !== undefined && alone.length > 1)
    return violation(
      'server-error-alone',
      { ...detail, observed: `${statusOf(crash)}`, exchanges: idsOf(alone) },
      { errors: counted(alone.length, 'server error') },
    )
  const values = { failed: errors.length, requests }
  return errors.every(isTurnedAwayOtherwise)
    ? inconclusive('sheds-load', detail, values)
    : inconclusive('unstable', detail, values)
}

/** O12, O14: every request gets a whole answer, under load too. */
export function judgeCompletes(view: LimitView): Judgement {
  const { own } = view
  if (own.length === 0) return notExercised('not-asked')
  const failed = own.filter((exchange) => exchange.failure !== null)
  const requests = counted(own.length, 'request')
  if (own.every(is429)) return notExercised('only-limited', {}, { requests })
  if (failed.length === 0) return pass('complete', {}, { requests })
  const kinds = [...new Set(failed.map((exchange) => exchange.failure?.kind))].join(', ')
  const detail = { expected: 'a whole answer', observed: kinds, exchanges: idsOf(failed) }
  if (onlyUnderLoad(view, brokeOff).evident) return violation('broke-off-under-load', detail)
  return inconclusive('unsteady-answers', detail, { failed: failed.length, requests })
}
