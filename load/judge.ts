import type { Exchange } from '../evidence/exchange.ts'
import type { Finding } from '../evidence/finding.ts'
import { type Judgement, messageOf } from '../evidence/judgement.ts'
import type { LoadResults, ScenarioResult } from '../evidence/results.ts'
import { type CodeOf, type Judged, type LimitView, phaseOf, type ScenarioRecord } from './judged.ts'
import { judgeCode } from './judges/code.ts'
import { judgeDelivered } from './judges/delivered.ts'
import { judgeIsolation } from './judges/isolation.ts'
import { judgeRecovery } from './judges/recovery.ts'
import { judgeRetryAfter } from './judges/retry-after.ts'
import { judgeCompletes, judgeServerError } from './judges/standing.ts'
import { judgeThreshold, type Threshold } from './judges/threshold.ts'
import { latencyByProduct } from './latency.ts'
import { limitResult } from './limit-result.ts'
import type { Scope } from './limiter/limiter.ts'
import { curlLine, loadFinding } from './load-finding.ts'
import type { TraceFrame } from './wire.ts'

/** All that judging needs beside the exchanges: plain data, kept with the plan, so that a recording can be judged again. */
export interface LoadRecord {
  readonly baseUrl: string
  /** Nobody else uses the key (`LOAD_API_KEY` was given). */
  readonly quietKey: boolean
  /** The operation whose limit is met, and whether its error statuses are shown (§7.1). */
  readonly limited: Judged & { readonly shown: boolean }
  /** The reads of the smoke scenario. */
  readonly reads: readonly Judged[]
  readonly scenarios: readonly ScenarioRecord[]
  readonly thresholds: readonly Threshold[]
  /** The frame of the limit's experiment, whose samples are exchanges; null where it was not made. */
  readonly trace: TraceFrame | null
  /** Whom the limit concerns by repeated pairs; null where they were not made. */
  readonly scope: Scope | null
}

/** Everything judged: exactly one finding per planned check, sub-id and operation. */
export interface LoadJudgement {
  readonly findings: readonly Finding[]
  readonly results: LoadResults
}

const of = (exchanges: readonly Exchange[], scenario: string) =>
  exchanges
    .filter((exchange) => exchange.source === 'load' && exchange.facts?.['scenario'] === scenario)
    .sort((one, other) => one.startedAt - other.startedAt)

function limitView(record: LoadRecord, exchanges: readonly Exchange[], codeOf: CodeOf): LimitView | null {
  const scenario = record.scenarios.find(({ name }) => name === 'limits')
  if (scenario === undefined) return null
  const asked = of(exchanges, 'limits')
  return {
    operation: record.limited,
    shown: record.limited.shown,
    quietKey: record.quietKey,
    record: scenario,
    own: asked.filter(({ facts }) => facts?.['phase'] !== 'scope' && (facts?.['variant'] ?? 'base') === 'base'),
    scope: asked.filter((exchange) => phaseOf(exchange) === 'scope'),
    codeOf,
    voted: record.scope ?? null,
  }
}

/** Judges a load recording (O14 to O17, O19). Pure: the same recording gives the same findings. */
export function judgeLoad(record: LoadRecord, exchanges: readonly Exchange[], codeOf: CodeOf): LoadJudgement {
  const limit = limitView(record, exchanges, codeOf)
  const smoke = record.scenarios.some(({ name }) => name === 'smoke') ? of(exchanges, 'smoke') : null
  const ofLimit = limit === null ? { findings: [], limits: [] } : judgeLimit(record, limit)
  const scenarios = record.scenarios.map((scenario) => scenarioResult(record, scenario, of(exchanges, scenario.name)))
  return {
    findings: [
      ...ofLimit.findings,
      ...standingFindings(record, limit, smoke),
      ...scenarios.map(({ name, judgement }) =>
        loadFinding({ check: 'load.delivered', sub: name, operation: null }, judgement, null),
      ),
      ...thresholdFindings(record, scenarios),
    ],
    results: {
      scenarios: scenarios.map(({ judgement: _, ...result }) => result),
      limits: ofLimit.limits,
    },
  }
}

/** The findings on a limit, and the result that tells what it is. */
function judgeLimit(
  record: LoadRecord,
  limit: LimitView,
): { readonly findings: readonly Finding[]; readonly limits: LoadResults['limits'] } {
  const isolation = judgeIsolation(limit)
  const line = curlLine(record, record.limited.path, 64)
  const judged = [
    ['limits.code', judgeCode(limit)],
    ['limits.retry-after', judgeRetryAfter(limit)],
    ['limits.recovers', judgeRecovery(limit)],
    ['limits.isolation', isolation],
  ] as const
  const findings = judged.map(([check, judgement]) =>
    loadFinding({ check, sub: null, operation: record.limited }, judgement, limit.own.length === 0 ? null : line),
  )
  return { findings, limits: [limitResult(limit, isolation, record.trace)] }
}

/** O14's other half: 5xx and broken answers under load, for each operation that a scenario asks. */
function standingFindings(
  record: LoadRecord,
  limit: LimitView | null,
  smoke: readonly Exchange[] | null,
): readonly Finding[] {
  const operations = new Map<string, Judged>()
  if (limit !== null) operations.set(record.limited.id, record.limited)
  if (smoke !== null) for (const read of record.reads) operations.set(read.id, read)
  return [...operations.values()].flatMap((operation) => {
    const standing = {
      smoke: (smoke ?? []).filter((exchange) => exchange.operation === operation.id),
      limit: limit !== null && operation.id === record.limited.id ? limit : null,
    }
    const asked = standing.smoke.length + (standing.limit?.own.length ?? 0) > 0
    const line = asked ? curlLine(record, operation.path, standing.limit === null ? 1 : 64) : null
    return [
      loadFinding({ check: 'errors.server-error', sub: 'load', operation }, judgeServerError(standing), line),
      loadFinding({ check: 'http.completes', sub: 'load', operation }, judgeCompletes(standing), line),
    ]
  })
}

function scenarioResult(
  record: LoadRecord,
  scenario: ScenarioRecord,
  exchanges: readonly Exchange[],
): ScenarioResult & { readonly judgement: Judgement } {
  const judgement = judgeDelivered(scenario, exchanges.length)
  const products = new Map([record.limited, ...record.reads].map(({ id, product }) => [id, product]))
  return {
    name: scenario.name,
    verdict: judgement.verdict,
    why: messageOf(judgement),
    requests: exchanges.length,
    durationMs: scenario.durationMs,
    latency: latencyByProduct(exchanges, (operation) => products.get(operation ?? '') ?? null),
    k6Version: scenario.k6Version,
    judgement,
  }
}

/** The user's thresholds hold for the scenario that measures at rest; without it they were not asked. */
function thresholdFindings(record: LoadRecord, scenarios: readonly ScenarioResult[]): readonly Finding[] {
  const latency = scenarios.find(({ name }) => name === 'smoke')?.latency ?? []
  return record.thresholds.map((threshold) =>
    loadFinding(
      { check: 'load.threshold', sub: `${threshold.product}.${threshold.percentile}`, operation: null },
      judgeThreshold(threshold, latency),
      null,
      threshold.product,
    ),
  )
}
