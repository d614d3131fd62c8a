import { seconds } from './judged.ts'
import type { Dimension } from './limiter/limiter.ts'
import type { LoadOptions } from './load-options.ts'
import {
  defaultBudget,
  limitsPlan,
  type ScenarioBudget,
  type ScenarioName,
  scenarioNames,
  smokePlan,
} from './load-plan.ts'
import type { Bystander } from './trial.ts'
import type { LimitsOrder, SmokeOrder } from './wire.ts'

const noKey = 'No key is given, and limits are of a key (§8.1).'
const noRead = 'No read without path parameters is selected.'

interface Base {
  readonly budget: ScenarioBudget
  /** Why it is not run, or null. */
  readonly skipped: string | null
}

/** A scenario with its order, or why it has none. */
export type Planned =
  | (Base & { readonly name: 'smoke'; readonly order: SmokeOrder; readonly planned: number })
  | (Base & { readonly name: 'limits'; readonly order: LimitsOrder | null; readonly planned: null })

/** What will be asked of k6, scenario by scenario, in their order. */
export function planScenarios(options: LoadOptions): readonly Planned[] {
  return scenarioNames.filter((name) => options.scenarios.includes(name)).map((name) => planOne(name, options))
}

function planOne(name: ScenarioName, options: LoadOptions): Planned {
  const experiment = options.experiment ?? false
  const budget = options.budgets?.[name] ?? defaultBudget(name, experiment)
  const { baseUrl, timeoutMs } = options
  const userAgent = `platform-api-suite/${options.suiteVersion} run/${options.runId} k6/${options.k6.version}`
  const base = { baseUrl, userAgent, timeoutMs, budget }
  if (name === 'smoke') {
    const plan = smokePlan(options.operations, budget)
    const planned = plan.targets.length * plan.iterations
    const skipped = options.loadKey === null ? noKey : planned === 0 ? noRead : null
    return { name, budget, order: { ...base, ...plan }, skipped, planned }
  }
  const plan =
    options.loadKey === null ? { skipped: noKey } : limitsPlan(options.operations, options.rateLimitOperation)
  if ('skipped' in plan) return { name, budget, order: null, skipped: plan.skipped, planned: null }

  // The trials decide the findings: they come first, and leave the experiment at least half of the requests.
  const requests = experiment ? Math.min(400, Math.floor(budget.requests / 2)) : budget.requests
  const bystanders: Bystander[] = plan.other === null ? [] : ['product']
  const hasOtherKey = options.otherKey !== null && options.otherKey !== options.loadKey
  if (hasOtherKey) bystanders.push('key')
  const dimensions: Dimension[] = hasOtherKey ? ['credential'] : []
  if (plan.other !== null) dimensions.push('product')
  if (plan.sibling !== null) dimensions.push('operation')
  const rest = {
    bystanders,
    dimensions,
    trials: { requests, ms: budget.ms },
    experiment,
    previous: null,
    sentBefore: 0,
  }
  return { name, budget, order: { ...base, ...plan, ...rest }, skipped: null, planned: null }
}

/** The budgets in sentences, for printing before the first request. */
export function describeBudgets(options: LoadOptions): readonly string[] {
  return planScenarios(options).map(({ name, budget, skipped, order }) =>
    skipped === null && order !== null
      ? `${name}: at most ${budget.requests} requests within ${seconds(budget.ms)}${'target' in order ? ` to ${order.target.id}` : ''}`
      : `${name}: not run. ${skipped}`,
  )
}
