import { judge } from '../contracts/judge.ts'
import { type ContractRun, runContracts } from '../contracts/run-contracts.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { findK6, type K6, K6Missing } from '../load/engine/find-k6.ts'
import type { LoadOptions, LoadOutcome } from '../load/load-options.ts'
import { runLoad } from '../load/run-load.ts'
import type { Circumstances } from './gate.ts'
import type { Interruption } from './interruption.ts'
import { codeReader } from './judge.ts'
import type { Prepared } from './prepare.ts'
import type { progressWriter } from './progress.ts'
import type { LineFile } from './run-folder.ts'
import type { Variables } from './settings.ts'
import { UsageError } from './usage-error.ts'
import { suiteVersion } from './version.ts'

/** What a run brought, both halves. */
export interface Asked {
  readonly exchanges: readonly Exchange[]
  readonly contracts: ContractRun | null
  readonly load: LoadOutcome | null
}

/** What asking needs besides what was prepared. */
export interface Asking {
  readonly id: string
  readonly directory: string
  readonly k6: K6 | string | null
  readonly lines: LineFile
  readonly interruption: Interruption
  readonly environment: Variables
  readonly output: ReturnType<typeof progressWriter>
}

const sharedKey =
  'LOAD_API_KEY is not set: the limit is met with API_KEY, and what others do with that key may blur what is seen'

/** Contracts first, then load: never both at once. */
export async function askAll(prepared: Prepared, asking: Asking): Promise<Asked> {
  const exchanges: Exchange[] = []
  const record = (exchange: Exchange) => {
    exchanges.push(exchange)
    asking.lines.add(exchange)
  }
  const { interruption, k6 } = asking
  const contracts = prepared.plan.entries.length === 0 ? null : await askContracts(prepared, asking, record)
  const goesOn = !interruption.signal.aborted && contracts?.stopped == null && typeof k6 === 'object' && k6 !== null
  if (!goesOn) return { exchanges, contracts, load: null }
  const learned = contracts ?? judge({ plan: prepared.plan, exchanges: [], unsent: {} })
  if (prepared.target.known.keys.load === null) asking.output.line(sharedKey)
  const load = await runLoad(loadOptions(prepared, asking, k6, codeReader(learned.learned), record))
  return { exchanges, contracts, load }
}

function askContracts(prepared: Prepared, asking: Asking, record: (exchange: Exchange) => void): Promise<ContractRun> {
  const { options, target, selection, seed, security } = prepared
  const { concurrency, timeoutMs, maxDurationMs, waitMs, profile } = options
  const { known, policy } = target
  return runContracts({
    ...{ known, policy, profile, selection, seed, concurrency, timeoutMs, maxDurationMs, waitMs, record },
    userAgent: `platform-api-suite/${suiteVersion} run/${asking.id}`,
    signal: asking.interruption.signal,
    security: security.forProbes,
    progress: asking.output.contracts,
  })
}

function loadOptions(
  { target, scenarios, selection, options, redact, security, thresholds }: Prepared,
  { id, directory, interruption, environment, output }: Asking,
  k6: K6,
  codeOf: LoadOptions['codeOf'],
  record: (exchange: Exchange) => void,
): LoadOptions {
  const { keys, baseUrl, extraHeaders, rateLimitOperation } = target.known
  return {
    ...{ k6, baseUrl, extraHeaders, rateLimitOperation, scenarios, codeOf, record, redact },
    // Go trusts what this names; the probes got the same authority.
    environment: security.authority === null ? environment : { ...environment, SSL_CERT_FILE: security.authority },
    operations: selection.operations.filter((operation) => !selection.excluded(operation.id)),
    loadKey: keys.load ?? keys.eligible,
    otherKey: keys.load === null ? null : keys.eligible,
    quietKey: keys.load !== null,
    experiment: options.only === 'load',
    timeoutMs: options.timeoutMs,
    signal: interruption.signal,
    progress: output.line,
    thresholds,
    ...(security.clientCertificate === null ? {} : { clientCertificate: security.clientCertificate }),
    runId: id,
    suiteVersion,
    dashboardDirectory: directory,
  }
}

/** k6, or in a sentence why there is none. Throws a `UsageError` where it cannot be had. */
export async function searchK6(
  k6Bin: string | null,
  environment: Variables,
  interruption: Interruption,
  progress: (text: string) => void,
): Promise<K6 | string> {
  try {
    const k6 = await findK6({ k6Bin, environment, progress, signal: interruption.signal })
    if (k6.note !== null) progress(k6.note)
    return k6
  } catch (error) {
    if (error instanceof K6Missing) {
      if (interruption.signal.aborted) return error.message
      throw new UsageError(error.message)
    }
    throw error
  }
}

const stopped = {
  unreachable: (baseUrl: string, why: string) => `Nothing answers at ${baseUrl}${why === '' ? '' : ` (${why})`}`,
  'no-answers': (baseUrl: string, why: string) =>
    `${baseUrl} stopped giving whole answers${why === '' ? '' : ` (${why})`}, so the run was ended early`,
  limited: (baseUrl: string) => `${baseUrl} refuses everything as limited, so the run was ended early`,
  maintenance: (baseUrl: string) => `${baseUrl} answers with nothing but server errors, so the run was ended early`,
} as const

/** What befell the run besides its findings: the exit code depends on it. */
export function circumstancesOf(
  { options, target, plan, redact }: Prepared,
  asked: Asked,
  interruption: Interruption,
): Circumstances {
  const reason = asked.contracts?.stopped ?? null
  const message = asked.exchanges.findLast((exchange) => exchange.failure !== null)?.failure?.message ?? ''
  // TLS errors go on with numbers and file names that say nothing to a reader.
  const lastFailure = message.split(/ [0-9A-F]{12,}:/, 1)[0] ?? ''
  return {
    interrupted: interruption.reason() ?? undefined,
    unreachable: reason === null ? undefined : redact(stopped[reason](target.known.baseUrl, lastFailure)),
    minExercised: options.minExercised ?? undefined,
    asksContracts: plan.questions.length > 0,
  }
}
