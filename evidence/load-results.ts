import type { Verdict } from './verdict.ts'

/** How long requests took by k6's own timing, over all of them, interpolated as k6 does it. Milliseconds; null without any. */
type LatencyResult = {
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly max: number
} | null

interface ProductLoad {
  readonly requests: number
  /** 5xx, or no whole answer. */
  readonly failed: number
  /** 429. */
  readonly limited: number
  readonly latencyMs: LatencyResult
}

/** A threshold of the team's and what was measured for it. */
export interface ThresholdResult {
  /** `*` for all requests together. */
  readonly product: string
  readonly metric: string
  /** Milliseconds, or for `failed` a share. */
  readonly limit: number
  /** Null without samples. */
  readonly value: number | null
  readonly samples: number
  /** True only where it is kept, by samples of all the load that was asked for. */
  readonly ok: boolean
}

/** Where a service no longer held. */
export interface GaveWay {
  /** What was planned when it was seen: a service may have been behind for a while. */
  readonly ratePerSecond: number
  /** The most that was served in a second, over two of them; absent where nothing tells. */
  readonly servedPerSecond?: number
  /** Milliseconds from the start of the scenario. */
  readonly atMs: number
  readonly why: string
}

/** A service that became slower while the rate stayed the same: p95 at first and at last, milliseconds. */
export interface SlowedDown {
  readonly fromMs: number
  readonly toMs: number
}

/** The same scenario in the last run that had it, at the same rate. */
export interface ScenarioBefore {
  readonly run: string
  readonly ratePerSecond: number | null
  readonly latencyMs: Partial<NonNullable<LatencyResult>>
}

/** One scenario of k6: what was asked of it and what it delivered. sent = answered + limited + failed. */
export interface ScenarioResult {
  readonly name: string
  readonly verdict: Verdict
  readonly why: string
  /** Numbers are null where the service decides them, as it does for `limits`. */
  readonly planned: {
    /** The integral of the stages. */
    readonly requests: number | null
    /** At the plateau. */
    readonly ratePerSecond: number | null
    readonly durationMs: number | null
  }
  readonly sent: number
  readonly answered: number
  readonly limited: number
  readonly failed: number
  /** Iterations that k6 could not begin in time: sent + dropped = planned, give or take one a process. */
  readonly dropped: number
  /**
   * Of a scenario that the suite ended: how many were under way, give or take a few. What is left to the planned ones did not begin.
   */
  readonly cutOff?: number
  /** Processes of k6 that shared it. */
  readonly processes: number
  readonly latencyMs: LatencyResult
  readonly products: Readonly<Record<string, ProductLoad>>
  readonly thresholds: readonly ThresholdResult[]
  /** Of scenarios that look for it; null where the service held. */
  readonly gaveWay: GaveWay | null
  /** Absent where it did not, or the plateau is too short to tell. */
  readonly slowed?: SlowedDown
  /** Absent where no earlier run is known. */
  readonly before?: ScenarioBefore
  /** From the start of k6 to its end. */
  readonly durationMs: number
  /** How long it waited before that, as refusals had told, those of the contracts too. Absent where it did not. */
  readonly waitedMs?: number
  readonly k6Version: string | null
}

export type Algorithm =
  | 'fixed-window'
  | 'sliding-log'
  | 'sliding-counter'
  | 'token-bucket'
  | 'concurrency'
  | 'none'
  | 'inconclusive'

/** How the answers of one limit carried Retry-After. */
export interface RetryAfterResult {
  /** `seconds`, `date`, `absent`, `malformed` … as seen; null where no refusal was seen. */
  readonly form: string | null
  /** The longest wait that was named, milliseconds. */
  readonly longestMs: number | null
  readonly trials: number
  readonly recovered: number
}

/** One moment of the limit's story, for the report: what was sent, refused, waited for. Milliseconds from the start. */
export interface LimitEvent {
  readonly at: number
  readonly kind: 'accepted' | 'refused' | 'failed' | 'wait' | 'recovered' | 'still-refused'
  readonly status: number | null
  /** For `wait`: how long, milliseconds. */
  readonly ms?: number
}

/** A limiter's name with its numbers and their intervals, or `inconclusive` and why (O18). */
export interface NamedLimiter {
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
}

/** A limit that was met, what could be inferred of it, and the evidence as a timeline. */
export interface LimitResult extends NamedLimiter {
  readonly scope: string
  readonly operation: string
  readonly retryAfter: RetryAfterResult
  readonly verdict: Verdict
  /** What was seen, in a sentence, also where no name fits: `20 answered, then 429; served again after 2 s, three of three`. */
  readonly seen: string
  readonly timeline: readonly LimitEvent[]
}

/** `results.load`: the scenarios that ran, and each limit that was looked for. */
export interface LoadResults {
  readonly scenarios: readonly ScenarioResult[]
  readonly limits: readonly LimitResult[]
}
