/** Whose budget a request spends: a limit concerns everybody, a holder of credentials, or one product of a holder (§7, §8.1). */
export interface Share {
  readonly holder: string
  readonly product: string
}

/** A share of a request, and when it was sent. Milliseconds. */
interface Sent extends Share {
  readonly startedAt: number
}

/** How far a limit reaches, as far as is known. */
type Scope = 'everybody' | 'holder' | 'product'

/** So many answers of others between two refusals of one show that those others are not concerned. */
const witnessesNeeded = 3

/** Refusals that come within so many milliseconds are taken for one event. */
const sameEventMs = 5_000

/** What leaves so soon after another request may arrive before it, so that its answer shows nothing. Milliseconds. */
const reorderingMs = 1

/** A refusal, and when it came. Milliseconds. */
type Refusal = Sent & { readonly at: number }

/** The refusals that were under way together: between two waves a wait may have passed, and a window ended. */
function lastWave(refusals: readonly Refusal[]): readonly Refusal[] {
  const inOrder = refusals.toSorted((one, other) => one.startedAt - other.startedAt)
  let wave: Refusal[] = []
  for (const refusal of inOrder) {
    if (wave.some(({ at }) => refusal.startedAt > at)) wave = [refusal]
    else wave.push(refusal)
  }
  return wave
}

/**
 * Learns whom a limit concerns. What was served counts only if it was sent between two requests that were refused (O17), both
 * under way at once: at the end of a window everybody is served again.
 */
export class ScopeEvidence {
  #refusals: readonly Refusal[] = []
  #answers: readonly Sent[] = []
  #known: Scope = 'everybody'
  /** Two products of one credential were refused at once. */
  #isWiderThanProduct = false

  /** How far the limit reaches that refused this one just now, or refuses it still. */
  get scope(): Scope {
    if (this.holder === null) return 'everybody'
    return this.#known === 'product' && this.#isWiderThanProduct ? 'holder' : this.#known
  }

  /** The only holder that was refused lately; null where there were several, or none. */
  get holder(): string | null {
    const [first, ...more] = new Set(this.#refusals.map(({ holder }) => holder))
    return more.length > 0 ? null : (first ?? null)
  }

  /** Takes note of an answer that is no refusal. */
  served(sent: Sent): void {
    const [first] = this.#refusals
    if (first === undefined || sent.startedAt > (this.#refusals.at(-1)?.at ?? 0)) return
    this.#answers = [...this.#answers, sent]
    this.#learn()
  }

  /** Takes note of a refusal. */
  refused(sent: Sent, at: number): void {
    this.#refusals = [...this.#refusals.filter((other) => at - other.at < sameEventMs), { ...sent, at }]
    const oldest = Math.min(...this.#refusals.map(({ startedAt }) => startedAt))
    this.#answers = this.#answers.filter(({ startedAt }) => startedAt > oldest)
    const products = this.#refusals.filter(({ holder }) => holder === sent.holder).map(({ product }) => product)
    if (new Set(products).size > 1) this.#isWiderThanProduct = true
    this.#learn()
  }

  #learn(): void {
    const [refusal] = this.#refusals
    if (refusal === undefined || this.holder === null) return
    const starts = lastWave(this.#refusals).map(({ startedAt }) => startedAt)
    const [from, to] = [Math.min(...starts) + reorderingMs, Math.max(...starts) - reorderingMs]
    const between = this.#answers.filter(({ startedAt }) => startedAt >= from && startedAt <= to)
    const others = between.filter(({ holder }) => holder !== refusal.holder)
    if (others.length >= witnessesNeeded && this.#known === 'everybody') this.#known = 'holder'
    const elsewhere = between.filter(({ holder, product }) => holder === refusal.holder && product !== refusal.product)
    if (elsewhere.length >= witnessesNeeded && this.#known === 'holder') this.#known = 'product'
  }
}
