/** What is waited after a request that was refused for the load although it was alone; doubled each time in a row. Milliseconds. */
const firstPauseMs = 100
const longestPauseMs = 8_000

/** Refusals come by chance where, of so many requests that were far above the fewest that were ever refused, so few were. */
const enough = 40
const enoughRefusals = 5
const far = 2
const rarely = 0.2
/** They do not after all where so many are. */
const often = 0.4

/**
 * How long nothing is sent after a request that was refused for the load although nothing else was under way, and whether refusals
 * are about how many are under way at all (O5d).
 */
export class LoadPauses {
  /** True once something was served: before that a refusal is no matter of the pace. */
  #hasServed = false
  /** How many were refused alone since something was served. */
  #refusedAlone = 0
  /** The fewest that were under way when one was refused. */
  #fewest = Number.POSITIVE_INFINITY
  #refusals = 0
  /** Of what was sent lately with far more under way: whether it was refused. */
  #above: boolean[] = []
  #isByChance = false
  /** True once fewer are refused where fewer are under way after all. */
  #isDismissed = false

  /** True where refusals come by chance, however many are under way: then the pace has no part in them. */
  get isByChance(): boolean {
    return this.#isByChance && !this.#isDismissed
  }

  /** @param underWay The most that were under way with it. */
  served(underWay: number): void {
    this.#hasServed = true
    this.#refusedAlone = 0
    this.#saw(underWay, false)
  }

  /** @param underWay The most that were under way with it. */
  refused(underWay: number): void {
    this.#refusals += 1
    if (underWay * far <= this.#fewest) this.#above = []
    this.#fewest = Math.min(this.#fewest, underWay)
    this.#saw(underWay, true)
  }

  /** Takes note of a request that was refused alone, and says for how many milliseconds nothing is sent. */
  refusedAlone(): number {
    if (!this.#hasServed) return 0
    this.#refusedAlone += 1
    return Math.min(longestPauseMs, firstPauseMs * 2 ** (this.#refusedAlone - 1))
  }

  #saw(underWay: number, isRefused: boolean): void {
    if (this.#refusals === 0 || underWay < this.#fewest * far) return
    this.#above = [...this.#above, isRefused].slice(-enough)
    const share = this.#above.filter((one) => one).length / enough
    this.#isByChance ||= share < rarely && this.#above.length === enough && this.#refusals >= enoughRefusals
    this.#isDismissed ||= this.#isByChance && share > often
  }
}
