import { addedLater, described, eachOf, nullable, optional, Type, type ValueOf } from '../fixtures/schemas/type.ts'
import { verdicts } from './verdict.ts'

const text = Type.String()
const count = Type.Integer({ minimum: 0 })
const amount = Type.Number({ minimum: 0 })
const verdict = Type.Enum(verdicts)

/** The times of requests by k6's own timing, interpolated as k6 does. */
export const percentilesSchema = Type.Object({ p50: amount, p95: amount, p99: amount, max: amount })

const latency = described(nullable(percentilesSchema), 'Milliseconds; null without any request.')
export type Latency = ValueOf<typeof latency>

/** A group of requests. Each request is in exactly one of `answered`, `limited` and `failed`. */
export const groupSchema = Type.Object({
  requests: count,
  answered: described(count, 'With an answer that is neither limited nor failed.'),
  limited: described(count, '429.'),
  failed: described(count, '5xx, or no whole answer.'),
  latencyMs: latency,
})
export type Group = ValueOf<typeof groupSchema>
const { requests, answered, ...outcomes } = groupSchema.properties

/** What was planned of a scenario: the requests of all its stages, and the rate at the plateau. Null where the service decides it. */
export const plannedSchema = Type.Object(eachOf(['requests', 'ratePerSecond', 'durationMs'], nullable(amount)))

/** What a threshold is about: a percentile of the times or the longest time, in milliseconds; or the share of failed requests. */
export const metrics = ['p50', 'p95', 'p99', 'max', 'failed'] as const

/** One of the team's thresholds and the value that was measured. */
const threshold = Type.Object({
  product: described(text, '* for all requests together.'),
  metric: Type.Enum(metrics),
  limit: described(amount, 'Milliseconds; for the metric failed a share.'),
  value: described(nullable(amount), 'Null without samples.'),
  samples: count,
  /** As in the finding: what was not measured, or not enough of it, is neither kept nor exceeded. */
  verdict: addedLater(verdict),
  ok: Type.Boolean({ description: 'True where the verdict is pass: it is kept, and all planned load was sent.' }),
})
export type ThresholdResult = ValueOf<typeof threshold>

/** The point at which a service no longer kept up. */
const gaveWay = Type.Object({
  servedPerSecond: optional(amount, 'The highest served rate in any two seconds; absent where none was measured.'),
  ratePerSecond: described(
    amount,
    'The highest rate planned until then. The service may have been behind for a while.',
  ),
  atMs: described(amount, 'Milliseconds from the start of the scenario.'),
  why: text,
})
export type GaveWay = ValueOf<typeof gaveWay>

/** A service that became slower, milliseconds. Absent where it did not, or where the plateau is too short to tell. */
const slowed = Type.Object({ fromMs: amount, toMs: amount })
export type SlowedDown = ValueOf<typeof slowed>

const before = Type.Object({ run: text, ratePerSecond: nullable(amount), latencyMs: Type.Partial(percentilesSchema) })
export type ScenarioBefore = ValueOf<typeof before>

/** One scenario of k6: what was planned and what was delivered. sent = answered + limited + failed. */
const scenario = Type.Object({
  name: Type.String({ minLength: 1 }),
  verdict,
  why: text,
  planned: described(plannedSchema, 'Null where the service decides it.'),
  sent: requests,
  answered,
  ...outcomes,
  dropped: described(count, 'What k6 could not start in time: sent + dropped = planned, give or take one a process.'),
  cutOff: optional(
    count,
    'In flight when the suite ended it, give or take a few. The rest of the planned never began.',
  ),
  processes: described(count, 'How many k6 processes shared it.'),
  products: Type.Record(text, Type.Object({ requests, ...outcomes })),
  thresholds: Type.Array(threshold),
  gaveWay: described(nullable(gaveWay), 'Only of scenarios that look for it; null where the service kept up.'),
  slowed: optional(slowed, 'p95 at the beginning and the end, where it became slower at a constant rate.'),
  before: optional(before, 'The same at the same rate in the last run that had it.'),
  durationMs: described(amount, 'From the start of k6 to its end.'),
  waitedMs: optional(amount, 'How long it waited before its start, as refusals had told, also those of contracts.'),
  k6Version: nullable(text),
})
export type ScenarioResult = ValueOf<typeof scenario>

const algorithm = Type.Enum([
  ...(['fixed-window', 'sliding-log', 'sliding-counter', 'token-bucket', 'concurrency'] as const),
  ...(['none', 'inconclusive'] as const),
])
export type Algorithm = ValueOf<typeof algorithm>

/** What the refusals of one limit said with Retry-After. */
const retryAfter = Type.Object({
  form: described(nullable(text), 'seconds, date, absent, malformed … as seen; null where no refusal was seen.'),
  longestMs: described(nullable(amount), 'The longest wait that a refusal told.'),
  trials: count,
  recovered: count,
})
export type RetryAfterResult = ValueOf<typeof retryAfter>

/** One event in the timeline of a limit, for the report. */
const limitEvent = Type.Object({
  at: Type.Number(),
  kind: Type.Enum(['accepted', 'refused', 'failed', 'wait', 'recovered', 'still-refused']),
  status: nullable(Type.Integer()),
  ms: optional(amount, 'For wait: its length in milliseconds.'),
})
export type LimitEvent = ValueOf<typeof limitEvent>

const interval = Type.Unsafe<readonly [number, number] | null>({
  type: ['array', 'null'],
  prefixItems: [{ type: 'number' }, { type: 'number' }],
  items: false,
  minItems: 2,
})

/** The algorithm of a limiter with its numbers and their intervals, or `inconclusive` and why (O18). */
const named = Type.Object({
  algorithm,
  quota: described(
    nullable(amount),
    'Requests: of a window, the depth of a bucket, the places of a concurrency limit.',
  ),
  quotaInterval: interval,
  windowMs: nullable(amount),
  windowIntervalMs: interval,
  refillPerSecond: described(nullable(amount), 'Tokens a second; only of a token bucket.'),
  refillInterval: interval,
  why: described(text, 'One sentence for people.'),
})
export type NamedLimiter = ValueOf<typeof named>

/** A limit that a scenario met, what could be inferred about it, and the evidence as a timeline. */
const limit = Type.Object({
  scope: text,
  operation: Type.String({ pattern: '^[A-Z]+ /' }),
  ...named.properties,
  retryAfter,
  verdict,
  timeline: Type.Array(limitEvent, { description: 'Milliseconds from the start of the scenario.' }),
  /** As `20 answered, then 429; served again after the told 2 s, three of three`. */
  seen: described(text, 'What was seen, in a sentence, even where no algorithm fits.'),
})
export type LimitResult = ValueOf<typeof limit>

/** `results.load`: the scenarios that ran, and each limit that they looked for. */
export const loadResultsSchema = Type.Object({
  scenarios: Type.Array(scenario),
  limits: Type.Array(limit, { description: 'The first is the one met by RATE_LIMIT_OPERATION.' }),
})
export type LoadResults = ValueOf<typeof loadResultsSchema>
