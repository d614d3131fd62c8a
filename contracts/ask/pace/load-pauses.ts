/** The pause after a request was refused for the load although it was alone; doubled each time in a row. Milliseconds. */
const firstPauseMs = 100
const longestPauseMs = 8_000

/** Chance refuses less than `rarely` of the last `enough` requests with at least `far` times the lowest refused load under way. */
const enough = 40
const enoughRefusals = 5
const far = 2
const rarely = 0.2
/** They do not after all where more than this share is refused. */
const often = 0.4

/**
 * Knows how long nothing is sent after a request was refused for the load although it was alone. Knows also whether refusals depend on
 * the number of requests under way at all (O5d).
 */
export class LoadPauses {
  /** True once the target served a request: an earlier refusal has nothing to do with the pace. */
  #hasServed = false
  /** How many requests were refused alone since the target last served one. */
  #refusedAlone = 0
  /** The fewest requests that were under way with a refused one, itself included. */
  #fewest = Number.POSITIVE_INFINITY
  #refusals = 0
  /** For the last requests with far more under way: whether each was refused. */
  #above: boolean[] = []
  #isByChance = false
  /** True once refusals became frequent after all: chance is ruled out for good. */
  #isDismissed = false

  /** True where refusals come by chance, however many requests are under way: then the pace does not react to them. */
  get isByChance(): boolean {
    return this.#isByChance && !this.#isDismissed
  }

  /** `underWay`: the most requests that were under way with the served one, itself included. */
  served(underWay: number): void {
    this.#hasServed = true
    this.#refusedAlone = 0
    this.#saw(underWay, false)
  }

  /** `underWay`: the most requests that were under way with the refused one, itself included. */
  refused(underWay: number): void {
    this.#refusals += 1
    if (underWay * far <= this.#fewest) this.#above = []
    this.#fewest = Math.min(this.#fewest, underWay)
    this.#saw(underWay, true)
  }

  /** Takes note of a request that was refused alone. Returns for how many milliseconds nothing is sent. */
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
