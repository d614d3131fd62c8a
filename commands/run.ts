import { join, resolve } from 'node:path'
import { stdout } from 'node:process'
import { judge } from '../contracts/judge.ts'
import { makePlan, type Plan, type Selection } from '../contracts/plan.ts'
import { describeProbe } from '../contracts/probe.ts'
import { type ContractRun, factsOf, randomSeed, redactionFor, runContracts } from '../contracts/run-contracts.ts'
import type { Exchange } from '../evidence/exchange.ts'
import type { Redact } from '../evidence/redaction.ts'
import type { ExitCode, Results } from '../evidence/results.ts'
import { census } from '../fixtures/catalog/catalog.ts'
import { findK6, type K6, K6Missing } from '../load/k6.ts'
import type { LoadOptions, LoadOutcome } from '../load/load-options.ts'
import { type ScenarioName, scenarioNames } from '../load/load-plan.ts'
import { runLoad } from '../load/run-load.ts'
import type { Circumstances } from '../reports/exit.ts'
import { summaryText } from '../reports/terminal/summary.ts'
import { terminalOf } from '../reports/terminal/terminal.ts'
import { type ExtendedCatalogue, readExtension } from './extension.ts'
import { type Interruption, watchInterruption } from './interruption.ts'
import { redactLastWords } from './last-words.ts'
import { progressWriter } from './progress.ts'
import {
  defaultFolder,
  deleteLeaks,
  type LineFile,
  lineFile,
  makeRunFolder,
  pointLatestTo,
  type Recording,
  writeJson,
} from './run-folder.ts'
import { type RunOptions, readRunOptions } from './run-options.ts'
import { readSecurity, type Security } from './security.ts'
import { selectionOf } from './selection.ts'
import { type CommonSettings, readCommon, readVariables, type Variables } from './settings.ts'
import { codeReader, resultsOf, writeReports } from './settle.ts'
import { openTarget, type Target } from './target.ts'
import { readThresholds } from './thresholds.ts'
import { UsageError } from './usage-error.ts'
import { catalogHash, newRunId, suiteVersion } from './version.ts'

/** All that a run is made of once every word and setting was read and found right. */
interface Prepared {
  readonly options: RunOptions
  readonly common: CommonSettings
  readonly variables: Variables
  readonly catalogue: ExtendedCatalogue
  readonly target: Target
  readonly selection: Selection
  readonly plan: Plan
  readonly scenarios: readonly ScenarioName[]
  readonly security: Security
  readonly seed: number
  readonly redact: Redact
}

/** Which scenarios a run asks k6 for: the nightly all of them, production only what is named (DESIGN section 6). */
function scenariosOf(options: RunOptions, target: Target): readonly ScenarioName[] {
  if (options.only === 'contracts') return []
  if (options.scenarios.length > 0) return scenarioNames.filter((name) => options.scenarios.includes(name))
  if (target.policy === 'safe') {
    if (options.only === 'load')
      throw new UsageError(`Load on production must name its scenario: --scenario ${scenarioNames.join(' or ')}`)
    return []
  }
  const narrowed = options.operations.length + options.products.length + options.checks.length > 0
  if (options.only === 'load') return scenarioNames
  const wantsLoad =
    options.profile === 'nightly' && (!narrowed || options.checks.some((check) => /^(limits|load)/.test(check)))
  return wantsLoad ? scenarioNames : []
}

async function prepare(args: readonly string[], environment: Variables): Promise<Prepared> {
  const options = readRunOptions(args)
  const variables =
    options.target === 'embedded' ? environmentOnly(environment) : readVariables(environment, options.envFile)
  const common = readCommon(variables)
  const catalogue = readExtension(common.catalogExtension)
  const security = readSecurity(common)
  const target = await openTarget(options.target, variables, catalogue)
  try {
    const selection = selectionOf(options, catalogue.operations, target.known.exclude)
    const seed = options.seed ?? randomSeed()
    const facts = factsOf(target.known, options.profile, target.policy, seed)
    const asked = options.only === 'load' ? { ...selection, operations: [], catalogue: [] } : selection
    const plan = makePlan(asked, facts, target.known)
    const scenarios = scenariosOf(options, target)
    if (plan.questions.length === 0 && scenarios.length === 0) {
      throw new UsageError('Nothing is selected: no check is left to put to any operation')
    }
    const redact = redactionFor(target.known, seed)
    redactLastWords(redact)
    return { options, common, variables, catalogue, target, selection, plan, scenarios, security, seed, redact }
  } catch (error) {
    await target.close()
    throw error
  }
}

/** The embedded run takes nothing from `.env`, and of the environment only what concerns this machine. */
function environmentOnly(environment: Variables): Variables {
  const { K6_BIN } = environment
  return K6_BIN === undefined ? {} : { K6_BIN }
}

/** `run`: plans, asks, judges, reports. Returns the exit code; throws a `UsageError` for wrong words and settings. */
export async function run(args: readonly string[], environment: Variables): Promise<ExitCode> {
  const prepared = await prepare(args, environment)
  const interruption = watchInterruption()
  try {
    return prepared.options.dryRun ? printPlan(prepared) : await carryOut(prepared, environment, interruption)
  } finally {
    interruption.release()
    await prepared.target.close()
  }
}

function printPlan({ plan, scenarios, redact }: Prepared): ExitCode {
  const sendable = plan.entries.filter((entry) => entry.barred === null)
  const always = sendable.filter((entry) => entry.when === null)
  const lines = plan.entries.map(({ probe, when, barred }) => {
    const word = barred !== null ? `never (${barred.cause})` : when === null ? 'always' : 'when'
    return `${word.padEnd(8)} ${describeProbe(probe)}`
  })
  const counts = [
    `${plan.questions.length} questions`,
    `${always.length} requests always`,
    `${sendable.length - always.length} more at most, as answers come`,
    `${plan.entries.length - sendable.length} that may not or cannot be sent`,
  ]
  stdout.write(
    redact(
      `${lines.join('\n')}\n\n${counts.join(', ')}; k6 scenarios: ${scenarios.join(', ') || 'none'}\nNothing was sent.\n`,
    ),
  )
  return 0
}

async function carryOut(prepared: Prepared, environment: Variables, interruption: Interruption): Promise<ExitCode> {
  const { options, redact, scenarios, common } = prepared
  const startedAt = new Date()
  const id = newRunId(startedAt, Math.random())
  const directory = resolve(options.out ?? join(defaultFolder, id))
  const output = progressWriter(options.quiet, redact)
  if (options.out !== null) makeRunFolder(directory)
  const k6 = scenarios.length === 0 ? null : await searchK6(common.k6, environment, interruption, output.line)
  if (options.out === null) makeRunFolder(directory)
  writeJson(directory, 'plan.json', prepared.plan)
  const lines = lineFile(join(directory, 'exchanges.ndjson'))
  const asked = await askAll(prepared, { id, directory, k6, lines, interruption, environment, output })
  await lines.end()
  output.end()
  const finishedAt = new Date()
  const { target, plan, catalogue } = prepared
  const recording: Recording = {
    run: {
      id,
      profile: options.profile,
      target: target.name,
      baseUrl: target.known.baseUrl,
      policy: target.policy,
      seed: prepared.seed,
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt.toISOString(),
      durationMs: finishedAt.getTime() - startedAt.getTime(),
      requests: asked.exchanges.length,
      suiteVersion,
      catalogHash: catalogHash(catalogue.operations),
    },
    catalog: census(catalogue.operations),
    circumstances: circumstancesOf(prepared, asked, interruption),
    unsent: asked.contracts?.unsent ?? {},
    load: asked.load?.recording ?? null,
  }
  const scan = redactionFor(target.known, prepared.seed, 2)
  return report(directory, plan, recording, asked, { options, redact, scan })
}

interface Asked {
  readonly exchanges: readonly Exchange[]
  readonly contracts: ContractRun | null
  readonly load: LoadOutcome | null
}

interface Asking {
  readonly id: string
  readonly directory: string
  readonly k6: K6 | string | null
  readonly lines: LineFile
  readonly interruption: Interruption
  readonly environment: Variables
  readonly output: ReturnType<typeof progressWriter>
}

/** Contracts first, then load: never both at once. */
async function askAll(prepared: Prepared, asking: Asking): Promise<Asked> {
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
  { target, scenarios, selection, options, redact, common, security }: Prepared,
  { id, directory, interruption, environment, output }: Asking,
  k6: K6,
  codeOf: LoadOptions['codeOf'],
  record: (exchange: Exchange) => void,
): LoadOptions {
  const { keys, baseUrl, extraHeaders, rateLimitOperation } = target.known
  return {
    ...{ k6, baseUrl, extraHeaders, rateLimitOperation, scenarios, codeOf, record, redact, environment },
    operations: selection.operations.filter((operation) => !selection.excluded(operation.id)),
    loadKey: keys.load ?? keys.eligible,
    otherKey: keys.load === null ? null : keys.eligible,
    quietKey: keys.load !== null,
    experiment: options.only === 'load',
    timeoutMs: options.timeoutMs,
    signal: interruption.signal,
    progress: output.line,
    thresholds: readThresholds(common.thresholds),
    ...(security.clientCertificate === null ? {} : { clientCertificate: security.clientCertificate }),
    runId: id,
    suiteVersion,
    dashboardDirectory: directory,
  }
}

/** k6, or in a sentence why there is none. */
async function searchK6(
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

function circumstancesOf(
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

async function report(
  directory: string,
  plan: Plan,
  recording: Recording,
  asked: Asked,
  { options, redact, scan }: Pick<Prepared, 'options' | 'redact'> & { readonly scan: Redact },
): Promise<ExitCode> {
  const write = (one: Recording): Results => {
    writeJson(directory, 'recording.json', one)
    const results = resultsOf(plan, one, asked.exchanges)
    writeReports(directory, results, asked.exchanges)
    return results
  }
  let results = write(recording)
  if (asked.contracts !== null && asked.contracts.created.all.length > 0)
    writeJson(directory, 'created.json', asked.contracts.created)
  const leaks = deleteLeaks(directory, scan)
  if (leaks.length > 0) {
    const untrustworthy = `A credential was found in ${leaks.length} files of the run, which were deleted`
    results = {
      ...results,
      run: { ...results.run, exitCode: results.run.exitCode === 130 ? 130 : 2, outcome: `${untrustworthy}.` },
    }
    if (!leaks.includes(join(directory, 'results.json'))) writeJson(directory, 'results.json', results)
  }
  pointLatestTo(directory)
  const terminal = terminalOf(stdout, { quiet: options.quiet, term: process.env['TERM'] })
  stdout.write(redact(summaryText(results, { report: join(directory, 'index.html') }, terminal)))
  return results.run.exitCode
}
