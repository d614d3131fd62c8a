import type { TrialFacts } from '../../evidence/load-facts.ts'
import type { TimedAnswer } from '../limiter/limiter.ts'

/** What was asked in a trial, and the answer. */
export interface TimedTrial extends TimedAnswer {
  readonly facts: TrialFacts
}

/** Later bursts of which no more than this share of the first was served tell of a limit that gives back bit by bit. */
const less = 0.8

/**
 * How long a limit seems to take until it serves as many at once as when it was rested, milliseconds, by how many of each later
 * burst were served; 0 where none was served less. When a bucket serves the next one says nothing of that.
 *
 * @param answers In the order in which they came.
 */
export function refillMs(answers: readonly TimedTrial[]): number {
  const burst = (round: number) => answers.filter(({ facts }) => facts.phase === 'burst' && facts.round === round)
  const served = (round: number) => burst(round).filter(({ status }) => status !== 429).length
  const timeOf = (round: number) => {
    const began = Math.min(...burst(round).map(({ sentAt }) => sentAt))
    const refused = answers.findLast(({ status, sentAt }) => status === 429 && sentAt < began)
    // The question before it was served as well.
    const back = served(round) + 1
    return began === Number.POSITIVE_INFINITY || refused === undefined || back > less * served(1)
      ? 0
      : ((began - refused.receivedAt) * served(1)) / back
  }
  return Math.max(timeOf(2), timeOf(3))
}
