import type { Limiter } from '../../fixtures/limiters.ts'
import type { Send, TimedAnswer } from '../../load/limiter/limiter.ts'
import type { VirtualTime } from './virtual-time.ts'

/** How long requests and answers travel. */
export interface Network {
  /** The usual round trip, milliseconds. */
  readonly rttMs: number
  /** 0.2 = every trip ±20 %. */
  readonly jitter: number
  /** Share of trips that take three to ten times as long. */
  readonly spikes: number
}

/** The network of the figures: 40 ms ±20 %, 1 % spikes. */
export const wan: Network = { rttMs: 40, jitter: 0.2, spikes: 0.01 }

/** How the far end works on what it let through, milliseconds. */
export interface Service {
  readonly workMs: number
}

/** A transport to a simulated service behind one limiter: 200 when let through, 429 when not. */
export function simulatedSend(
  time: VirtualTime,
  limiter: Limiter,
  random: () => number,
  network: Network = wan,
  service: Service = { workMs: 3 },
): Send {
  const trip = () => {
    const half = (network.rttMs / 2) * (1 + network.jitter * (2 * random() - 1))
    return random() < network.spikes / 2 ? half * (3 + 7 * random()) : half
  }
  return () =>
    new Promise<TimedAnswer>((resolve) => {
      const sentAt = time.now()
      const answer = (accepted: boolean) => {
        const status = accepted ? 200 : 429
        time.at(time.now() + trip(), () => resolve({ status, sentAt, receivedAt: time.now(), retryAfterMs: null }))
      }
      time.at(sentAt + trip(), () => {
        const decision = limiter.take(time.now())
        if (decision.kind === 'refused') return answer(false)
        time.at(time.now() + service.workMs * (0.8 + 0.4 * random()), () => {
          decision.done()
          answer(true)
        })
      })
    })
}
