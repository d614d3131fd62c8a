import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Exchange } from '../../evidence/exchange.ts'
import type { Redact } from '../../evidence/redaction/redaction.ts'
import type { ScenarioName } from '../registry.ts'
import { type LimitsOrder, type RateOrder, variables } from '../wire.ts'
import type { Environment } from './child.ts'
import { k6Environment } from './environment.ts'
import type { K6 } from './find-k6.ts'

/** How far a scenario is, and how fast it asks. */
export interface LoadProgress {
  readonly scenario: ScenarioName
  readonly requests: number
  readonly limited: number
  /** The part of the scenario that is over, 0 to 1; null where the service decides how long it takes. */
  readonly share: number | null
  /** Requests in the last second. */
  readonly ratePerSecond: number
  /** The longest time that may be left, milliseconds. */
  readonly leftMs: number
}

/** Makes a function that tells how far a scenario is. Call it once a second. */
export function progressTeller(scenario: ScenarioName, { progress }: Pick<LoadContext, 'progress'>) {
  let before = 0
  return (now: Omit<LoadProgress, 'scenario' | 'ratePerSecond'>) => {
    progress?.({ scenario, ...now, ratePerSecond: now.requests - before })
    before = now.requests
  }
}

/** All that asking needs beside the plan. The caller reads settings and environment; nothing in this folder reads them. */
export interface LoadContext {
  readonly k6: K6
  /** Origin and base path, without a slash at the end. */
  readonly baseUrl: string
  readonly loadKey: string | null
  /** Another eligible key, to see whether the limit refuses that key too (O17); null for none. */
  readonly otherKey: string | null
  /** True where nobody else uses the key. Only then is the service blamed for a limit that does not let go (O16). */
  readonly quietKey: boolean
  readonly extraHeaders: readonly (readonly [name: string, value: string])[]
  readonly redact: Redact
  /** Gets each exchange that is kept, redacted, when the exchange has ended. */
  readonly record: (exchange: Exchange) => void
  readonly signal?: AbortSignal | undefined
  /** Gets lines for people: first the budgets, then what is being done. */
  readonly say: (text: string) => void
  /** Called every second; nothing depends on it. */
  readonly progress?: ((progress: LoadProgress) => void) | undefined
  /** The environment of this process. Only its proxy, certificates and settings of Go's memory reach k6. */
  readonly environment: Environment
  /** Paths of PEM files. */
  readonly clientCertificate?: { readonly certificate: string; readonly privateKey: string }
  readonly runId: string
  readonly suiteVersion: string
  /** The run's trace id, 32 hex digits; each request then carries a W3C `traceparent`. @default none */
  readonly traceId?: string | undefined
  /** Where k6's dashboards are written (`k6-limits.html` …); null for no dashboards. */
  readonly dashboardDirectory: string | null
  /** The folder of the scripts, where they are not ours: for tests. */
  readonly scripts?: string
}

export function scriptOf(name: ScenarioName, { scripts }: Pick<LoadContext, 'scripts'>): string {
  const folder = scripts ?? fileURLToPath(new URL('../scenarios/', import.meta.url))
  return join(folder, `${name}.ts`)
}

/** The user agent of every request of k6. */
export function userAgentOf({ suiteVersion, runId, k6 }: Pick<LoadContext, 'suiteVersion' | 'runId' | 'k6'>): string {
  return `platform-api-suite/${suiteVersion} run/${runId} k6/${k6.version}`
}

/** One process of k6 for a scenario: what it runs, and its environment, secrets included. */
export function k6ProcessFor(
  name: ScenarioName,
  order: Omit<RateOrder, 'userAgent'> | Omit<LimitsOrder, 'userAgent'>,
  dashboard: string,
  surroundings: LoadContext,
) {
  const { k6, redact, signal, loadKey, otherKey, extraHeaders, clientCertificate: tls, baseUrl } = surroundings
  const environment = k6Environment(surroundings.environment, {
    [variables.baseUrl]: baseUrl,
    [variables.order]: JSON.stringify({ ...order, userAgent: userAgentOf(surroundings) }),
    [variables.key]: loadKey ?? '',
    [variables.otherKey]: otherKey ?? '',
    [variables.headers]: JSON.stringify(Object.fromEntries(extraHeaders)),
    ...(tls ? { [variables.certificate]: tls.certificate, [variables.privateKey]: tls.privateKey } : {}),
    [variables.traceId]: surroundings.traceId ?? '',
    ...dashboardFor(dashboard, surroundings.dashboardDirectory),
  })
  return { binary: k6.binary, script: scriptOf(name, surroundings), environment, redact, signal }
}

function dashboardFor(name: string, directory: string | null): Environment {
  if (directory === null) return {}
  return {
    K6_WEB_DASHBOARD: 'true',
    // No port is opened. The period is short, since k6 writes no dashboard for a run shorter than three periods.
    K6_WEB_DASHBOARD_PORT: '-1',
    K6_WEB_DASHBOARD_PERIOD: '1s',
    K6_WEB_DASHBOARD_EXPORT: join(directory, `k6-${name}.html`),
  }
}
