import type { Exchange } from '../evidence/exchange.ts'
import { phaseOf, receivedAt, toldBy } from './judged.ts'
import type { Phase, Sample, Trace } from './limiter/transport.ts'
import type { TraceFrame } from './wire.ts'

const phases: readonly string[] = ['burst', 'singles', 'groups', 'recovery', 'drain', 'shape'] satisfies Phase[]
const isPhase = (word: unknown): word is Phase => typeof word === 'string' && phases.includes(word)

function sampleOf(exchange: Exchange): Sample[] {
  const { sample, round, outcome } = exchange.facts ?? {}
  if (!isPhase(sample) || typeof round !== 'number') return []
  if (outcome !== 'accepted' && outcome !== 'refused' && outcome !== 'failed') return []
  const status = exchange.response?.status ?? null
  // k6's clock counts whole milliseconds, downwards: the answer came before the end of the one that it shows.
  const times = { sentAt: exchange.startedAt, receivedAt: receivedAt(exchange) + 1 }
  return [{ outcome, status, retryAfterMs: toldBy(exchange), ...times, phase: sample, round }]
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
