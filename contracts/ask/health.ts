/** Why a target was given up: nobody there, nothing but failures, nothing but server errors. */
export type Stopped = 'unreachable' | 'no-answers' | 'maintenance'

/**
 * Tells a target that is gone from operations that fail: what counts is how many attempts in a row were not answered, by
 * anything.
 */
export class Health {
  readonly #patience: number
  #everWell = false
  #failures = 0
  #errors = 0
  #stopped: Stopped | null = null

  /** @param concurrency How many requests may fail at once for one and the same reason. */
  constructor(concurrency: number) {
    this.#patience = Math.max(12, concurrency)
  }

  /** Why the target was given up, or null. */
  get stopped(): Stopped | null {
    return this.#stopped
  }

  stop(reason: Stopped): void {
    this.#stopped ??= reason
  }

  /** Takes note of an attempt: `failure`: no whole answer came; `error`: a server error. */
  saw(kind: 'answer' | 'failure' | 'error'): void {
    if (kind === 'answer') {
      this.#everWell = true
      this.#failures = 0
      this.#errors = 0
      return
    }
    if (kind === 'failure') this.#failures += 1
    else this.#errors += 1
    // Who never answered is given up soon; who did is given up only when nothing at all comes any more.
    const enough = this.#everWell ? this.#patience * 6 : this.#patience
    if (this.#failures >= enough) this.stop('no-answers')
    else if (this.#failures + this.#errors >= enough * 2) this.stop('maintenance')
  }
}
