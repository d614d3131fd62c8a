import type { TrialAnswer } from './story.ts'
import { graceMs, isServed, several } from './trial.ts'

/** O16: so many pairs of broken waits are no chance. */
export const enoughPairs = 3

/** O16: so many waits, none of which was kept, are no chance even where others may use up the limit. */
export const enoughWaits = 8

/** Nobody uses up a limit within the second of grace that tells to wait for longer than this, milliseconds. */
const longWaitMs = 5 * graceMs

/** What an answer after a wait shows. `void`: nothing. */
export function outcomeOf(
  { status }: Pick<TrialAnswer, 'status'>,
  atRest: number | null,
): 'served' | 'refused' | 'void' {
  if (isServed({ status }, atRest)) return 'served'
  return status === null || status < 400 || (status >= 500 && status < 600) ? 'void' : 'refused'
}

/** True for a refusal after a told wait, whether or not the second of grace was kept as well. */
export function isRefusedAgain({ facts, status }: TrialAnswer, atRest: number | null): boolean {
  return facts.phase === 'recovery' && facts.waitedMs >= facts.toldMs && outcomeOf({ status }, atRest) === 'refused'
}

/** True where a wait was kept, as the clock tells, and then refused all the same. */
function isBroken(answer: TrialAnswer, atRest: number | null): boolean {
  const { facts } = answer
  const isKept = facts.phase === 'recovery' && facts.waitedMs >= facts.toldMs + graceMs
  return isKept && isRefusedAgain(answer, atRest)
}

/** Each time that the limit was met: how many of the bursts were served, then how many waits in a row were broken. */
function meetingsOf(answers: readonly TrialAnswer[], atRest: number | null) {
  const ends = answers.flatMap((answer, at) => {
    const isAsked = answer.facts.phase === 'recovery' || (answer.facts.phase === 'poll' && isServed(answer, atRest))
    return isAsked && !isRefusedAgain(answer, atRest) ? [at + 1] : []
  })
  return [0, ...ends].map((from, index) => {
    const own = answers.slice(from, ends[index])
    const served = own.filter((answer) => answer.facts.phase === 'burst' && isServed(answer, atRest)).length
    return { served, broken: own.filter((answer) => isBroken(answer, atRest)).length, isOver: index < ends.length }
  })
}

/**
 * O16: true where others may use up the limit, however quiet our key is: it refused the first request, or another key as well and tells
 * short waits.
 */
export function mayBeShared(answers: readonly TrialAnswer[]): boolean {
  if (answers.find(({ facts }) => facts.phase === 'rest')?.status === 429) return true
  const isLong = answers.some(({ facts }) => facts.phase === 'recovery' && facts.toldMs > longWaitMs)
  return (
    !isLong && answers.some(({ facts, status }) => facts.phase === 'scope' && facts.whom === 'key' && status === 429)
  )
}

/**
 * O16: how many pairs of waits in a row were told and broken; null where that shows nothing. The first time that the limit is met may end
 * with a wait that was kept: a window by the clock is met in its midst. Each later time it must have served several, and then break the
 * first wait: a client that is served one may share the limit with others. Where others may use it up, the first time must have served
 * several too, and each time counts once.
 */
export function brokenPairs(answers: readonly TrialAnswer[], atRest: number | null): number | null {
  const meetings = meetingsOf(answers, atRest)
  const isShared = mayBeShared(answers)
  const [first, ...later] = meetings
  if (isShared && first !== undefined && first.served < several) return null
  if (later.some(({ served, broken, isOver }) => (broken === 0 ? isOver : served < several))) return null
  const pairs = meetings.reduce((sum, { broken }) => sum + Math.min(Math.floor(broken / 2), isShared ? 1 : broken), 0)
  // A limit that needs one wait more, each time, is not blamed.
  return pairs === 0 && later.length > enoughPairs ? null : pairs
}
