import { type Exchange, loadFacts } from '../evidence/exchange.ts'
import { nullable, Type, type ValueOf } from '../fixtures/schemas/type.ts'
import type { RateScenario } from './registry.ts'
import { metrics } from './thresholds.ts'
import { trialEnds } from './trial/trial.ts'

export const words = <const W extends string[]>(all: readonly [...W]) => Type.Enum(all as unknown as [...W])
const number = Type.Number()
const text = Type.String()

/** Milliseconds, of all requests: k6's own timing and interpolation. Null where there were none. */
const latency = nullable(Type.Object({ p50: number, p95: number, p99: number, max: number }))

/** Requests that belong together. Each is in one of the last three counts, but for none. */
const group = Type.Object({
  requests: number,
  /** Got an answer that is neither of the following. */
  answered: number,
  /** 429. */
  limited: number,
  /** 5xx, or no whole answer. */
  failed: number,
  latencyMs: latency,
})

/** What one operation was answered, by status; 0 stands for no whole answer. */
const tally = Type.Object({ operation: text, requests: number, statuses: Type.Record(text, number) })

/** A stretch of a scenario: what was planned for it, and what was answered in it. */
const slice = Type.Object({
  atMs: number,
  ms: number,
  planned: number,
  requests: number,
  limited: number,
  failed: number,
  p95: nullable(number),
})

const groups = { all: group, products: Type.Record(text, group) }

const measured = Type.Object({
  ...groups,
  /** The same without the answers that refused the key, or by a limit; absent where none did. */
  admitted: Type.Optional(Type.Object(groups)),
  operations: Type.Array(tally),
  slices: Type.Array(slice),
  /** Turns that more than one process took: two logs of one process, or segments that overlap. */
  twice: number,
  /** How late requests began that were to begin at a planned moment: what held them up is our own machine. */
  lateMs: Type.Optional(latency),
})

/** How one process of k6 ended, and what its script counted; null where it did not reach its end. */
const process = Type.Object({
  endedBy: words(['itself', 'time', 'silence', 'interrupt', 'failed', 'stopped']),
  /** For people only: k6's exit code decides nothing. */
  exitCode: nullable(number),
  unreadable: number,
  lastWords: Type.Array(text),
  durationMs: number,
  counted: nullable(Type.Object({ requests: number, dropped: number })),
})

/**
 * Why the suite ended a scenario. `requests`, `time`: the budget was reached; `failing`: too many 5xx or no answers;
 * `gave-way`: what a breakpoint looks for was found.
 */
const stop = Type.Object({ by: words(['requests', 'time', 'failing', 'gave-way']), atMs: number, why: text })

const scenarioRecord = Type.Object({
  name: text,
  budget: Type.Object({ requests: number, ms: number }),
  /** Null where the service decides it. */
  planned: Type.Object({ requests: nullable(number), ratePerSecond: nullable(number), durationMs: nullable(number) }),
  /** Why it was not run, or null. */
  skipped: nullable(text),
  k6Version: nullable(text),
  durationMs: number,
  /** How long it waited before as refusals had told, of what was asked before too; absent where it did not. */
  waitedMs: Type.Optional(number),
  processes: Type.Array(process),
  /** How far apart its processes began, where that is more than starting takes: of logs of pods alone. */
  apartMs: Type.Optional(number),
  stopped: nullable(stop),
  /** Of a scenario with an arrival rate. */
  measured: nullable(measured),
  /** Of the limits: how their trials ended, and the wait that was too long. */
  trials: nullable(Type.Object({ kind: words(trialEnds), askedMs: nullable(number) })),
})

const judgedOperation = Type.Object({
  id: text,
  /** Null where it is not among the operations of the run. */
  product: nullable(text),
  method: text,
  path: text,
})

/** A line of `LOAD_THRESHOLDS`. */
export const thresholdSchema = Type.Object({
  scenario: Type.Unsafe<RateScenario>({ type: 'string' }),
  product: text,
  metric: words(metrics),
  limit: number,
})

/** A trace of the experiment without its samples, which are exchanges. */
export const traceFrame = Type.Object({
  budget: Type.Object({ requests: number, ms: number, longestWaitMs: number }),
  end: words(['complete', 'requests', 'time', 'wait', 'failing']),
  rounds: number,
  spentMs: number,
  shape: nullable(Type.Object({ kind: words(['bulk', 'trickle', 'places']), size: number, scaleMs: number })),
})

const apart = nullable(Type.Boolean())
/** Whom the limit concerns, by repeated pairs. */
export const scopeSchema = Type.Object({
  apart: Type.Partial(Type.Object({ credential: apart, product: apart, operation: apart, address: apart })),
  scope: nullable(text),
  why: text,
  requests: number,
})

/** What the load half keeps in `recording.json`. */
export const loadRecordSchema = Type.Object({
  baseUrl: text,
  /** Nobody else uses the key (`LOAD_API_KEY` was given). */
  quietKey: Type.Boolean(),
  /** The operation whose limit is met, and whether its error statuses are shown (§7.1). */
  limited: Type.Intersect([judgedOperation, Type.Object({ shown: Type.Boolean() })]),
  /** The reads of scenarios with an arrival rate. */
  reads: Type.Array(judgedOperation),
  scenarios: Type.Array(scenarioRecord),
  thresholds: Type.Array(thresholdSchema),
  /** The frame of the limit's experiment, whose samples are exchanges; null where it was not made. */
  trace: nullable(traceFrame),
  /** Whom the limit concerns by repeated pairs; null where they were not made. */
  scope: nullable(scopeSchema),
})

/** All that judging needs beside the exchanges: plain data, kept in `recording.json`, so that it can be judged again. */
export type LoadRecord = ValueOf<typeof loadRecordSchema>
export type TraceFrame = ValueOf<typeof traceFrame>
export type ScenarioRecord = ValueOf<typeof scenarioRecord>
export type ProcessRecord = ValueOf<typeof process>
export type Measured = ValueOf<typeof measured>
export type Group = ValueOf<typeof group>
export type Latency = ValueOf<typeof latency>
export type Slice = ValueOf<typeof slice>
export type Stop = ValueOf<typeof stop>
export type JudgedOperation = ValueOf<typeof judgedOperation>

/** What came of asking a scenario; what one of its kind does not have is left out. */
export type AskedScenario = Partial<
  Pick<ScenarioRecord, 'processes' | 'stopped' | 'measured' | 'trials'> & Pick<LoadRecord, 'trace' | 'scope'>
>

/** Requests that were sent and whose exchanges were not kept: the others stand in `exchanges.ndjson`. */
export function unkeptRequests({ scenarios }: LoadRecord, exchanges: readonly Exchange[]): number {
  return scenarios.reduce((sum, { name, measured }) => {
    if (measured === null) return sum
    const kept = exchanges.filter((exchange) => loadFacts(exchange)?.scenario === name).length
    return sum + measured.all.requests - kept
  }, 0)
}

/** Whole answers that the scenarios got, whatever they said, kept as exchanges or not. */
export function wholeAnswerCount({ scenarios }: LoadRecord, exchanges: readonly Exchange[]): number {
  return scenarios.reduce((sum, { name, measured }) => {
    if (measured !== null) {
      const unanswered = measured.operations.reduce((none, { statuses }) => none + (statuses['0'] ?? 0), 0)
      return sum + measured.all.requests - unanswered
    }
    const own = exchanges.filter((exchange) => loadFacts(exchange)?.scenario === name)
    return sum + own.filter(({ response, failure }) => response !== null && failure === null).length
  }, 0)
}
