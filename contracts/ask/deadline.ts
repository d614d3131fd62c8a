import type { AskClock } from './clock.ts'

/** What is lost between the last answers and a long wait, milliseconds. */
const marginMs = 1_000

/**
 * When nothing is started any more. Before that so much time is kept free that one question without an answer can be waited for (O12),
 * and some operations that are refused again and again told apart (O5d): where many are so, each by itself would use up all.
 */
export class Deadline {
  readonly #clock: AskClock
  readonly #at: number
  #reservedMs: number

  /**
   * @param maxMs From now on.
   * @param longMs How long the answers under way, and then the longest silence, are waited for. Nothing is kept free where that is more
   * than half of all.
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

  /** True where no more is left than is kept free. */
  get isNear(): boolean {
    return this.msLeft <= this.#reservedMs
  }

  /** What was kept free may be used. */
  release(): void {
    this.#reservedMs = 0
  }
}
