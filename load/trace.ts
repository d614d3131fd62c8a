import type { Exchange } from '../evidence/exchange.ts'
import { type ProbePhase, probePhases } from '../evidence/load-facts.ts'
import { phaseOf, receivedAt, toldBy } from './judged.ts'
import { recordedSample, type Sample, type Trace } from './limiter/limiter.ts'
import type { TraceFrame } from './wire.ts'

const isPhase = (word: unknown): word is ProbePhase => probePhases.some((phase) => phase === word)

function sampleOf(exchange: Exchange): Sample[] {
  const { sample, round } = exchange.facts ?? {}
  if (!isPhase(sample) || typeof round !== 'number') return []
  const status = exchange.response?.status ?? null
  // k6's clock counts whole milliseconds, downwards: the answer came before the end of the one that it shows.
  const times = { sentAt: exchange.startedAt, receivedAt: receivedAt(exchange) + 1 }
  return [recordedSample({ status, retryAfterMs: toldBy(exchange), ...times }, { phase: sample, round })]
}

const numberIn = (exchange: Exchange) => Number(/[0-9]+$/.exec(exchange.probe)?.[0] ?? 0)

/** The experiment's trace out of its recording, in the order of sending. */
export function traceOf(exchanges: readonly Exchange[], frame: TraceFrame): Trace {
  const samples = exchanges
    .filter((exchange) => phaseOf(exchange) === 'experiment')
    .sort((one, other) => one.startedAt - other.startedAt || numberIn(one) - numberIn(other))
    .flatMap(sampleOf)
  return { ...frame, samples }
}
