import { randomInt } from 'node:crypto'
import type { Facts } from '../contracts/check.ts'
import { factsOf } from '../contracts/facts.ts'
import type { Plan, Selection } from '../contracts/plan.ts'
import { makePlan } from '../contracts/planning/make-plan.ts'
import { samples } from '../contracts/sample.ts'
import { shardOf } from '../contracts/shard.ts'
import { counted } from '../evidence/counted.ts'
import type { Redact } from '../evidence/redaction/redaction.ts'
import { UsageError } from '../evidence/usage-error.ts'
import { detailed } from '../fixtures/catalog/catalog.ts'
import { type CommonSettings, developmentPrefix } from '../fixtures/settings.ts'
import type { Known } from '../fixtures/target.ts'
import type { LoadPlan } from '../load/plan.ts'
import { redactLastWords } from './last-words.ts'
import { type Memory, nothingRemembered, readMemory } from './memory.ts'
import type { RunOptions } from './options/run-options.ts'
import { selectorOf } from './options/selection.ts'
import { loadPlanOf } from './plan-load.ts'
import { redactionFor } from './redaction.ts'
import { refuseFolderOfAnotherRun } from './run-folder.ts'
import { type ExtendedCatalogue, readExtension } from './settings/extension.ts'
import { readSecurity, type Security } from './settings/security.ts'
import { readCommon, readVariables, type Variables } from './settings/settings.ts'
import { readThresholds } from './settings/thresholds.ts'
import { type OpenTarget, openTarget } from './target.ts'

/** Everything that a run needs, after all words and settings were read and accepted. Disposing of it closes its target. */
export interface Prepared extends AsyncDisposable {
  readonly options: RunOptions
  /** The environment of the process: paths, proxies, abilities of the terminal. All settings are read from it already. */
  readonly environment: Variables
  readonly common: CommonSettings
  readonly catalogue: ExtendedCatalogue
  readonly target: OpenTarget
  readonly selection: Selection
  readonly plan: Plan
  readonly load: LoadPlan
  readonly security: Security
  readonly memory: Memory
  /** Before a cutover: development, asked the same under the same policy; else null. */
  readonly twin: Prepared | null
  readonly redact: Redact
  /** A redaction that needs longer matches: it searches the written files at the end. */
  readonly scan: Redact
}

/** Reads settings, opens the target and makes the plan. What is wrong is refused here, before the first request. Throws a `UsageError`. */
export async function prepare(options: RunOptions, environment: Variables): Promise<Prepared> {
  const variables =
    options.target === 'embedded' ? environmentOnly(environment) : readVariables(environment, options.settings)
  const common = readCommon(variables)
  const catalogue = readExtension(common.catalogExtension)
  const security = readSecurity(common, environment)
  const productNames = [...new Set(catalogue.operations.map(({ product }) => product))]
  const thresholds = readThresholds(common.thresholds, productNames)
  const select = selectorOf(options, catalogue.operations)
  const today = new Date().toISOString().slice(0, 10)
  const memory = readMemory(common, {
    target: options.target,
    today,
    isWhole: isWhole(options),
    failOn: options.failOn,
  })
  if (options.out !== null) refuseFolderOfAnotherRun(options.out)
  const target = await openTarget(options.target, variables, catalogue, options.settings)
  try {
    const contracts = contractsOf(options, target, select(target.known.exclude), options.seed ?? seedOf(options))
    const { plan, selection, redact } = contracts
    const load = loadPlanOf(options, target, selection, thresholds)
    if (plan.questions.length === 0 && load.scenarios.length === 0) {
      throw new UsageError(nothingSelected(plan))
    }
    redactLastWords(redact)
    const read = { options, environment, common, catalogue, security, memory }
    const prepared = { ...read, ...contracts, load, twin: null, [Symbol.asyncDispose]: target.close }
    const twin = await twinOf(prepared, variables, select)
    if (twin === null && options.failOn.includes('parity'))
      throw new UsageError(
        '--fail-on parity has nothing to compare with: it needs a cutover of production and DEV_BASE_URL, and --no-parity left out',
      )
    return { ...prepared, twin }
  } catch (error) {
    await target.close()
    throw error
  }
}

/** What contracts ask of an open target, and the redaction of its secrets. */
function contractsOf(options: RunOptions, target: OpenTarget, selection: Selection, seed: number) {
  const { known, policy } = target
  const plan = planOf(options, selection, factsOf(known, options.profile, policy, seed), known)
  return { target, selection, plan, redact: redactionFor(known, seed), scan: redactionFor(known, seed, 2) }
}

function nothingSelected({ shard }: Plan): string {
  if (shard === undefined || shard.questions.length === 0)
    return 'Nothing is selected: no check is left to put to any operation'
  const { index, of, operations } = shard
  return `Shard ${index}/${of} is empty: no more than ${counted(operations.length, 'operation')} can be shared out. Take fewer shards`
}

/**
 * Prepares development for a cutover: the same checks, policy and seed, without what either environment excludes. Null where its address
 * is not set, or the run is not to ask it.
 */
async function twinOf(
  prepared: Prepared,
  variables: Variables,
  select: ReturnType<typeof selectorOf>,
): Promise<Prepared | null> {
  const { options, catalogue, plan } = prepared
  const isWanted = options.profile === 'cutover' && options.target === 'production' && !options.noParity
  const address = variables[`${developmentPrefix}BASE_URL`]
  if (!isWanted || plan.questions.length === 0 || address === undefined || address === '') return null
  const target = await openTarget('development', variables, catalogue, options.settings, prepared.target.policy)
  const selection = select([...prepared.target.known.exclude, ...target.known.exclude])
  const own = contractsOf(options, target, selection, plan.facts.seed)
  const both =
    (one: Redact, other: Redact): Redact =>
    (text) =>
      one(other(text))
  return {
    ...prepared,
    ...own,
    memory: nothingRemembered(prepared.memory.today),
    load: { ...prepared.load, scenarios: [] },
    redact: both(prepared.redact, own.redact),
    scan: both(prepared.scan, own.scan),
  }
}

/** Draws the seed: made-up values differ by run, samples by day (UTC). Shards of one run share one: the day. */
function seedOf({ shard }: RunOptions): number {
  const day = Math.floor(Date.now() / 86_400_000)
  return shard === null ? randomInt(1, 2 ** 28) * samples + (day % samples) : day
}

/** Makes the whole plan, the part of a shard, or the one knock of a run of load alone. */
function planOf({ only, shard }: RunOptions, selection: Selection, facts: Facts, known: Known): Plan {
  if (only === 'load') return knockAlone(selection, facts, known)
  const plan = makePlan(selection, facts, known)
  if (shard === null) return plan
  const learning = makePlan({ ...selection, operations: [] }, facts, known)
  return shardOf(plan, shard, new Set(learning.entries.map(({ probe }) => probe.id)))
}

/** The plan of a run of load alone: one request that shows whether the target answers, before k6 starts. */
export function knockAlone(selection: Selection, facts: Facts, known: Known): Plan {
  const listing = selection.catalogue.filter(({ id }) => id === detailed['details-list'])
  const plan = makePlan({ ...selection, operations: [], catalogue: listing }, facts, known)
  return { ...plan, entries: plan.entries.slice(0, 1) }
}

/** True where the options leave nothing out. */
function isWhole({ only, product, operation, check }: RunOptions): boolean {
  return only !== 'load' && product.length + operation.length + check.length === 0
}

/** The embedded run reads nothing from `.env`, and from the environment only what concerns this machine. */
function environmentOnly(environment: Variables): Variables {
  const { K6_BIN } = environment
  return K6_BIN === undefined ? {} : { K6_BIN }
}
