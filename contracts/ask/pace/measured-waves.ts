/** So many waves at full speed are enough to learn whom a limit concerns. */
const enough = 2

/** Measuring begins again after so many waves at a kept rate, if they are more than this share of the requests since. */
const suspicious = 4
const suspiciousShare = 0.025

/** Counts the waves of refusals that were met at full speed, which tell whom a limit concerns. */
export class MeasuredWaves {
  #measured = 0
  #paced = 0
  #sentBefore = 0

  get areEnough(): boolean {
    return this.#measured >= enough
  }

  /** Takes note of a wave at full speed. `sent`: how many requests were sent so far. */
  measured(sent: number): void {
    this.#measured += 1
    this.#paced = 0
    this.#sentBefore = sent
  }

  /** Takes note of a wave although the rate of everybody was kept: a limit that was understood would not refuse so often. */
  paced(sent: number): void {
    this.#paced += 1
    if (this.#paced < suspicious || this.#paced <= suspiciousShare * (sent - this.#sentBefore)) return
    this.#measured = 0
    this.#paced = 0
    this.#sentBefore = sent
  }
}
