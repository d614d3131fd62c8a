import type { AskClock } from './clock.ts'

/** The time that is lost between the last answers and a long wait, milliseconds. */
const marginMs = 1_000

/**
 * Says when no request may start any more. Some time before that is kept free: for one probe that waits for its silence (O12), and to tell
 * some refused operations apart (O5d). Otherwise many operations that refuse again and again could use up all the time.
 */
export class Deadline {
  readonly #clock: AskClock
  readonly #at: number
  #reservedMs: number

  /**
   * `maxMs`: the whole time from now on. `longMs`: the time to keep free, for the answers under way, then for the longest silence. Nothing
   * is kept free where this and the margin are more than half of the whole.
   */
  constructor(clock: AskClock, maxMs: number, longMs: number) {
    this.#clock = clock
    this.#at = clock.monotonic() + maxMs
    this.#reservedMs = longMs + marginMs <= maxMs / 2 ? longMs + marginMs : 0
  }

  get msLeft(): number {
    return this.#at - this.#clock.monotonic()
  }

  get isOver(): boolean {
    return this.msLeft <= 0
  }

  /** True where only the time that is kept free is left. */
  get isNear(): boolean {
    return this.msLeft <= this.#reservedMs
  }

  /** Lets the time that was kept free be used. */
  release(): void {
    this.#reservedMs = 0
  }
}
