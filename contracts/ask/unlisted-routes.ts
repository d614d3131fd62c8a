import type { Exchange } from '../../evidence/exchange.ts'
import type { Task } from './queue.ts'
import type { Next } from './retry-policy.ts'

export const isUnlisted = ({ entry }: Task) => entry.probe.operation === null

/** Where the first so many unlisted routes are all silent, the rest gets only a short timeout, milliseconds. */
const enoughSilent = 12
const shortTimeoutMs = 1_000

/** Where so many told waits in a row were kept in full and ended in another refusal, unlisted routes are refused for ever (as in O16). */
const enoughRefused = 3

/** A shorter wait may be the rounded end of a window. Milliseconds. */
const leastTold = 1_000

/** Knows whether unlisted routes are answered. Where all of them are silent, or refused for ever by a limit, there is nothing to learn. */
export class UnlistedRoutes {
  #silent = 0
  #isAnswered = false
  #refused = 0
  /** The end of the last told wait, milliseconds of the monotonic clock; null before the first. */
  #heldUntil: number | null = null

  /** True where a limit refused them after each of several waits that were kept in full. Anyone else may have been served meanwhile. */
  get areRefused(): boolean {
    return this.#refused >= enoughRefused
  }

  /** Takes note of an attempt. `now`: when it ended, milliseconds of the monotonic clock. */
  attempted({ failure, endMs }: Exchange, next: Next, now: number): void {
    if (next.kind === 'limited' && next.isNamed && next.heldMs >= leastTold) {
      if (this.#heldUntil !== null && now - endMs >= this.#heldUntil) this.#refused += 1
      this.#heldUntil = Math.max(this.#heldUntil ?? 0, now + next.heldMs)
    } else if (failure === null) {
      this.#refused = 0
      this.#heldUntil = null
    }
  }

  settled(isSilent: boolean): void {
    if (isSilent) this.#silent += 1
    else this.#isAnswered = true
  }

  /** `usual`: the timeout of other probes, milliseconds. */
  timeoutMs(usual: number): number {
    return !this.#isAnswered && this.#silent >= enoughSilent ? Math.min(usual, shortTimeoutMs) : usual
  }
}
