import { type RetryAfter, waitFor } from '../evidence/retry-after.ts'
import type { Clock, TimedAnswer } from './limiter/limiter.ts'

/** One request of the smoke scenario, before it is sent. Times in milliseconds. */
export interface SmokeRequest {
  /** Which operation of the list. */
  readonly index: number
  /** 1, 2, 3 … */
  readonly iteration: number
  /** 1, 2, 3: how often this very request has been sent with this one. */
  readonly attempt: number
  readonly told: number | null
  readonly waited: number | null
}

/** The world around it: k6's clock, transport and chance, or a test's. `send` never rejects. */
export interface SmokeWorld extends Clock {
  send(request: SmokeRequest): Promise<TimedAnswer>
  random(): number
}

/**
 * `complete`: everything was sent; `limited`: a limit asked for more patience than there was, so nothing further was sent;
 * `requests`, `time`: that part of the budget ended first.
 */
export interface SmokeEnd {
  readonly kind: 'complete' | 'limited' | 'requests' | 'time'
  readonly why: string | null
  readonly requests: number
}

/**
 * Asks each operation in turn, one at a time, and waits out every limit as told (O11). Whom a limit concerns is not known,
 * so a wait stops them all: one client, never early.
 */
export async function runSmoke(
  world: SmokeWorld,
  plan: { readonly operations: number; readonly iterations: number },
  budget: { readonly requests: number; readonly ms: number },
): Promise<SmokeEnd> {
  const endsAt = world.now() + budget.ms
  let requests = 0
  for (let iteration = 1; iteration <= plan.iterations; iteration += 1) {
    for (let index = 0; index < plan.operations; index += 1) {
      let told: number | null = null
      let waited: number | null = null
      for (let attempt = 1; ; attempt += 1) {
        if (requests >= budget.requests) return { kind: 'requests', why: null, requests }
        if (world.now() >= endsAt) return { kind: 'time', why: null, requests }
        requests += 1
        const answer = await world.send({ index, iteration, attempt, told, waited })
        if (answer.status !== 429 && answer.status !== 503) break
        const told_ = answer.retryAfterMs
        const retryAfter: RetryAfter = told_ === null ? { kind: 'absent' } : { kind: 'seconds', waitMs: told_ }
        const budgetMs = Math.max(0, endsAt - answer.receivedAt)
        const rules = {
          refusals: attempt,
          attempts: 3,
          budgetMs,
          backoffMs: 1000,
          spreadMs: 250,
          random: world.random(),
        }
        const wait = waitFor(retryAfter, rules)
        // A 503 that stays is the server's trouble, not a limit: the judge sees it, the others are still asked.
        if (wait.kind === 'refuse' && answer.status === 503) break
        if (wait.kind === 'refuse') return { kind: 'limited', why: wait.why, requests }
        told = answer.retryAfterMs
        const until = answer.receivedAt + wait.ms
        for (let left = until - world.now(); left > 0; left = until - world.now()) await world.sleep(Math.ceil(left))
        waited = world.now() - answer.receivedAt
      }
    }
  }
  return { kind: 'complete', why: null, requests }
}
