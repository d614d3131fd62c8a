import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Exchange } from '../evidence/exchange.ts'
import type { Redact } from '../evidence/redaction.ts'
import { shown } from '../fixtures/catalog/catalog.ts'
import type { Operation } from '../fixtures/catalog/operation.ts'
import type { Environment } from './child.ts'
import { k6Environment } from './environment.ts'
import { judgeLoad, type LoadJudgement, type LoadRecord } from './judge.ts'
import { type CodeOf, type Judged, receivedAt, type ScenarioRecord, seconds, toldBy } from './judged.ts'
import type { Threshold } from './judges/threshold.ts'
import type { K6 } from './k6.ts'
import { lineReader } from './lines.ts'
import {
  defaultBudgets,
  limitsPlan,
  type ScenarioBudget,
  type ScenarioName,
  scenarioNames,
  smokePlan,
} from './load-plan.ts'
import { runScenario } from './run-scenario.ts'
import { type LimitsOrder, type Order, type SmokeOrder, variables } from './wire.ts'

/** What a load run is told. The caller reads settings and environment; nothing here does. */
export interface LoadOptions {
  readonly k6: K6
  /** Origin and base path, without a slash at its end. */
  readonly baseUrl: string
  /** Those that may be touched: selected and not excluded. */
  readonly operations: readonly Operation[]
  /** The id of `RATE_LIMIT_OPERATION`, whether or not it may be touched. */
  readonly rateLimitOperation: string
  readonly scenarios: readonly ScenarioName[]
  readonly budgets?: Partial<Readonly<Record<ScenarioName, ScenarioBudget>>>
  readonly loadKey: string | null
  /** True where nobody else uses the key: only then is a limit that does not let go blamed on the service (O16). */
  readonly quietKey: boolean
  readonly extraHeaders: readonly (readonly [name: string, value: string])[]
  /** Milliseconds for one request. */
  readonly timeoutMs: number
  readonly redact: Redact
  /** Gets each exchange, redacted, when it ended. */
  readonly record: (exchange: Exchange) => void
  readonly codeOf: CodeOf
  readonly signal?: AbortSignal
  /** Lines for people: budgets beforehand, then what is being done. */
  readonly progress: (text: string) => void
  /** The process's environment: proxy and certificates of it reach k6, nothing else. */
  readonly environment: Environment
  /** Files in PEM. */
  readonly clientCertificate?: { readonly certificate: string; readonly privateKey: string }
  readonly thresholds?: readonly Threshold[]
  readonly runId: string
  readonly suiteVersion: string
  /** Where k6's dashboards go (`k6-limits.html` …), or null for none. */
  readonly dashboardDirectory: string | null
}

/** What a load run brought. `recording` with the exchanges gives the same judgement again. */
export interface LoadOutcome extends LoadJudgement {
  readonly exchanges: readonly Exchange[]
  readonly requests: number
  readonly recording: LoadRecord
}

interface Planned {
  readonly name: ScenarioName
  readonly budget: ScenarioBudget
  readonly order: Order | null
  readonly skipped: string | null
  readonly planned: number | null
}

function planAll(options: LoadOptions): readonly Planned[] {
  const wanted = scenarioNames.filter((name) => options.scenarios.includes(name))
  return wanted.map((name): Planned => {
    const budget = options.budgets?.[name] ?? defaultBudgets[name]
    const { baseUrl, timeoutMs } = options
    const userAgent = `platform-api-suite/${options.suiteVersion} run/${options.runId} k6/${options.k6.version}`
    const base = { baseUrl, userAgent, timeoutMs, budget }
    if (name === 'smoke') {
      const plan = smokePlan(options.operations, budget)
      const order: SmokeOrder = { ...base, ...plan }
      const planned = plan.targets.length * plan.iterations
      const skipped = planned === 0 ? 'No read without path parameters is selected.' : null
      return { name, budget, order, skipped, planned }
    }
    const plan = limitsPlan(options.operations, options.rateLimitOperation)
    if ('skipped' in plan) return { name, budget, order: null, skipped: plan.skipped, planned: null }
    const order: LimitsOrder = { ...base, ...plan }
    return { name, budget, order, skipped: null, planned: null }
  })
}

/** The budgets in sentences, for printing before the first request. */
export function describeBudgets(options: LoadOptions): readonly string[] {
  return planAll(options).map(({ name, budget, skipped }) =>
    skipped === null
      ? `${name}: at most ${budget.requests} requests within ${seconds(budget.ms)}`
      : `${name}: not run. ${skipped}`,
  )
}

/** Until when the refusals so far asked this key to wait, milliseconds since the epoch. */
function waitingUntil(exchanges: readonly Exchange[]): number {
  return exchanges.reduce((latest, exchange) => {
    if (exchange.response?.status !== 429 && exchange.response?.status !== 503) return latest
    return Math.max(latest, receivedAt(exchange) + (toldBy(exchange) ?? 0))
  }, 0)
}

const scriptOf = (name: ScenarioName) => fileURLToPath(new URL(`./scenarios/${name}.ts`, import.meta.url))

const idle = { end: null, endedBy: 'itself', exitCode: null, unreadable: 0, lastWords: [], durationMs: 0 } as const

function endOf(value: unknown): ScenarioRecord['end'] {
  if (typeof value !== 'object' || value === null) return null
  const { kind, requests, askedMs, why } = value as Record<string, unknown>
  if (typeof kind !== 'string' || typeof requests !== 'number') return null
  const asked = typeof askedMs === 'number' ? `Retry-After asks for ${seconds(askedMs)}, which` : null
  return { kind, requests, why: typeof why === 'string' ? why : asked }
}

/**
 * Runs the scenarios one after the other by k6 and judges what they recorded. A wait that one was told is kept before the
 * next begins, or the next is not run.
 */
export async function runLoad(options: LoadOptions): Promise<LoadOutcome> {
  const exchanges: Exchange[] = []
  const scenarios: ScenarioRecord[] = []
  for (const line of describeBudgets(options)) options.progress(line)
  for (const planned of planAll(options)) {
    const skipped = planned.skipped ?? (await whyNotNow(planned, exchanges, options))
    const { name, budget } = planned
    const record = { name, budget, planned: planned.planned, skipped, k6Version: options.k6.version }
    if (skipped !== null || planned.order === null) scenarios.push({ ...record, ...idle, skipped })
    else scenarios.push({ ...record, ...(await runOne(planned, planned.order, exchanges, options)) })
  }
  const recording = recordingOf(options, scenarios)
  return { ...judgeLoad(recording, exchanges, options.codeOf), exchanges, requests: exchanges.length, recording }
}

async function whyNotNow(
  planned: Planned,
  exchanges: readonly Exchange[],
  { signal, progress }: LoadOptions,
): Promise<string | null> {
  if (signal?.aborted) return 'The run was interrupted.'
  const wait = waitingUntil(exchanges) - Date.now()
  if (wait <= 0) return null
  if (wait > planned.budget.ms) return `The key was told to wait for ${seconds(wait)}, longer than the budget.`
  progress(`${planned.name}: waits ${seconds(wait)} as told`)
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, wait + 1)
    signal?.addEventListener('abort', done, { once: true })
    function done() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
  })
  return signal?.aborted ? 'The run was interrupted.' : null
}

function secretsFor(options: LoadOptions): Environment {
  const tls = options.clientCertificate
  return {
    [variables.key]: options.loadKey ?? '',
    [variables.headers]: JSON.stringify(Object.fromEntries(options.extraHeaders)),
    ...(tls ? { [variables.certificate]: tls.certificate, [variables.privateKey]: tls.privateKey } : {}),
  }
}

function dashboardFor(name: string, directory: string | null): Environment {
  if (directory === null) return {}
  return {
    K6_WEB_DASHBOARD: 'true',
    // No port is opened; a short period, since a run of fewer than three writes nothing.
    K6_WEB_DASHBOARD_PORT: '-1',
    K6_WEB_DASHBOARD_PERIOD: '1s',
    K6_WEB_DASHBOARD_EXPORT: join(directory, `k6-${name}.html`),
  }
}

async function runOne(planned: Planned, order: Order, exchanges: Exchange[], options: LoadOptions) {
  const { name, budget } = planned
  const reader = lineReader(options.redact, (exchange) => {
    exchanges.push(exchange)
    options.record(exchange)
  })
  const startedAt = Date.now()
  const end = await runScenario({
    binary: options.k6.binary,
    script: scriptOf(name),
    environment: k6Environment(options.environment, {
      [variables.order]: JSON.stringify(order),
      ...secretsFor(options),
      ...dashboardFor(name, options.dashboardDirectory),
    }),
    onLine: reader.read,
    signal: options.signal,
    // Its own limit comes first; this one is for a k6 that hangs.
    maxMs: budget.ms + 2 * order.timeoutMs + 20_000,
  })
  const { end: said, unreadable, lastWords } = reader.reading()
  const durationMs = Date.now() - startedAt
  const why = end.error === null ? lastWords : [...lastWords, end.error]
  return { end: endOf(said), endedBy: end.by, exitCode: end.code, unreadable, lastWords: why, durationMs }
}

function recordingOf(options: LoadOptions, scenarios: readonly ScenarioRecord[]): LoadRecord {
  const id = options.rateLimitOperation
  const operation = options.operations.find((candidate) => candidate.id === id)
  const limited: Judged = {
    id,
    product: operation?.product ?? '',
    path: operation?.path ?? id.slice(id.indexOf(' ') + 1),
  }
  const smoke = options.budgets?.smoke ?? defaultBudgets.smoke
  return {
    baseUrl: options.baseUrl,
    quietKey: options.quietKey,
    limited: { ...limited, shown: shown.includes(id) },
    reads: scenarios.some(({ name }) => name === 'smoke') ? smokePlan(options.operations, smoke).targets : [],
    scenarios,
    thresholds: options.thresholds ?? [],
  }
}
