import { sheddingStatuses } from '../../evidence/exchange.ts'
import { mayBeByCount, several } from '../trial/trial.ts'
import type { LimitView } from './limit-view.ts'
import { inPhase, type LoadAnswer } from './load-answer.ts'

/** The rounds that must agree. */
const rounds = [1, 2, 3]

/**
 * True for a failure by which the service broke off. Under load, silence only means slowness; a question asked alone tells more (O12). A
 * connection that is refused tells how many there may be, which is not shown, or that a name was not found, which is no word of the service.
 */
export const brokeOff = ({ failure }: LoadAnswer) =>
  failure !== null && ['reset', 'broken'].includes(failure.kind) && (failure.began || !failure.reusedConnection)

/** True where the service broke off, and for a status by which a service or gateway sheds load without knowing limits. */
export const isTurnedAwayOtherwise = (answer: LoadAnswer): boolean =>
  brokeOff(answer) || sheddingStatuses.has(answer.status ?? 0)

const isOfCount = (answer: LoadAnswer) => isTurnedAwayOtherwise(answer) || mayBeByCount(answer.status)

/**
 * O14: whether the operation refuses by count. In each of three rounds it serves some requests that come alone, refuses three in a
 * row, and serves again after a wait. Shedding of load spares requests that come alone. Chance does not fail like this in each round.
 */
export function byCount(view: LimitView) {
  const found: { readonly served: number; readonly turnedAway: readonly LoadAnswer[] }[] = []
  for (const round of rounds) {
    const alone = inPhase(view.trials, 'alone').filter(({ facts }) => facts.round === round)
    const turnedAway = alone.slice(-several)
    const last = turnedAway.at(-1)
    if (turnedAway.length < several || last === undefined || !turnedAway.every(isOfCount)) return null
    const served = alone.filter((answer) => !isOfCount(answer)).length
    if (served === 0 || !isServedLater(view.trials, last)) return null
    found.push({ served, turnedAway })
  }
  const turnedAway = found.flatMap((one) => one.turnedAway)
  const [first] = turnedAway
  if (first === undefined) return null
  // The status is null where no whole answer came. `served`: how many answers each round got before it was refused.
  return { status: first.status, served: found.map(({ served }) => served), turnedAway }
}

/** True where the requests after a wait ended in an answer that is no refusal by count. */
function isServedLater(trials: readonly LoadAnswer[], last: LoadAnswer): boolean {
  const later = trials.slice(trials.indexOf(last) + 1)
  const next = later.findIndex(({ facts }) => facts.phase === 'alone')
  const waits = next === -1 ? later : later.slice(0, next)
  const answered = waits.at(-1)
  return answered !== undefined && !isOfCount(answered)
}
