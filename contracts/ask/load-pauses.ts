/** What is waited after a request that was refused for the load although it was alone; doubled each time in a row. Milliseconds. */
const firstPauseMs = 100
const longestPauseMs = 8_000

/** How long nothing is sent after a request that was refused for the load although nothing else was under way (O5d). */
export class LoadPauses {
  /** True once something was served: before that a refusal is no matter of the pace. */
  #hasServed = false
  /** How many were refused alone since something was served. */
  #refusedAlone = 0

  served(): void {
    this.#hasServed = true
    this.#refusedAlone = 0
  }

  /** Takes note of a request that was refused alone, and says for how many milliseconds nothing is sent. */
  refusedAlone(): number {
    if (!this.#hasServed) return 0
    this.#refusedAlone += 1
    return Math.min(longestPauseMs, firstPauseMs * 2 ** (this.#refusedAlone - 1))
  }
}
