import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Exchange } from '../../evidence/exchange.ts'
import type { Redact } from '../../evidence/redaction/redaction.ts'
import type { ScenarioName } from '../registry.ts'
import { variables } from '../wire.ts'
import type { Environment } from './child.ts'
import { k6Environment } from './environment.ts'
import type { K6 } from './find-k6.ts'

/** How far load is: a scenario's share of its time or requests, and how fast it is. */
export interface LoadProgress {
  readonly scenario: ScenarioName
  readonly requests: number
  readonly limited: number
  /** From 0 to 1; null where the service decides how long it takes. */
  readonly share: number | null
  /** Requests a second over the last second. */
  readonly ratePerSecond: number
  /** Milliseconds that are left at most. */
  readonly leftMs: number
}

/** All that asking needs beside the plan. The caller reads settings and environment; nothing in this room does. */
export interface LoadContext {
  readonly k6: K6
  /** Origin and base path, without a slash at its end. */
  readonly baseUrl: string
  readonly loadKey: string | null
  /** Another eligible key, to see whether the limit refuses that one too (O17); null for none. */
  readonly otherKey: string | null
  /** True where nobody else uses the key: only then is a limit that does not let go blamed on the service (O16). */
  readonly quietKey: boolean
  readonly extraHeaders: readonly (readonly [name: string, value: string])[]
  readonly redact: Redact
  /** Gets each exchange that is kept, redacted, when it ended. */
  readonly record: (exchange: Exchange) => void
  readonly signal?: AbortSignal | undefined
  /** Lines for people: budgets beforehand, then what is being done. */
  readonly say: (text: string) => void
  /** Called every second, and nothing depends on it. */
  readonly progress?: ((progress: LoadProgress) => void) | undefined
  /** The process's environment: proxy and certificates of it reach k6, nothing else. */
  readonly environment: Environment
  /** Files in PEM. */
  readonly clientCertificate?: { readonly certificate: string; readonly privateKey: string }
  readonly runId: string
  readonly suiteVersion: string
  /** 32 hex digits of the run, where each request is to carry a W3C `traceparent`. @default none */
  readonly traceId?: string | undefined
  /** Where k6's dashboards go (`k6-limits.html` …), or null for none. */
  readonly dashboardDirectory: string | null
  /** Where the scripts are, where they are not ours: for tests. */
  readonly scripts?: string
}

export function scriptOf(name: ScenarioName, { scripts }: Pick<LoadContext, 'scripts'>): string {
  const folder = scripts ?? fileURLToPath(new URL('../scenarios/', import.meta.url))
  return join(folder, `${name}.ts`)
}

/** As every request of k6 names itself. */
export function userAgentOf({ suiteVersion, runId, k6 }: Pick<LoadContext, 'suiteVersion' | 'runId' | 'k6'>): string {
  return `platform-api-suite/${suiteVersion} run/${runId} k6/${k6.version}`
}

/** The whole environment of one process of k6, secrets included. */
export function environmentFor(surroundings: LoadContext, order: unknown, dashboard: string | null): Environment {
  const { loadKey, otherKey, extraHeaders, clientCertificate: tls, baseUrl } = surroundings
  return k6Environment(surroundings.environment, {
    [variables.baseUrl]: baseUrl,
    [variables.order]: JSON.stringify(order),
    [variables.key]: loadKey ?? '',
    [variables.otherKey]: otherKey ?? '',
    [variables.headers]: JSON.stringify(Object.fromEntries(extraHeaders)),
    ...(tls ? { [variables.certificate]: tls.certificate, [variables.privateKey]: tls.privateKey } : {}),
    [variables.traceId]: surroundings.traceId ?? '',
    ...dashboardFor(dashboard, surroundings.dashboardDirectory),
  })
}

function dashboardFor(name: string | null, directory: string | null): Environment {
  if (name === null || directory === null) return {}
  return {
    K6_WEB_DASHBOARD: 'true',
    // No port is opened; a short period, since a run of fewer than three writes nothing.
    K6_WEB_DASHBOARD_PORT: '-1',
    K6_WEB_DASHBOARD_PERIOD: '1s',
    K6_WEB_DASHBOARD_EXPORT: join(directory, `k6-${name}.html`),
  }
}
