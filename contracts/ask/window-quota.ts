/** Fewer than this tell nothing, and who sets a limit takes a round number. */
const fewest = 20
const isRound = (quota: number) => quota >= fewest && quota % 5 === 0

/** So much of its time is left unused: what is sent evenly still comes unevenly. Milliseconds. */
const unevenMs = 20

/** How long it is used evenly before more is tried, milliseconds: each time more was refused, so many times as long. */
const firstSteadyMs = 60_000
const steadier = 3

/**
 * Recognises a window: a count that served exactly the same round number before its first wait and before the second, both at full
 * speed. Its size needs no search then, which would cost a refusal and a wait each time. Milliseconds.
 */
export class WindowQuota {
  /** How many were sent and not refused, and of these before the last wait. */
  #served: number
  #servedBefore = 0
  readonly #quotas: number[] = []
  #lengthMs = 0
  #perMs: number | null = null
  #steadyMs = firstSteadyMs

  /** @param served How many were served already. */
  constructor(served: number) {
    this.#served = served
  }

  /** Requests a millisecond that an even row may use; null where no window was recognised. */
  get perMs(): number | null {
    return this.#perMs
  }

  /** How long no more than that is tried. */
  get steadyMs(): number {
    return this.#steadyMs
  }

  /** Another of the same kind, never used. */
  forAnother(): WindowQuota {
    const other = new WindowQuota(0)
    other.#perMs = this.#perMs
    return other
  }

  sent(): void {
    this.#served += 1
  }

  refused(): void {
    this.#served -= 1
  }

  /**
   * It is full.
   *
   * @param lastedMs From when it was full before, or first used, to the end of the wait.
   * @param usedMs How long it was used evenly.
   */
  full(lastedMs: number, usedMs: number): void {
    if (this.#lengthMs === 0) this.#lengthMs = Math.floor(lastedMs / 1_000) * 1_000
    if (this.#perMs === null) return
    if (usedMs > this.#steadyMs) this.#steadyMs *= steadier
    else this.#perMs = null
  }

  /**
   * The first leaves after a wait.
   *
   * @param isLikely True where the limit is likely to concern just this count.
   */
  released(isLikely: boolean): void {
    if (this.#quotas.length === 2) return
    this.#quotas.push(this.#served - this.#servedBefore)
    this.#servedBefore = this.#served
    const [first = 0, second] = this.#quotas
    if (!isLikely || first !== second || !isRound(first) || this.#lengthMs === 0) return
    this.#perMs = (first - 1 - (first * unevenMs) / this.#lengthMs) / this.#lengthMs
  }
}
