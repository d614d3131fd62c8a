/** Why a target was given up: nobody there, nothing but failures, nothing but server errors, nothing but refusals by a limit. */
export type Stopped = 'unreachable' | 'no-answers' | 'maintenance' | 'limited'

/** What came of an attempt: `failure`: no whole answer; `error`: a server error; `limit`: a refusal by a limit. */
export type Sign = 'answer' | 'failure' | 'error' | 'limit'

/** How many failures of one operation count at most: whatever it does, it does not speak for the others. */
const mostOfOne = 4

/**
 * Tells a target that is gone from operations that fail: what counts is how many attempts in a row were not answered, by
 * anything. Time is passed in, milliseconds since the epoch.
 */
export class Health {
  readonly #patience: number
  readonly #longestWaitMs: number
  #everWell = false
  #failures = 0
  #errors = 0
  #ofOne = new Map<string, number>()
  #limits = 0
  #limitedSince: number | null = null
  #stopped: Stopped | null = null

  /**
   * @param concurrency How many requests may fail at once for one and the same reason.
   * @param longestWaitMs How long a target may refuse everything before it is given up.
   */
  constructor(concurrency: number, longestWaitMs: number) {
    this.#patience = Math.max(12, concurrency)
    this.#longestWaitMs = longestWaitMs
  }

  /** Why the target was given up, or null. */
  get stopped(): Stopped | null {
    return this.#stopped
  }

  stop(reason: Stopped): void {
    this.#stopped ??= reason
  }

  /** Takes note of an attempt. `subject`: the operation, or the group of routes that nobody lists. */
  saw(sign: Sign, subject: string, now: number): void {
    if (sign === 'answer') {
      this.#everWell = true
      this.#failures = 0
      this.#errors = 0
      this.#ofOne.clear()
    } else if (sign === 'limit') this.#sawLimit(now)
    else this.#sawTrouble(sign, subject)
  }

  /** The end of a run in which nothing was ever answered: there is no one there, however few were asked. */
  ended(): void {
    if (this.#everWell || this.#limits > 0) return
    if (this.#failures > 0) this.stop('no-answers')
    else if (this.#errors > 0) this.stop('maintenance')
  }

  #sawTrouble(sign: 'failure' | 'error', subject: string): void {
    const before = this.#ofOne.get(subject) ?? 0
    this.#ofOne.set(subject, before + 1)
    if (this.#everWell && before >= mostOfOne) return
    if (sign === 'failure') this.#failures += 1
    else this.#errors += 1
    // Who never answered is given up soon; who did is given up only when nothing at all comes any more.
    const enough = this.#everWell ? this.#patience * 6 : this.#patience
    if (this.#failures >= enough) this.stop('no-answers')
    else if (this.#failures + this.#errors >= enough * 2) this.stop('maintenance')
  }

  /** A limit is waited for; one that lets nothing at all through for the longest wait is no limit any more. */
  #sawLimit(now: number): void {
    if (this.#everWell) return
    this.#limits += 1
    this.#limitedSince ??= now
    if (this.#limits >= this.#patience && now - this.#limitedSince >= this.#longestWaitMs) this.stop('limited')
  }
}
