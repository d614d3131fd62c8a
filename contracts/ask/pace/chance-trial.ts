/** Refusals come by chance where half as many at once are refused as well, in so many waves. */
const enough = 2

/** They do not where so many times as many are served in a row as lie between two refusals. */
const surely = 5

/** Tries with half as many requests at once whether refusals come by chance: fewer are not refused less often then. */
export class ChanceTrial {
  #since: number | null = null
  #waves = 0
  #served = 0

  /** True once it was seen that they do. */
  get isOver(): boolean {
    return this.#waves >= enough
  }

  /**
   * Takes note of an answer that is no refusal.
   *
   * @param share How many of all were refused so far.
   * @returns True where so many would not be served in a row by chance.
   */
  served(share: number): boolean {
    this.#served += 1
    return this.#served * share > surely
  }

  /**
   * Takes note of a refusal.
   *
   * @param isWave True for the first of a wave.
   */
  refused(startedAt: number, now: number, isWave: boolean): void {
    if (isWave && this.#since !== null && startedAt >= this.#since) this.#waves += 1
    this.#since ??= now
    this.#served = 0
  }
}
