import type { NamedLimiter } from '../../evidence/load-results.ts'

/** What a trace says about a limit (O18). */
export interface Fit extends NamedLimiter {
  /** The window is at least this long, milliseconds, where it outlasted the budget (then: not-exercised). */
  readonly longerThanMs: number | null
  /** One more shaped round could tell: experiment again with `previous`. */
  readonly wantsRound: boolean
}

/** What is said of a limiter that there is nothing to name by: no name and no number; `why` tells the reason. */
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

/** The same as what a trace says. */
export function cannotTell(why: string, wantsRound = false): Fit {
  return { ...unnamed(why), longerThanMs: null, wantsRound }
}
