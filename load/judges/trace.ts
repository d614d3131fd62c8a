import { recordedSample, type Trace, type TraceFrame } from '../limiter/limiter.ts'
import { inPhase, type LoadAnswer } from './load-answer.ts'

const numberIn = ({ probe }: LoadAnswer) => Number(/[0-9]+$/.exec(probe)?.[0] ?? 0)

/** The trace of the experiment, made from its answers, in the order of sending. */
export function traceOf(answers: readonly LoadAnswer[], frame: TraceFrame): Trace {
  const samples = inPhase(answers, 'experiment')
    .toSorted((one, other) => one.startedAt - other.startedAt || numberIn(one) - numberIn(other))
    .map(({ status, startedAt: sentAt, receivedAt, toldMs: retryAfterMs, facts: { part: phase, round } }) =>
      // k6's clock rounds down to whole milliseconds: the answer came before the end of the millisecond that it shows.
      recordedSample({ status, sentAt, receivedAt: receivedAt + 1, retryAfterMs }, { phase, round }),
    )
  return { ...frame, samples }
}
