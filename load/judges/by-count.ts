import { type Exchange, sheddingStatuses } from '../../evidence/exchange.ts'
import { mayBeByCount } from '../trial/trial.ts'
import { factsOf, type LimitView, phaseOf, statusOf } from './limit-view.ts'

/** The rounds that must agree, and how many refusals in a row are no chance. */
const rounds = [1, 2, 3]
const inARow = 3

/** True for no answer, and for a status by which a service or gateway sheds load without knowing limits. */
export function isTurnedAwayOtherwise(exchange: Exchange): boolean {
  const status = statusOf(exchange)
  return status === null || sheddingStatuses.has(status)
}

const isOfCount = (exchange: Exchange) => isTurnedAwayOtherwise(exchange) || mayBeByCount(statusOf(exchange))

/**
 * O14: whether the operation refuses by count. In each of three rounds it serves some requests that come alone, refuses three in a
 * row, and serves again after a wait. Shedding of load spares requests that come alone. Chance does not fail like this in each round.
 */
export function byCount(view: LimitView) {
  const found: { readonly served: number; readonly turnedAway: readonly Exchange[] }[] = []
  for (const round of rounds) {
    const alone = view.trials.filter((exchange) => factsOf(exchange, 'alone')?.round === round)
    const turnedAway = alone.slice(-inARow)
    const last = turnedAway.at(-1)
    if (turnedAway.length < inARow || last === undefined || !turnedAway.every(isOfCount)) return null
    const served = alone.filter((exchange) => !isOfCount(exchange)).length
    if (served === 0 || !isServedLater(view, last)) return null
    found.push({ served, turnedAway })
  }
  const turnedAway = found.flatMap((one) => one.turnedAway)
  const [first] = turnedAway
  if (first === undefined) return null
  // The status is null where no whole answer came. `served`: how many answers each round got before it was refused.
  return { status: statusOf(first), served: found.map(({ served }) => served), turnedAway }
}

/** True where the requests after a wait ended in an answer that is no refusal by count. */
function isServedLater(view: LimitView, last: Exchange): boolean {
  const later = view.trials.slice(view.trials.indexOf(last) + 1)
  const next = later.findIndex((exchange) => phaseOf(exchange) === 'alone')
  const waits = next === -1 ? later : later.slice(0, next)
  const answered = waits.at(-1)
  return answered !== undefined && !isOfCount(answered)
}
