import { type Asked, ask } from '../contracts/ask/ask.ts'
import { supertestTransport } from '../contracts/ask/transport.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { UsageError } from '../evidence/usage-error.ts'
import { loadKeysOf } from '../fixtures/target.ts'
import { askLoad } from '../load/ask.ts'
import { findK6, type K6 } from '../load/engine/find-k6.ts'
import type { LoadContext } from '../load/engine/load-context.ts'
import type { LoadRecord } from '../load/record.ts'
import { Waits } from '../load/waits.ts'
import type { Interruption } from './interruption.ts'
import type { Prepared } from './prepare.ts'
import type { ProgressWriter } from './progress.ts'
import { suiteVersion, traceIdOf } from './version.ts'

/** The results of asking, without the exchanges; null for a half that was not asked. */
export interface AskedRun {
  readonly contracts: Asked | null
  readonly load: LoadRecord | null
}

/** What is around a run: what may end it from outside, and what shows how far it is. */
export interface Around {
  readonly interruption: Interruption
  readonly output: ProgressWriter
}

/** What asking needs besides the prepared run. */
export interface AskContext extends Around {
  readonly id: string
  readonly directory: string
  /** Null where no scenario is wanted, or the run was interrupted during the search for k6. */
  readonly k6: K6 | null
  readonly record: (exchange: Exchange) => void
}

const sharedKey =
  'LOAD_API_KEY is not set, or is API_KEY: the limit is met with API_KEY, and what others do with that key may blur what is seen'

/** Finds a run's k6; null where no scenario is wanted, or an interruption ended the search. Throws a `UsageError` where there is no k6. */
export async function k6For({ load, common, environment }: Prepared, around: Around): Promise<K6 | null> {
  if (load.scenarios.length === 0) return null
  const { line } = around.output
  const { signal } = around.interruption
  try {
    const k6 = await findK6({ k6Bin: common.k6, environment, progress: line, signal })
    if (k6.note !== null) line(k6.note)
    return k6
  } catch (error) {
    if (error instanceof UsageError && signal.aborted) return null
    throw error
  }
}

/** Asks contracts first, then load: never both at once. */
export async function askAll(prepared: Prepared, context: AskContext): Promise<AskedRun> {
  const { k6, interruption, output } = context
  output.stage(prepared.plan.questions.length > 0 ? 'contracts' : 'is it there?')
  // The contract half's refusals count too: load waits until a limit that contracts met is over.
  const waits = new Waits()
  const record = (exchange: Exchange) => {
    waits.hearBefore(exchange)
    context.record(exchange)
  }
  const contracts = prepared.plan.entries.length === 0 ? null : await askContractHalf(prepared, { ...context, record })
  const stopped = interruption.signal.aborted || (contracts?.stopped ?? null) !== null
  if (stopped || k6 === null) return { contracts, load: null }
  const asksLimits = prepared.load.scenarios.some(({ name, skipped }) => name === 'limits' && skipped === null)
  if (!loadKeysOf(prepared.target.known).quietKey && asksLimits) output.line(sharedKey)
  output.stage('load')
  return { contracts, load: await askLoad(prepared.load, surroundings(prepared, context, k6), waits) }
}

function askContractHalf(prepared: Prepared, { id, record, interruption, output }: AskContext): Promise<Asked> {
  const { options, plan, target, redact, security, common } = prepared
  return ask(plan, {
    redact,
    record,
    concurrency: options.concurrency,
    timeoutMs: options.timeout,
    maxDurationMs: options.maxDuration,
    waitMs: options.wait,
    known: target.known,
    userAgent: `platform-api-suite/${suiteVersion} run/${id}`,
    traceId: common.traceparent ? traceIdOf(id) : undefined,
    signal: interruption.signal,
    transport: supertestTransport(target.known.baseUrl, options.concurrency, security.forProbes),
    progress: ({ done, planned, limited, leftMs }) => output.share(planned === 0 ? 1 : done / planned, limited, leftMs),
  })
}

function surroundings(
  { target, options, redact, security, environment, common }: Prepared,
  { id, directory, interruption, output, record }: AskContext,
  k6: K6,
): LoadContext {
  const { baseUrl, extraHeaders } = target.known
  return {
    k6,
    baseUrl,
    extraHeaders,
    record,
    redact,
    // k6 trusts the authority in this variable; the probes trust the same one.
    environment:
      security.authority === null ? environment : { ...environment, NODE_EXTRA_CA_CERTS: security.authority },
    ...loadKeysOf(target.known),
    signal: interruption.signal,
    say: output.line,
    progress: options.quiet ? undefined : output.load,
    ...(security.clientCertificate === null ? {} : { clientCertificate: security.clientCertificate }),
    runId: id,
    traceId: common.traceparent ? traceIdOf(id) : undefined,
    suiteVersion,
    dashboardDirectory: directory,
  }
}
