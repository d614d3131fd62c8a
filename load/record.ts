import { type Exchange, loadFacts } from '../evidence/exchange.ts'
import type { LoadFacts } from '../evidence/load-facts.ts'
import { groupSchema, percentilesSchema, plannedSchema } from '../evidence/load-results.ts'
import { shown } from '../fixtures/catalog/catalog.ts'
import { nullable, Type, type ValueOf } from '../fixtures/schemas/type.ts'
import { budgetSchema, scopeSchema, traceFrame } from './limiter/limiter.ts'
import { arrivalRate, isRateScenario } from './registry.ts'
import type { Target } from './targets.ts'
import { thresholdSchema } from './thresholds.ts'
import { trialEnds } from './trial/trial.ts'

const number = Type.Number()
const text = Type.String()

/** The answers of one operation, counted by status; 0 stands for no whole answer. */
const tally = Type.Object({ operation: text, requests: number, statuses: Type.Record(text, number) })

/** A stretch of a scenario: the requests that were planned for it, and the answers that came in it. */
const slice = Type.Object({
  atMs: number,
  ms: number,
  planned: number,
  requests: number,
  limited: number,
  failed: number,
  p95: nullable(number),
})

const groups = { all: groupSchema, products: Type.Record(text, groupSchema) }

const measured = Type.Object({
  ...groups,
  /** The same groups without answers that refused the key (401, 403) or came from a limit (429); absent where there were none. */
  admitted: Type.Optional(Type.Object(groups)),
  operations: Type.Array(tally),
  slices: Type.Array(slice),
  /** Turns that were taken twice: by two logs of one process, or by processes whose segments overlap. */
  twice: number,
  /** How late requests began after their planned moment. Our own machine causes this, not the service. */
  lateMs: Type.Optional(nullable(percentilesSchema)),
  /** How many requests got no answer and began after the last one that got one. */
  silentAtEnd: Type.Optional(number),
})

/** How one process of k6 ended. `counted`: the counts of its script, null where the script did not reach its end. */
const process = Type.Object({
  endedBy: Type.Enum(['itself', 'time', 'silence', 'interrupt', 'failed', 'stopped']),
  /** For people only: no judge reads k6's exit code. */
  exitCode: nullable(number),
  unreadable: number,
  lastWords: Type.Array(text),
  durationMs: number,
  counted: nullable(Type.Object({ requests: number, dropped: number })),
})

/**
 * Why the suite ended a scenario. `requests`, `time`: its budget was spent; `failing`: too many answers were 5xx or missing;
 * `gave-way`: a breakpoint found the rate that it looks for.
 */
const stop = Type.Object({ by: Type.Enum(['requests', 'time', 'failing', 'gave-way']), atMs: number, why: text })

const scenarioRecord = Type.Object({
  name: text,
  budget: budgetSchema,
  planned: plannedSchema,
  /** Why the scenario was not run; null where it was run. */
  skipped: nullable(text),
  /** How long the wait is that kept it from being run, milliseconds; absent where that was something else. */
  toldMs: Type.Optional(number),
  k6Version: nullable(text),
  durationMs: number,
  /** How long the scenario waited before its start because of refusals, also of those before the load; absent without a wait. */
  waitedMs: Type.Optional(number),
  processes: Type.Array(process),
  /** How far apart the processes began, where that is longer than starting takes. Only logs of pods have this. */
  apartMs: Type.Optional(number),
  stopped: nullable(stop),
  /** Null where the scenario has no arrival rate. */
  measured: nullable(measured),
  /** Only of the limits scenario: how its trials ended, and the told wait that was longer than the budget. */
  trials: nullable(Type.Object({ kind: Type.Enum(trialEnds), askedMs: nullable(number) })),
})

const judgedOperation = Type.Object({
  id: text,
  /** Null where the operation is not among those of the run. */
  product: nullable(text),
  method: text,
  path: text,
})

/** The load's part of `recording.json`. */
export const loadRecordSchema = Type.Object({
  baseUrl: text,
  /** True where nobody else uses the key (`LOAD_API_KEY` was given). */
  quietKey: Type.Boolean(),
  /** The limited operation, and whether the specification shows its error statuses (§7.1). */
  limited: Type.Intersect([judgedOperation, Type.Object({ shown: Type.Boolean() })]),
  /** The reads of scenarios with an arrival rate. */
  reads: Type.Array(judgedOperation),
  scenarios: Type.Array(scenarioRecord),
  thresholds: Type.Array(thresholdSchema),
  /** The frame of the experiment's trace, whose samples are exchanges; null where no experiment was made. */
  trace: nullable(traceFrame),
  /** Whom the limit concerns, as repeated pairs of requests tell; null where no pairs were sent. */
  scope: nullable(scopeSchema),
})

/** All that judging needs beside the exchanges. It is plain data in `recording.json`, so a recording can be judged again. */
export type LoadRecord = ValueOf<typeof loadRecordSchema>
export type ScenarioRecord = ValueOf<typeof scenarioRecord>
export type ProcessRecord = ValueOf<typeof process>
export type Measured = ValueOf<typeof measured>
export type Slice = ValueOf<typeof slice>
export type Stop = ValueOf<typeof stop>
export type JudgedOperation = ValueOf<typeof judgedOperation>

/** What asking a scenario gave. Members that a scenario of its kind does not have are left out. */
export type AskedScenario = Partial<
  Pick<ScenarioRecord, 'processes' | 'stopped' | 'measured' | 'trials'> & Pick<LoadRecord, 'trace' | 'scope'>
>

const judged = ({ id, product, method, path }: Target): JudgedOperation => ({ id, product, method, path })

/** The operations of a load record: each read once; and the limited operation, with whether the specification shows it. */
export function knownOfReads(
  reads: readonly Target[],
  limitedId: string,
  limited: Target | undefined = reads.find(({ id }) => id === limitedId),
): Pick<LoadRecord, 'limited' | 'reads'> {
  const [method = 'GET', path = '/'] = limitedId.split(' ')
  const of = limited === undefined ? { id: limitedId, product: null, method, path } : judged(limited)
  return {
    limited: { ...of, shown: shown.includes(limitedId) },
    reads: [...new Map(reads.map((target) => [target.id, judged(target)])).values()],
  }
}

/** What k6 was to deliver in a scenario with an arrival rate; null for any other. */
export function plannedLoad({ name, planned: { ratePerSecond, durationMs } }: ScenarioRecord) {
  if (!isRateScenario(name) || ratePerSecond === null || durationMs === null) return null
  return { name, load: arrivalRate(name), plateau: { ratePerSecond, durationMs } }
}

/** How many requests k6 dropped in a scenario, in all processes that told it. */
export function droppedBy({ processes }: Pick<ScenarioRecord, 'processes'>): number {
  return processes.reduce((sum, { counted }) => sum + (counted?.dropped ?? 0), 0)
}

/** An exchange of load. Its facts tell why it was sent. */
export type LoadExchange = Exchange & { readonly facts: LoadFacts }

/** The kept exchanges of a scenario. */
export function exchangesOf(name: string, exchanges: readonly Exchange[]): readonly LoadExchange[] {
  const isOwn = (one: Exchange): one is LoadExchange => one.source === 'load' && loadFacts(one)?.scenario === name
  return exchanges.filter(isOwn)
}

/** How many requests were sent without a kept exchange. The other requests stand in `exchanges.ndjson`. */
export function unkeptRequests({ scenarios }: LoadRecord, exchanges: readonly Exchange[]): number {
  return scenarios.reduce((sum, { name, measured }) => {
    if (measured === null) return sum
    return sum + measured.all.requests - exchangesOf(name, exchanges).length
  }, 0)
}

/** How often each status came in all scenarios, with or without a kept exchange. What was not answered whole has none. */
export function statusesUnderLoad(
  { scenarios }: LoadRecord,
  exchanges: readonly Exchange[],
): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  const count = (status: number, often: number) => counts.set(status, (counts.get(status) ?? 0) + often)
  for (const { name, measured } of scenarios) {
    if (measured === null) for (const { response } of exchangesOf(name, exchanges)) count(response?.status ?? 0, 1)
    for (const { statuses } of measured?.operations ?? [])
      for (const [status, often] of Object.entries(statuses)) count(Number(status), often)
  }
  counts.delete(0)
  return counts
}
