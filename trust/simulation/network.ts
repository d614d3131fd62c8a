import type { TimedAnswer } from '../../load/limiter/limiter.ts'
import type { HoldingLimiter } from './limiters.ts'
import type { VirtualTime } from './virtual-time.ts'

/** The times that requests and answers travel. */
export interface Network {
  /** The usual round trip, milliseconds. */
  readonly rttMs: number
  /** 0.2 = every trip ±20 %. */
  readonly jitter: number
  /** Share of trips that take three to ten times as long. */
  readonly spikes: number
  /** True for a clock in whole milliseconds, as k6 has it. An answer then counts as received at the end of its millisecond. */
  readonly inWholeMs?: boolean
}

/** The network of the figures: 40 ms ±20 %, 1 % spikes. */
export const wan: Network = { rttMs: 40, jitter: 0.2, spikes: 0.01 }

/** The work of the service on a request that the limiter admits, milliseconds. */
export interface Service {
  readonly workMs: number
  /** The wait that a refusal tells, milliseconds, by the true one. @default none is told */
  readonly tells?: (waitMs: number | null) => number | null
}

/** Sends to a simulated service behind one limiter: 200 to admitted requests, 429 to refused ones. */
export function simulatedSend(
  time: VirtualTime,
  limiter: HoldingLimiter,
  random: () => number,
  network: Network = wan,
  service: Service = { workMs: 3 },
): () => Promise<TimedAnswer> {
  const trip = () => {
    const half = (network.rttMs / 2) * (1 + network.jitter * (2 * random() - 1))
    return random() < network.spikes / 2 ? half * (3 + 7 * random()) : half
  }
  const seen = (answer: TimedAnswer): TimedAnswer => {
    if (!network.inWholeMs) return answer
    return { ...answer, sentAt: Math.floor(answer.sentAt), receivedAt: Math.floor(answer.receivedAt) + 1 }
  }
  return () =>
    new Promise<TimedAnswer>((resolve) => {
      const sentAt = time.now()
      const answer = (accepted: boolean, retryAfterMs: number | null = null) => {
        const status = accepted ? 200 : 429
        time.at(time.now() + trip(), () => resolve(seen({ status, sentAt, receivedAt: time.now(), retryAfterMs })))
      }
      time.at(sentAt + trip(), () => {
        const decision = limiter.take(time.now())
        if (decision.kind === 'refused') return answer(false, service.tells?.(decision.waitMs) ?? null)
        time.at(time.now() + (decision.holdMs ?? 0) + service.workMs * (0.8 + 0.4 * random()), () => {
          decision.done()
          answer(true)
        })
      })
    })
}
