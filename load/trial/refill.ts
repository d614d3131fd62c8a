import type { TrialFacts } from '../../evidence/load-facts.ts'
import type { TimedAnswer } from '../limiter/limiter.ts'

/** A request of a trial, and its answer. */
export interface TimedTrial extends TimedAnswer {
  readonly facts: TrialFacts
}

/** Where at most this share of the first burst is served of a later one, the limit gives requests back one by one. */
const less = 0.8

/**
 * Estimates how long a limit takes until it is full again, milliseconds, from how many requests of each later burst were served; 0 where no
 * burst was served less than the first. The time until a bucket serves its next request says nothing of that.
 */
export function refillMs(answers: readonly TimedTrial[]): number {
  const burst = (round: number) => answers.filter(({ facts }) => facts.phase === 'burst' && facts.round === round)
  const served = (round: number) => burst(round).filter(({ status }) => status !== 429).length
  const timeOf = (round: number) => {
    const began = Math.min(...burst(round).map(({ sentAt }) => sentAt))
    const refused = answers.findLast(({ status, sentAt }) => status === 429 && sentAt < began)
    // The question before the burst was served as well.
    const back = served(round) + 1
    return began === Number.POSITIVE_INFINITY || refused === undefined || back > less * served(1)
      ? 0
      : ((began - refused.receivedAt) * served(1)) / back
  }
  return Math.max(timeOf(2), timeOf(3))
}
