/** Refusals come by chance where so many waves come with half as many requests at once as well. */
const enough = 2

/** They do not where so many times the usual number between two refusals is served in a row. */
const surely = 5

/** Tries whether refusals come by chance: then they come as often with half as many requests at once. */
export class ChanceTrial {
  #since: number | null = null
  #waves = 0
  #served = 0

  /** True once the trial has shown that refusals come by chance. */
  get isOver(): boolean {
    return this.#waves >= enough
  }

  /** Takes note of a served request; `share` of all were refused so far. True where chance would not serve so many in a row. */
  served(share: number): boolean {
    this.#served += 1
    return this.#served * share > surely
  }

  /** Takes note of a refusal. `isWave`: it is the first of a wave. */
  refused(startedAt: number, now: number, isWave: boolean): void {
    if (isWave && this.#since !== null && startedAt >= this.#since) this.#waves += 1
    this.#since ??= now
    this.#served = 0
  }
}
