/** So many waves at full speed are met to learn whom a limit concerns. */
const enough = 2

/** They are met again where a rate that is kept was refused in so many waves, and by such a share of what was sent. */
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

  /** Takes note of one at full speed, after so many requests. */
  measured(sent: number): void {
    this.#measured += 1
    this.#paced = 0
    this.#sentBefore = sent
  }

  /** Takes note of one at a rate that is kept for everybody, after so many requests: no limit refuses that again and again. */
  paced(sent: number): void {
    this.#paced += 1
    if (this.#paced < suspicious || this.#paced <= suspiciousShare * (sent - this.#sentBefore)) return
    this.#measured = 0
    this.#paced = 0
    this.#sentBefore = sent
  }
}
