import type { Exchange } from '../evidence/exchange.ts'
import type { Redact } from '../evidence/redaction/redaction.ts'
import type { Operation } from '../fixtures/catalog/operation.ts'
import type { Environment } from './engine/child.ts'
import type { K6 } from './engine/find-k6.ts'
import type { Threshold } from './judges/threshold.ts'
import type { ScenarioBudget, ScenarioName } from './load-plan.ts'

/** What a load run is told. The caller reads settings and environment; nothing in this room does. */
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
  /**
   * Whether to tell what kind of limiter it is (O18): it takes about 14 windows and 20 quotas. Without it only the trials of
   * code, Retry-After and recovery are made. @default false
   */
  readonly experiment?: boolean
  readonly loadKey: string | null
  /** Another eligible key, to see whether the limit refuses that one too (O17); null or the load key itself for none. */
  readonly otherKey: string | null
  /** True where nobody else uses the key: only then is a limit that does not let go blamed on the service (O16). */
  readonly quietKey: boolean
  readonly extraHeaders: readonly (readonly [name: string, value: string])[]
  /** Milliseconds for one request. */
  readonly timeoutMs: number
  readonly redact: Redact
  /** Gets each exchange, redacted, when it ended. */
  readonly record: (exchange: Exchange) => void
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
