import type { Selection } from '../contracts/plan.ts'
import { UsageError } from '../evidence/usage-error.ts'
import { loadKeysOf } from '../fixtures/target.ts'
import { type LoadPlan, planLoad, untriedThreshold, usualScenarios } from '../load/plan.ts'
import { isRateScenario, type ScenarioName, scenario, scenarioNames } from '../load/registry.ts'
import { isPlainRead } from '../load/targets.ts'
import type { Threshold } from '../load/thresholds.ts'
import { spelled } from '../reports/gaps.ts'
import type { RunOptions } from './options/run-options.ts'
import type { OpenTarget } from './target.ts'

/** The scenarios of a run: the named ones; else the usual ones, and none on production (docs/policy.md). */
function scenariosOf(
  options: RunOptions,
  target: OpenTarget,
  thresholds: readonly Threshold[],
): readonly ScenarioName[] {
  if (options.shard !== null) return []
  if (options.only === 'contracts') return []
  if (options.scenario.length > 0) return options.scenario
  const usual = usualScenarios(options.profile, thresholds)
  if (options.only === 'load') {
    if (target.policy === 'safe' || usual.length === 0)
      throw new UsageError(`Load must name its scenario here: --scenario ${scenarioNames.join(' or ')}`)
    return usual
  }
  if (target.policy === 'safe') return []
  const narrowed = options.operation.length + options.product.length + options.check.length > 0
  return narrowed && !options.check.some((check) => /^(limits|load)/.test(check)) ? [] : usual
}

/** Throws a `UsageError` for an option about load that would do nothing: no scenario of the run has a rate. */
function refuseIdleWords({ rate, duration, loadProcesses }: RunOptions, scenarios: readonly ScenarioName[]): void {
  if (scenarios.some(isRateScenario)) return
  const isIdle = duration !== null && scenarios.length === 0
  const given = { '--rate': rate !== null, '--duration': isIdle, '--load-processes': loadProcesses > 1 }
  const [word] = Object.entries(given).find(([, isGiven]) => isGiven) ?? []
  if (word === undefined) return
  throw new UsageError(
    scenarios.length === 0
      ? `${word} is about load, and this run asks none: name a --scenario`
      : `${word} is about load that comes at a rate, and ${scenarios.join()} is one client with a budget of its own: leave it out`,
  )
}

/** Throws a `UsageError` where RATE_LIMIT_OPERATION is no plain read: load never asks it, so the whole scenario would be left out. */
function refuseLimitOf(id: string, { operations }: Selection): void {
  const limited = operations.find((operation) => operation.id === id)
  if (limited === undefined || isPlainRead(limited)) return
  throw new UsageError(
    `RATE_LIMIT_OPERATION: ${id} is no read without path parameters, and nothing else is put under load`,
  )
}

/** Plans the load half. Throws a `UsageError` for a missing rate, and for what cannot be asked or shared. */
export function loadPlanOf(
  options: RunOptions,
  target: OpenTarget,
  selection: Selection,
  thresholds: readonly Threshold[],
): LoadPlan {
  const { ids, loadOperations, rateLimitOperation } = target.known
  const { loadKey, otherKey } = loadKeysOf(target.known)
  const processes = options.loadProcesses
  for (const name of options.scenario) {
    const { sharedOut } = scenario(name)
    if (processes > 1 && sharedOut !== true)
      throw new UsageError(`--load-processes ${processes} cannot share ${name}: ${sharedOut.not}`)
  }
  const scenarios = scenariosOf(options, target, thresholds)
  refuseIdleWords(options, scenarios)
  try {
    if (scenarios.includes('limits')) refuseLimitOf(rateLimitOperation, selection)
    const plan = planLoad({
      scenarios,
      operations: selection.operations.filter((operation) => !selection.excluded(operation.id)),
      targets: { extra: loadOperations, ids, getOnly: target.policy === 'safe' },
      limitedOperation: rateLimitOperation,
      ratePerSecond: options.rate,
      durationMs: options.duration,
      processes,
      thresholds,
      hasKey: loadKey !== null,
      hasOtherKey: otherKey !== null,
      timeoutMs: options.timeout,
    })
    const untried = untriedThreshold(plan)
    if (untried !== null) throw new UsageError(untried)
    return plan
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(spelled(error.message, target.name)) : error
  }
}
