import type { NamedLimiter } from '../../evidence/load-results.ts'

/** What a trace says about a limit (O18). */
export interface Fit extends NamedLimiter {
  /** Where the window outlasted the budget, its least length in milliseconds: the verdict is then not-exercised. Else null. */
  readonly longerThanMs: number | null
  /** True where one more round could tell: run the experiment again with `previous`. */
  readonly wantsRound: boolean
}

/** The description of a limiter that cannot be named: no name and no number. `why` tells the reason. */
export function unnamed(why: string): NamedLimiter {
  return {
    algorithm: 'inconclusive',
    quota: null,
    quotaInterval: null,
    windowMs: null,
    windowIntervalMs: null,
    refillPerSecond: null,
    refillInterval: null,
    why,
  }
}

/** A fit of which this is known, and nothing else. */
export function fitOf(why: string, known: Partial<Fit>): Fit {
  return { ...unnamed(why), longerThanMs: null, wantsRound: false, ...known }
}

/** The fit of a trace from which no limiter can be named. */
export const cannotTell = (why: string, wantsRound = false): Fit => fitOf(why, { wantsRound })
