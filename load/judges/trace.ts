import { type Exchange, loadFacts } from '../../evidence/exchange.ts'
import { toldMs } from '../../evidence/told-wait.ts'
import { recordedSample, type Trace, type TraceFrame } from '../limiter/limiter.ts'

const numberIn = (exchange: Exchange) => Number(/[0-9]+$/.exec(exchange.probe)?.[0] ?? 0)

/** The trace of the experiment, made from its exchanges, in the order of sending. */
export function traceOf(exchanges: readonly Exchange[], frame: TraceFrame): Trace {
  const samples = [...exchanges]
    .sort((one, other) => one.startedAt - other.startedAt || numberIn(one) - numberIn(other))
    .flatMap((exchange) => {
      const facts = loadFacts(exchange)
      if (facts?.phase !== 'experiment') return []
      const answer = {
        status: exchange.response?.status ?? null,
        sentAt: exchange.startedAt,
        // k6's clock rounds down to whole milliseconds: the answer came before the end of the millisecond that it shows.
        receivedAt: exchange.startedAt + exchange.endMs + 1,
        retryAfterMs: toldMs(exchange),
      }
      return [recordedSample(answer, { phase: facts.part, round: facts.round })]
    })
  return { ...frame, samples }
}
