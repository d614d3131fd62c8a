import type { Selection } from '../contracts/plan.ts'
import { type LoadPlan, LoadPlanError, planLoad, usualScenarios } from '../load/plan.ts'
import { type ScenarioName, scenario, scenarioNames } from '../load/registry.ts'
import { LoadOperationsError } from '../load/targets.ts'
import type { Threshold } from '../load/thresholds.ts'
import type { RunOptions } from './options/run-options.ts'
import type { OpenTarget } from './target.ts'
import { UsageError } from './usage-error.ts'

/** Which scenarios a run asks k6 for: those that are named; else the usual ones, and none of production (docs/policy.md). */
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

/** Plans the load half. Throws a `UsageError` for a rate that is missing, and what cannot be asked or shared. */
export function loadPlanOf(
  options: RunOptions,
  target: OpenTarget,
  selection: Selection,
  thresholds: readonly Threshold[],
): LoadPlan {
  const { keys, ids, loadOperations, rateLimitOperation } = target.known
  const processes = options.loadProcesses
  for (const name of options.scenario) {
    const { sharedOut } = scenario(name)
    if (processes > 1 && sharedOut !== true)
      throw new UsageError(`--load-processes ${processes} cannot share ${name}: ${sharedOut.not}`)
  }
  try {
    return planLoad({
      scenarios: scenariosOf(options, target, thresholds),
      operations: selection.operations.filter((operation) => !selection.excluded(operation.id)),
      targets: { extra: loadOperations, ids, getOnly: target.policy === 'safe' },
      limitedOperation: rateLimitOperation,
      ratePerSecond: options.rate,
      durationMs: options.duration,
      processes,
      thresholds,
      hasKey: (keys.load ?? keys.eligible) !== null,
      hasOtherKey: keys.load !== null && keys.eligible !== null && keys.load !== keys.eligible,
      timeoutMs: options.timeout,
    })
  } catch (error) {
    if (error instanceof LoadPlanError || error instanceof LoadOperationsError) throw new UsageError(error.message)
    throw error
  }
}
