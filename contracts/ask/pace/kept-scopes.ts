import type { ScopeEvidence } from './scope-evidence.ts'
import type { PaceScope } from './share.ts'

/**
 * The rates of a scope are kept while the most probable scope leads it by less than this (natural logarithm). The second value holds where
 * the limit may concern everybody. The waits of less probable scopes are kept all the same: without their rates, a refusal more may come.
 */
const improbable = 2
const nearlyAsProbable = 1

/** Another wave costs little where no refusal ever told a longer wait. Milliseconds. */
const cheapMs = 5_000

/** The rates of narrower scopes are tried until so many waves came meanwhile. */
const mostTries = 2

/** Narrower scopes that lead everybody by more are tried after any number of waves (natural logarithm). */
const clearly = 2.5

/** Chooses the scopes whose waits and rates are kept: waits where the limit may concern the scope, rates where it probably does. */
export class KeptScopes {
  readonly #evidence: ScopeEvidence
  #waits: ReadonlySet<PaceScope> = new Set(['all'] as const)
  #rates: ReadonlySet<PaceScope> = this.#waits
  /** How many waves came while the rates of narrower scopes were tried. */
  #tries = 0
  #longestMs = 0

  constructor(evidence: ScopeEvidence) {
    this.#evidence = evidence
  }

  /** The scopes that the limit may concern. */
  get waits(): ReadonlySet<PaceScope> {
    return this.#waits
  }

  /** The scopes that the limit probably concerns, the most probable first. */
  get rates(): ReadonlySet<PaceScope> {
    return this.#rates
  }

  /** True while the limit may concern everybody and the rates of narrower scopes are tried. */
  get areTried(): boolean {
    return this.#waits.has('all') && !this.#rates.has('all')
  }

  /** Takes note of a wave of refusals. `toldMs`: the wait that it told, milliseconds. */
  met(toldMs: number): void {
    if (this.areTried) this.#tries += 1
    this.#longestMs = Math.max(this.#longestMs, toldMs)
  }

  /**
   * Chooses the scopes by what is known now. Where the rate of all requests together `isKnown`, narrower ones may be tried. True where the
   * choice of rates has changed and leaves everybody out.
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
