import { makePlan, type Plan, type Selection } from '../contracts/plan.ts'
import { factsOf, randomSeed, redactionFor } from '../contracts/run-contracts.ts'
import type { Redact } from '../evidence/redaction/redaction.ts'
import type { Threshold } from '../load/judges/threshold.ts'
import { type ScenarioName, scenarioNames } from '../load/load-plan.ts'
import { type ExtendedCatalogue, readExtension } from './extension.ts'
import { redactLastWords } from './last-words.ts'
import { type RunOptions, readRunOptions } from './run-options.ts'
import { readSecurity, type Security } from './security.ts'
import { selectionOf } from './selection.ts'
import { type CommonSettings, readCommon, readVariables, type Variables } from './settings.ts'
import { openTarget, type Target } from './target.ts'
import { readThresholds } from './thresholds.ts'
import { UsageError } from './usage-error.ts'

/** All that a run is made of once every word and setting was read and found right. */
export interface Prepared {
  readonly options: RunOptions
  readonly common: CommonSettings
  readonly catalogue: ExtendedCatalogue
  readonly target: Target
  readonly selection: Selection
  readonly plan: Plan
  readonly scenarios: readonly ScenarioName[]
  readonly security: Security
  readonly thresholds: readonly Threshold[]
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

/**
 * Reads words and settings, opens the target and makes the plan: everything that can be wrong is refused here, before the
 * first request. Throws a `UsageError`.
 */
export async function prepare(args: readonly string[], environment: Variables): Promise<Prepared> {
  const options = readRunOptions(args)
  const variables =
    options.target === 'embedded' ? environmentOnly(environment) : readVariables(environment, options.envFile)
  const common = readCommon(variables)
  const catalogue = readExtension(common.catalogExtension)
  const security = readSecurity(common)
  const thresholds = readThresholds(common.thresholds)
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
    return { options, common, catalogue, target, selection, plan, scenarios, security, thresholds, seed, redact }
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
