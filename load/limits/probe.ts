import type { Budget, Clock, Sample, Send, Trace } from './transport.ts'

/** What `probeLimit` needs of the world around it. */
export interface ProbeSetting {
  readonly send: Send
  readonly clock: Clock
  readonly budget: Budget
  /** Called with each sample as its answer comes in, for a recording. */
  readonly record?: (sample: Sample) => void
  /** 0 ≤ x < 1; decides the phase of rests. `Math.random` unless given. */
  readonly random?: () => number
  /** The trace so far, when a fit asked for one more shaped round: the new trace holds its samples too. */
  readonly previous?: Trace
}

/**
 * Learns by asking how a limit behaves (O14, O18): a burst, the recovery, and rounds shaped so that the models answer
 * differently. It names nothing; `fitTrace` does that in Node.
 */
export function probeLimit(_setting: ProbeSetting): Promise<Trace> {
  return Promise.reject(new Error('not built yet'))
}
