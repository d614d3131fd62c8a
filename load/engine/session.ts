import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Exchange } from '../../evidence/exchange.ts'
import { type ScenarioRecord, seconds } from '../judged.ts'
import type { LoadOptions } from '../load-options.ts'
import type { ScenarioName } from '../load-plan.ts'
import { type LimitsEnd, type Order, variables } from '../wire.ts'
import type { Environment } from './child.ts'
import { k6Environment } from './environment.ts'
import { lineReader } from './lines.ts'
import { runScenario } from './run-scenario.ts'

/** One run of one script by k6. */
export interface Session extends Omit<ScenarioRecord, 'name' | 'budget' | 'planned' | 'skipped' | 'k6Version'> {
  readonly trace: LimitsEnd['trace']
  readonly scope: LimitsEnd['scope']
}

/** What a script said at its end, read with care: it came over a pipe. */
function endOf(value: unknown): Pick<Session, 'end' | 'trace' | 'scope'> {
  if (typeof value !== 'object' || value === null) return { end: null, trace: null, scope: null }
  const { kind, requests, askedMs, why, trace, scope } = value as Record<string, unknown>
  if (typeof kind !== 'string' || typeof requests !== 'number') return { end: null, trace: null, scope: null }
  const asked = typeof askedMs === 'number' ? `Retry-After asks for ${seconds(askedMs)}, which` : null
  const frame = typeof trace === 'object' ? (trace as LimitsEnd['trace']) : null
  return {
    end: { kind, requests, why: typeof why === 'string' ? why : asked },
    trace: frame,
    scope: typeof scope === 'object' ? (scope as LimitsEnd['scope']) : null,
  }
}

function secretsFor(options: LoadOptions): Environment {
  const tls = options.clientCertificate
  return {
    [variables.key]: options.loadKey ?? '',
    [variables.otherKey]: options.otherKey ?? '',
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

/** Runs one script; every exchange goes to `keep`, redacted, as it comes. */
export async function runSession(
  name: ScenarioName,
  order: Order,
  options: LoadOptions,
  keep: (exchange: Exchange) => void,
): Promise<Session> {
  const reader = lineReader(options.redact, keep)
  const startedAt = Date.now()
  const ended = await runScenario({
    binary: options.k6.binary,
    script: fileURLToPath(new URL(`../scenarios/${name}.ts`, import.meta.url)),
    environment: k6Environment(options.environment, {
      [variables.order]: JSON.stringify(order),
      ...secretsFor(options),
      ...dashboardFor(name, options.dashboardDirectory),
    }),
    onLine: reader.read,
    signal: options.signal,
    // The script's own limit comes first; this one is for a k6 that hangs.
    maxMs: order.budget.ms + 2 * order.timeoutMs + 20_000,
  })
  const { end, unreadable, lastWords } = reader.reading()
  return {
    ...endOf(end),
    endedBy: ended.by,
    exitCode: ended.code,
    unreadable,
    lastWords: ended.error === null ? lastWords : [...lastWords, ended.error],
    durationMs: Date.now() - startedAt,
  }
}
