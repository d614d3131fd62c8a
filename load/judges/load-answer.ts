import type { CodeReading } from '../../evidence/code-reading.ts'
import { type Exchange, endedAt } from '../../evidence/exchange.ts'
import type { LoadFacts, Phase } from '../../evidence/load-facts.ts'
import type { RetryAfter } from '../../evidence/retry-after.ts'
import { retryAfterOf, waitIn } from '../../evidence/told-wait.ts'
import { recordedSample, type Trace, type TraceFrame } from '../limiter/limiter.ts'
import { exchangesOf, type LoadExchange } from '../record.ts'

/** Reads the code of an answer at the places that the run learned (O5a). */
export type CodeOf = (exchange: Exchange) => CodeReading

/** An exchange of load with all that judges read out of it. */
export interface LoadAnswer extends LoadExchange {
  /** Null where no whole answer came. */
  readonly status: number | null
  readonly code: CodeReading
  readonly retryAfter: RetryAfter
  /** The wait that the answer tells, milliseconds; null where it tells none that can be read. */
  readonly toldMs: number | null
  /** When the answer came, by our clock: milliseconds since the epoch. */
  readonly receivedAt: number
}

/** The answers of a scenario, in the order of sending. Without `codeOf` nothing is known of their codes. */
export function loadAnswers(
  name: string,
  exchanges: readonly Exchange[],
  codeOf: CodeOf = () => ({ kind: 'none' }),
): readonly LoadAnswer[] {
  return exchangesOf(name, exchanges)
    .map((exchange) => {
      const retryAfter = retryAfterOf(exchange)
      return {
        ...exchange,
        status: exchange.response?.status ?? null,
        code: codeOf(exchange),
        retryAfter,
        toldMs: waitIn(retryAfter),
        receivedAt: endedAt(exchange),
      }
    })
    .sort((one, other) => one.startedAt - other.startedAt)
}

/** An answer to a request that was sent for this reason. */
export type AnswerIn<P extends Phase> = LoadAnswer & { readonly facts: Extract<LoadFacts, { readonly phase: P }> }

export function inPhase<P extends Phase>(answers: readonly LoadAnswer[], phase: P): readonly AnswerIn<P>[] {
  return answers.filter((answer): answer is AnswerIn<P> => answer.facts.phase === phase)
}

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

/** The ids of the first five: evidence, not the whole recording. */
export const idsOf = (answers: readonly LoadAnswer[]) => answers.slice(0, 5).map(({ id }) => id)

/** True for the status 429 alone. `isRateLimited` goes by the code. */
export const is429 = ({ status }: LoadAnswer): boolean => status === 429

/** True where the answer's code is `rate_limited`, whatever its status. */
export const isRateLimited = ({ code }: LoadAnswer): boolean => code.kind === 'code' && code.code === 'rate_limited'
