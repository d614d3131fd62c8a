import type { ScopeEvidence } from './scope-evidence.ts'
import type { PaceScope } from './share.ts'

/**
 * The rates of a scope are not kept where it is so much less probable than another (natural logarithm); those of everybody neither where
 * fewer are so nearly as probable. Its waits are: all that this may cost is another refusal.
 */
const improbable = 2
const nearlyAsProbable = 1

/** Another wave costs little where no longer wait was ever told. Milliseconds. */
const cheapMs = 5_000

/** So many waves are met while the rates of fewer than everybody are tried. */
const mostTries = 2

/** Where fewer are so much more probable, they are tried however often they were (natural logarithm). */
const clearly = 2.5

/** Whose waits are kept, and whose rates: waits of all whom the limit may concern, rates of those whom it probably does. */
export class KeptScopes {
  readonly #evidence: ScopeEvidence
  #waits: ReadonlySet<PaceScope> = new Set(['all'] as const)
  #rates: ReadonlySet<PaceScope> = this.#waits
  /** How many waves were met while the rates of fewer were tried. */
  #tries = 0
  #longestMs = 0

  constructor(evidence: ScopeEvidence) {
    this.#evidence = evidence
  }

  /** Whom the limit may concern. */
  get waits(): ReadonlySet<PaceScope> {
    return this.#waits
  }

  /** Whom it probably concerns, the most probable first. */
  get rates(): ReadonlySet<PaceScope> {
    return this.#rates
  }

  /** True while the rates of fewer are tried than the limit may concern. */
  get areTried(): boolean {
    return this.#waits.has('all') && !this.#rates.has('all')
  }

  /** A wave of refusals was met that told to wait for so many milliseconds. */
  met(toldMs: number): void {
    if (this.areTried) this.#tries += 1
    this.#longestMs = Math.max(this.#longestMs, toldMs)
  }

  /**
   * Chooses by what is known now.
   *
   * @param isKnown True where it is known how fast everybody may be sent: fewer may be tried then.
   * @returns True where the rates of others are kept from now on, and not those of everybody.
   */
  choose(isKnown: boolean): boolean {
    const { candidates } = this.#evidence
    const before = [...this.#rates].join()
    const mayBeAll = candidates.includes('all')
    const most = mayBeAll ? nearlyAsProbable : improbable
    const narrower = candidates.filter((scope) => scope !== 'all' && this.#evidence.leadOver(scope) < most)
    this.#waits = new Set(mayBeAll ? (['all'] as const) : candidates)
    const isWorthIt = this.#tries < mostTries || this.#evidence.leadOver('all') > clearly
    const isTried = !mayBeAll || (isKnown && isWorthIt && this.#longestMs <= cheapMs)
    this.#rates = isTried && narrower.length > 0 ? new Set(narrower) : this.#waits
    return [...this.#rates].join() !== before && !this.#rates.has('all')
  }
}
