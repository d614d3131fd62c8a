import type { Exchange } from '../../evidence/exchange.ts'
import type { Next } from './retry-policy.ts'

/** Why a target was given up: nobody is there, nothing but failures, nothing but server errors, nothing but refusals by a limit. */
export type Stopped = 'unreachable' | 'no-answers' | 'maintenance' | 'limited'

/** What came of an attempt. `failure`: no whole answer; `error`: a server error; `limit`: a refusal by a limit. */
export type Sign = 'answer' | 'failure' | 'error' | 'limit'

/** What an attempt says of the target. */
export function signOf({ failure, response }: Exchange, next: Next): Sign {
  // What came and is coded, larger or deeper than we read was answered: the target is there.
  if (failure !== null) return ['coded', 'large', 'deep'].includes(failure.kind) ? 'answer' : 'failure'
  if ((response?.status ?? 0) >= 500) return 'error'
  return next.kind === 'limited' ? 'limit' : 'answer'
}

/** So many failures of one operation count at most: one broken operation does not speak for the others. */
const mostOfOne = 4

/**
 * Opens when the whole target is gone, and not because some operations fail: it counts the attempts in a row, on whatever
 * operation, that got no answer. Times are passed in, milliseconds of a clock that is never set.
 */
export class CircuitBreaker {
  readonly #tolerance: number
  readonly #longestWaitMs: number
  #hasAnswered = false
  #failures = 0
  #errors = 0
  #ofOne = new Map<string, number>()
  /** Since when nothing but trouble comes, milliseconds. */
  #troubleSince: number | null = null
  #limits = 0
  #limitedSince: number | null = null
  #stopped: Stopped | null = null

  /**
   * @param concurrency How many requests may fail at once for one and the same reason.
   * @param longestWaitMs How long a target may refuse everything before it is given up.
   */
  constructor(concurrency: number, longestWaitMs: number) {
    this.#tolerance = Math.max(12, concurrency)
    this.#longestWaitMs = longestWaitMs
  }

  /** Why the target was given up, or null. */
  get stopped(): Stopped | null {
    return this.#stopped
  }

  /** Gives the target up. The first reason stays. */
  open(reason: Stopped): void {
    this.#stopped ??= reason
  }

  /** Takes note of an attempt. `subject`: the operation, or the group of an unknown route. */
  saw(sign: Sign, subject: string, now: number): void {
    if (sign === 'answer') {
      this.#hasAnswered = true
      this.#restart()
    } else if (sign === 'limit') this.#sawLimit(now)
    else this.#sawTrouble(sign, subject, now)
  }

  /** Something was served right after the target was given up: what failed failed by itself, and the count begins anew. */
  close(): void {
    this.#stopped = null
    this.#restart()
  }

  /** The end of a run: where nothing was ever answered nobody is there, however few requests were sent. */
  ended(): void {
    if (this.#hasAnswered || this.#limits > 0) return
    if (this.#failures > 0) this.open('no-answers')
    else if (this.#errors > 0) this.open('maintenance')
  }

  #restart(): void {
    this.#failures = 0
    this.#errors = 0
    this.#ofOne.clear()
    this.#troubleSince = null
  }

  #sawTrouble(sign: 'failure' | 'error', subject: string, now: number): void {
    this.#troubleSince ??= now
    const before = this.#ofOne.get(subject) ?? 0
    this.#ofOne.set(subject, before + 1)
    if (this.#hasAnswered && before >= mostOfOne) return
    if (sign === 'failure') this.#failures += 1
    else this.#errors += 1
    // A target that never answered is given up soon; one that did, only when nothing at all comes any more.
    const enough = this.#hasAnswered ? this.#tolerance * 6 : this.#tolerance
    if (this.#failures >= enough) this.open('no-answers')
    else if (this.#failures + this.#errors >= enough * 2) this.open('maintenance')
    // What is refused alone is paused for, so that few requests may take long to show it.
    else if (this.#errors >= this.#tolerance && now - this.#troubleSince >= this.#longestWaitMs)
      this.open('maintenance')
  }

  /** A limit is waited for. One that lets nothing through for the longest wait is given up. */
  #sawLimit(now: number): void {
    if (this.#hasAnswered) return
    this.#limits += 1
    this.#limitedSince ??= now
    if (this.#limits >= this.#tolerance && now - this.#limitedSince >= this.#longestWaitMs) this.open('limited')
  }
}
