/** What a replay of one window model found: the quota that explains most answers, and how many answers disagree with it. */
export type Replay = Readonly<ReturnType<Fullness['best']>>

/** Counts how full a window may have been at each answer. Accepted means less than the quota; refused means the quota or more. */
export class Fullness {
  readonly #least: Int32Array
  readonly #most: Int32Array
  readonly #size: number

  constructor(size: number) {
    this.#size = size
    this.#least = new Int32Array(size + 2)
    this.#most = new Int32Array(size + 2)
  }

  accepted(least: number): void {
    this.#count(this.#least, least)
  }

  refused(most: number): void {
    this.#count(this.#most, most)
  }

  #count(counts: Int32Array, fullness: number): void {
    const level = Math.max(0, Math.min(this.#size, fullness))
    counts[level] = (counts[level] ?? 0) + 1
  }

  /** The quota with the fewest mismatches: an answer accepted at this fullness or above, or refused below it. */
  best() {
    let here = this.#most[0] ?? 0
    for (let level = 1; level <= this.#size; level += 1) here += this.#least[level] ?? 0
    const mismatches = new Int32Array(this.#size + 1).fill(this.#size + 1)
    let quota = 1
    for (let level = 1; level <= this.#size; level += 1) {
      if (level > 1) here += (this.#most[level - 1] ?? 0) - (this.#least[level - 1] ?? 0)
      mismatches[level] = here
      if (here <= (mismatches[quota] ?? 0)) quota = level
    }
    const fewest = mismatches[quota] ?? 0
    let low = quota
    let high = quota
    while (low > 1 && (mismatches[low - 1] ?? 0) <= fewest + 1) low -= 1
    while (high < this.#size && (mismatches[high + 1] ?? 0) <= fewest + 1) high += 1
    // The interval holds the quotas that fit as well, or worse by one answer.
    return { quota, mismatches: fewest, quotaInterval: [low, high] as readonly [number, number] }
  }
}
