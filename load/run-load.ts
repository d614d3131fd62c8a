import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Exchange } from '../evidence/exchange.ts'
import { shown } from '../fixtures/catalog/catalog.ts'
import { runSession, type Session } from './engine/session.ts'
import type { LoadRecord } from './judge.ts'
import { type Judged, receivedAt, type ScenarioRecord, seconds, toldBy } from './judged.ts'
import { nameLimiter } from './limiter/limiter.ts'
import type { LoadOptions } from './load-options.ts'
import { describeBudgets, type Planned, planScenarios } from './orders.ts'
import { traceOf } from './trace.ts'
import type { LimitsOrder } from './wire.ts'

const idle: Session = {
  end: null,
  trace: null,
  scope: null,
  endedBy: 'itself',
  exitCode: null,
  unreadable: 0,
  lastWords: [],
  durationMs: 0,
}

/**
 * Runs the scenarios one after the other by k6 and returns what judging needs beside the exchanges. A wait that one was told
 * is kept before the next begins, or the next is not run. Never rejects for what a service or k6 does.
 */
export async function runLoad(options: LoadOptions): Promise<LoadRecord> {
  const exchanges: Exchange[] = []
  const keep = (exchange: Exchange) => {
    exchanges.push(exchange)
    options.record(exchange)
  }
  const scenarios: ScenarioRecord[] = []
  let learned: Pick<Session, 'trace' | 'scope'> = idle
  const plan = planScenarios(options)
  for (const line of describeBudgets(options)) options.progress(line)
  for (const planned of plan) {
    const skipped = planned.skipped ?? (await whyNotNow(planned, exchanges, options))
    const session = skipped === null ? await run(planned, options, exchanges, keep) : idle
    const { trace, scope, ...ended } = session
    if (planned.name === 'limits') learned = { trace, scope }
    const { name, budget } = planned
    scenarios.push({ name, budget, planned: planned.planned, skipped, k6Version: options.k6.version, ...ended })
  }
  return recordingOf(options, plan, scenarios, learned)
}

/** Until when the refusals so far asked this key to wait, milliseconds since the epoch. */
function waitingUntil(exchanges: readonly Exchange[]): number {
  return exchanges.reduce((latest, exchange) => {
    if (exchange.response?.status !== 429 && exchange.response?.status !== 503) return latest
    return Math.max(latest, receivedAt(exchange) + (toldBy(exchange) ?? 0))
  }, 0)
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

async function run(
  planned: Planned,
  options: LoadOptions,
  exchanges: readonly Exchange[],
  keep: (exchange: Exchange) => void,
): Promise<Session> {
  if (planned.order === null) return idle
  options.progress(`${planned.name}: running`)
  const first = await runSession(planned.name, planned.order, options, keep)
  return planned.name === 'limits' ? await furtherRounds(first, planned.order, options, exchanges, keep) : first
}

/** O18: a tie may ask for one more shaped round of the experiment, at most twice, within the same budget. */
async function furtherRounds(
  first: Session,
  order: LimitsOrder,
  options: LoadOptions,
  exchanges: readonly Exchange[],
  keep: (exchange: Exchange) => void,
): Promise<Session> {
  let session = first
  while (session.trace !== null && session.end !== null && !options.signal?.aborted) {
    const trace = traceOf(exchanges, session.trace)
    if (!nameLimiter(trace).wantsRound) break
    options.progress('limits: one more round, since two limiters explain what was seen')
    const directory = await mkdtemp(join(tmpdir(), 'platform-api-suite-'))
    try {
      const previous = join(directory, 'trace.json')
      await writeFile(previous, JSON.stringify(trace))
      const again: LimitsOrder = { ...order, previous, sentBefore: session.end.requests }
      // The dashboard stays that of the first round, which holds the trials.
      const next = await runSession('limits', again, { ...options, dashboardDirectory: null }, keep)
      session = joined(session, next)
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  }
  return session
}

function joined(before: Session, next: Session): Session {
  const durationMs = before.durationMs + next.durationMs
  const unreadable = before.unreadable + next.unreadable
  const { scope } = before
  if (before.end === null || next.end === null) return { ...next, scope, durationMs, unreadable }
  const end = { ...before.end, requests: before.end.requests + next.end.requests }
  return { ...next, scope, end, durationMs, unreadable }
}

function recordingOf(
  options: LoadOptions,
  plan: readonly Planned[],
  scenarios: readonly ScenarioRecord[],
  learned: Pick<Session, 'trace' | 'scope'>,
): LoadRecord {
  const id = options.rateLimitOperation
  const operation = options.operations.find((candidate) => candidate.id === id)
  const path = operation?.path ?? id.slice(id.indexOf(' ') + 1)
  const limited: Judged = { id, product: operation?.product ?? null, path }
  return {
    baseUrl: options.baseUrl,
    quietKey: options.quietKey,
    limited: { ...limited, shown: shown.includes(id) },
    reads: plan.flatMap((planned) => (planned.name === 'smoke' ? planned.order.targets : [])),
    scenarios,
    thresholds: options.thresholds ?? [],
    ...learned,
  }
}
