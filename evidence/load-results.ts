import { nullable, Type, type ValueOf } from '../fixtures/schemas/type.ts'
import type { Verdict } from './verdict.ts'

const number = Type.Number()

/** The times of requests by k6's own timing, interpolated as k6 does. Milliseconds. */
export const percentilesSchema = Type.Object({ p50: number, p95: number, p99: number, max: number })
/** Null where there were no requests. */
export type Latency = ValueOf<typeof percentilesSchema> | null

/** A group of requests. Each request is in exactly one of `answered`, `limited` and `failed`. */
export const groupSchema = Type.Object({
  requests: number,
  /** Requests with an answer that is neither limited nor failed. */
  answered: number,
  /** 429. */
  limited: number,
  /** 5xx, or no whole answer. */
  failed: number,
  latencyMs: nullable(percentilesSchema),
})
export type Group = ValueOf<typeof groupSchema>

/** What was planned of a scenario. A number is null where the service decides it, as in `limits`. */
export const plannedSchema = Type.Object({
  /** The requests that all stages plan together. */
  requests: nullable(number),
  /** The rate at the plateau. */
  ratePerSecond: nullable(number),
  durationMs: nullable(number),
})

/** One of the team's thresholds and the value that was measured. */
export interface ThresholdResult {
  /** `*` for all requests together. */
  readonly product: string
  readonly metric: string
  /** Milliseconds; for the metric `failed` a share. */
  readonly limit: number
  /** Null without samples. */
  readonly value: number | null
  readonly samples: number
  /** As in the finding: what was not measured, or not enough of it, is neither kept nor exceeded. */
  readonly verdict: Verdict
  /** True where the verdict is `pass`: the threshold is kept, and all planned load was sent. */
  readonly ok: boolean
}

/** The point at which a service no longer kept up. */
export interface GaveWay {
  /** The highest rate planned until `atMs`. The service may have been behind for a while by then. */
  readonly ratePerSecond: number
  /** The highest served rate in any stretch of two seconds; absent where none was measured. */
  readonly servedPerSecond?: number
  /** Milliseconds from the start of the scenario. */
  readonly atMs: number
  readonly why: string
}

/** A service that became slower at a constant rate: p95 at the beginning and at the end, milliseconds. */
export type SlowedDown = Readonly<Record<'fromMs' | 'toMs', number>>

/** The same scenario at the same rate in the last run that had it. */
export interface ScenarioBefore {
  readonly run: string
  readonly ratePerSecond: number | null
  readonly latencyMs: Partial<NonNullable<Latency>>
}

/** One scenario of k6: what was planned and what was delivered. sent = answered + limited + failed. */
export interface ScenarioResult extends Omit<Group, 'requests'> {
  readonly name: string
  readonly verdict: Verdict
  readonly why: string
  readonly planned: ValueOf<typeof plannedSchema>
  readonly sent: number
  /** Iterations that k6 could not start in time: sent + dropped = planned, give or take one for each process. */
  readonly dropped: number
  /** Requests in flight when the suite ended the scenario, give or take a few. The rest of the planned ones never began. */
  readonly cutOff?: number
  /** How many k6 processes shared the scenario. */
  readonly processes: number
  readonly products: Readonly<Record<string, Omit<Group, 'answered'>>>
  readonly thresholds: readonly ThresholdResult[]
  /** Only scenarios that look for this have a value; null where the service kept up. */
  readonly gaveWay: GaveWay | null
  /** Absent where the service did not slow down, or the plateau is too short to tell. */
  readonly slowed?: SlowedDown
  /** Absent where no earlier run is known. */
  readonly before?: ScenarioBefore
  /** From the start of k6 to its end. */
  readonly durationMs: number
  /** How long the scenario waited before its start, as refusals had told, also those of contracts. Absent where it did not wait. */
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

/** What the refusals of one limit said with Retry-After. */
export interface RetryAfterResult {
  /** `seconds`, `date`, `absent`, `malformed` … as seen; null where no refusal was seen. */
  readonly form: string | null
  /** The longest wait that a refusal told, milliseconds. */
  readonly longestMs: number | null
  readonly trials: number
  readonly recovered: number
}

/** One event in the timeline of a limit, for the report. `at` is in milliseconds from the start. */
export interface LimitEvent {
  readonly at: number
  readonly kind: 'accepted' | 'refused' | 'failed' | 'wait' | 'recovered' | 'still-refused'
  readonly status: number | null
  /** For `wait`: its length in milliseconds. */
  readonly ms?: number
}

/** The algorithm of a limiter with its numbers and their intervals, or `inconclusive` and why (O18). */
export interface NamedLimiter {
  readonly algorithm: Algorithm
  /** A number of requests: the quota of a window, the depth of a bucket, or the places of a concurrency limit. */
  readonly quota: number | null
  readonly quotaInterval: readonly [number, number] | null
  readonly windowMs: number | null
  readonly windowIntervalMs: readonly [number, number] | null
  /** Tokens a second; only for a token bucket. */
  readonly refillPerSecond: number | null
  readonly refillInterval: readonly [number, number] | null
  /** One sentence for people. */
  readonly why: string
}

/** A limit that a scenario met, what could be inferred about it, and the evidence as a timeline. */
export interface LimitResult extends NamedLimiter {
  readonly scope: string
  readonly operation: string
  readonly retryAfter: RetryAfterResult
  readonly verdict: Verdict
  /** What was seen, in a sentence, even where no algorithm fits: `20 answered, then 429; served again after the told 2 s, three of three`. */
  readonly seen: string
  readonly timeline: readonly LimitEvent[]
}

/** `results.load`: the scenarios that ran, and each limit that they looked for. */
export interface LoadResults {
  readonly scenarios: readonly ScenarioResult[]
  readonly limits: readonly LimitResult[]
}
