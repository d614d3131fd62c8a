import { type Exchange, sheddingStatuses } from '../../evidence/exchange.ts'
import { mayBeByCount } from '../trial/trial.ts'
import { factsOf, type LimitView, phaseOf, statusOf } from './limit-view.ts'

/** Rounds that must agree, and refusals in a row that are no chance. */
const rounds = [1, 2, 3]
const inARow = 3

/** True for what a service or a gateway says when it turns away without knowing limits. */
export function isTurnedAwayOtherwise(exchange: Exchange): boolean {
  const status = statusOf(exchange)
  return status === null || sheddingStatuses.has(status)
}

const isOfCount = (exchange: Exchange) => isTurnedAwayOtherwise(exchange) || mayBeByCount(statusOf(exchange))

/**
 * O14: refused by count with one request in flight, time after time, served again after a wait, three times of three. One that
 * sheds load serves what comes alone, and one that fails by chance does not fail three times in a row three times.
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
  // The status is null where no whole answer came; so many were answered in each of the rounds, before it turned away.
  return { status: statusOf(first), served: found.map(({ served }) => served), turnedAway }
}

/** True where the next questions after a wait ended in an answer. */
function isServedLater(view: LimitView, last: Exchange): boolean {
  const later = view.trials.slice(view.trials.indexOf(last) + 1)
  const next = later.findIndex((exchange) => phaseOf(exchange) === 'alone')
  const waits = next === -1 ? later : later.slice(0, next)
  const answered = waits.at(-1)
  return answered !== undefined && !isOfCount(answered)
}
