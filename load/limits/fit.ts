import type { Algorithm } from '../../evidence/results.ts'
import type { Trace } from './transport.ts'

/** What a trace says about a limit; the numbers as `LimitResult` holds them (O18). */
export interface Fit {
  readonly algorithm: Algorithm
  /** Requests: the quota of a window, the depth of a bucket, the places of a concurrency limit. */
  readonly quota: number | null
  readonly quotaInterval: readonly [number, number] | null
  readonly windowMs: number | null
  readonly windowIntervalMs: readonly [number, number] | null
  /** Tokens a second; token bucket only. */
  readonly refillPerSecond: number | null
  readonly refillInterval: readonly [number, number] | null
  /** One sentence for people. */
  readonly why: string
  /** The window is at least this long, milliseconds, where it outlasted the budget (then: not-exercised). */
  readonly longerThanMs: number | null
  /** One more shaped round could tell: call `probeLimit` again with `previous`. */
  readonly wantsRound: boolean
}

/** Names the limiter behind a trace, or says why it cannot tell: a wrong name is worse than none (O18). */
export function fitTrace(_trace: Trace): Fit {
  throw new Error('not built yet')
}
