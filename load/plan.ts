import { counted } from '../evidence/counted.ts'
import type { Profile } from '../evidence/results.ts'
import { UsageError } from '../evidence/usage-error.ts'
import type { Budget } from './limiter/limiter.ts'
import {
  arrivalRate,
  isRateScenario,
  type RateScenario,
  type ScenarioName,
  scenario,
  scenarioNames,
  scenarios,
} from './registry.ts'
import { isTooShort, type Plateau, plannedRequests, virtualUsers } from './stages.ts'
import { type Loadable, limitTargets, loadTargets, type Target, type TargetSettings } from './targets.ts'
import { everyProduct, type Threshold } from './thresholds.ts'
import type { LimitsOrder, RateOrder } from './wire.ts'

export interface LoadOptions {
  readonly scenarios: readonly ScenarioName[]
  /** The operations that load may ask: selected and not excluded. */
  readonly operations: readonly Loadable[]
  readonly targets: TargetSettings
  /** The id of `RATE_LIMIT_OPERATION`, whether or not load may ask it. */
  readonly limitedOperation: string
  /** Requests a second at the plateau; null where the user named no rate. */
  readonly ratePerSecond: number | null
  readonly durationMs: number | null
  /** How many processes of k6 share a scenario. */
  readonly processes: number
  readonly thresholds: readonly Threshold[]
  readonly hasKey: boolean
  /** True where another eligible key is given, to see whether a limit refuses that key too (O17). */
  readonly hasOtherKey: boolean
  /** Time limit of one request, milliseconds. */
  readonly timeoutMs: number
  /** What the limits scenario may cost. Absent: the usual budget. */
  readonly limitsBudget?: Budget
}

interface Planned {
  readonly budget: Budget
  /** Why the scenario is not run; null where it is run. */
  readonly skipped: string | null
}

/** A scenario with an arrival rate, as k6 will be asked. User agent and start are added when k6 is asked. */
export interface PlannedRate extends Planned {
  readonly name: RateScenario
  readonly requests: number
  readonly processes: number
  readonly order: Omit<RateOrder, 'userAgent' | 'startAt'>
}

/** The limits scenario. The order is null where the scenario is not run. */
export interface PlannedLimits extends Planned {
  readonly name: 'limits'
  readonly order: Omit<LimitsOrder, 'userAgent'> | null
}

export type PlannedScenario = PlannedRate | PlannedLimits

/** All that k6 will be asked, in order: plain data. */
export type LoadPlan = Readonly<ReturnType<typeof planLoad>>

const noKey = 'no key is given, and limits are of a key (§8.1)'
const noKeyForReads = 'no key is given, and most reads answer nobody else (§5)'
const noRead = 'no read without path parameters is selected'
/** About so many answers of a scenario are kept whole, beside refusals and failures. */
const samplesKept = 200
/** Time between the end of the last stage and the end of k6, beside the time of the last request. Milliseconds. */
const endMs = 5000

/** The scenarios of a profile, where the user names none. */
export function usualScenarios(profile: Profile, thresholds: readonly Threshold[]): readonly ScenarioName[] {
  return scenarioNames.filter((name) => {
    const asked = scenario(name).asked[profile]
    return asked === 'always' || (asked === 'thresholds' && thresholds.some((one) => one.scenario === name))
  })
}

/**
 * Plans what k6 is asked, scenario by scenario, and what each may cost. Pure. Throws a `UsageError` for a missing rate, no request, a
 * scenario that cannot be shared, or `LOAD_OPERATIONS` that load cannot ask.
 */
export function planLoad(options: LoadOptions) {
  const wanted = scenarioNames.filter((name) => options.scenarios.includes(name))
  // A product that was not selected is not asked, so its thresholds are left out.
  const selected = new Set([everyProduct, ...options.operations.map(({ product }) => product)])
  const thresholds = options.thresholds.filter(
    ({ scenario, product }) => wanted.includes(scenario) && selected.has(product),
  )
  const narrowed = { ...options, thresholds }
  return {
    scenarios: wanted.map((name) => (isRateScenario(name) ? planRate(name, narrowed) : planLimits(narrowed))),
    limitedOperation: options.limitedOperation,
    thresholds,
  }
}

function plateauOf(name: RateScenario, { ratePerSecond, durationMs }: LoadOptions): Plateau {
  const usual = arrivalRate(name)
  const rate = ratePerSecond ?? usual.ratePerSecond
  if (rate === null) throw new UsageError(`--scenario ${name} needs --rate: it has no usual one`)
  return { ratePerSecond: rate, durationMs: durationMs ?? usual.durationS * 1000 }
}

/** The cost of an arrival rate: its requests and one more for each process; its time and the time of the last answers. */
export function budgetOf(
  requests: number,
  { plateau, timeoutMs, processes }: Pick<RateOrder, 'plateau' | 'timeoutMs'> & { readonly processes: number },
): Budget {
  return { requests: requests + processes, ms: plateau.durationMs + timeoutMs + endMs }
}

function planRate(name: RateScenario, options: LoadOptions): PlannedRate {
  const plateau = plateauOf(name, options)
  const { timeoutMs, processes, thresholds } = options
  const users = virtualUsers(plateau.ratePerSecond)
  if (processes > users)
    throw new UsageError(`${processes} processes cannot share ${name}: at this rate it has ${users} virtual users`)
  const targets = loadTargets(options.operations, options.targets)
  const requests = plannedRequests(arrivalRate(name), plateau)
  if (isTooShort(arrivalRate(name), plateau))
    throw new UsageError(
      `--rate ${plateau.ratePerSecond} for so short a time is not one request of ${name}, ramps included: more of either`,
    )
  const own = thresholds.filter((threshold) => threshold.scenario === name)
  return {
    name,
    requests,
    processes,
    budget: budgetOf(requests, { plateau, timeoutMs, processes }),
    skipped: options.hasKey ? (targets.length === 0 ? noRead : null) : noKeyForReads,
    order: {
      scenario: name,
      plateau,
      targets,
      timeoutMs,
      thresholds: own,
      keepEvery: Math.max(1, Math.ceil(requests / samplesKept)),
    },
  }
}

function planLimits(options: LoadOptions): PlannedLimits {
  const { processes, timeoutMs, hasOtherKey } = options
  const usual = options.limitsBudget ?? scenarios.limits.budget
  // Beside others, a duration is theirs.
  const isAlone = options.scenarios.every((name) => name === 'limits')
  const budget = { ...usual, ms: (isAlone ? options.durationMs : null) ?? usual.ms }
  const skip = (skipped: string): PlannedLimits => ({ name: 'limits', budget, skipped, order: null })
  if (processes > 1) return skip(`it is for one process: ${scenarios.limits.sharedOut.not}`)
  if (!options.hasKey) return skip(noKey)
  const targets = limitTargets(options.operations, options.limitedOperation)
  if (typeof targets === 'string') return skip(targets)
  const { other, sibling } = targets
  const has = { key: hasOtherKey, credential: hasOtherKey, product: other !== null, operation: sibling !== null }
  const bystanders = (['product', 'key'] as const).filter((whom) => has[whom])
  const dimensions = (['credential', 'product', 'operation'] as const).filter((dimension) => has[dimension])
  // The trials decide the findings, so they come first. They leave the experiment at least half of the requests.
  const trials = { requests: Math.min(400, Math.floor(budget.requests / 2)), ms: budget.ms }
  const order = { ...targets, timeoutMs, budget, bystanders, dimensions, trials, previous: null, sentBefore: 0 }
  return { name: 'limits', budget, skipped: null, order }
}

/** The plan in sentences, to print before the first request: what each scenario may cost. */
export function describeLoad({ scenarios: planned }: LoadPlan): readonly string[] {
  return planned.map((one) => {
    if (one.skipped !== null) return `${one.name}: not run, ${one.skipped}`
    const { budget } = one
    const cost = `at most ${counted(budget.requests, 'request')} within ${Math.ceil(budget.ms / 1000)} s`
    if (one.name === 'limits') return `${one.name}: ${cost} to ${one.order?.target.id ?? 'nothing'}`
    const { plateau, targets } = one.order
    const shared = one.processes > 1 ? `, in ${one.processes} processes` : ''
    const rate = `${plateau.ratePerSecond}/s for ${plateau.durationMs / 1000} s`
    return `${one.name}: ${cost}, ${rate} to ${counted(targets.length, 'read')}${shared}`
  })
}

/**
 * Tells in a sentence why a threshold of the plan would get no request; null where each gets one. Reads take turns, so this is known
 * before the first request. k6 itself would call such a threshold kept.
 */
export function untriedThreshold({ scenarios }: LoadPlan): string | null {
  const having = (of: readonly Target[]) => new Set([everyProduct, ...of.map(({ product }) => product)])
  for (const planned of scenarios) {
    if (planned.name === 'limits' || planned.skipped !== null) continue
    const { requests, name, order } = planned
    const [reads, asked] = [having(order.targets), having(order.targets.slice(0, requests))]
    const untried = order.thresholds.find(({ product }) => !asked.has(product))
    if (untried === undefined) continue
    const remedy = reads.has(untried.product)
      ? `the turn of ${untried.product} does not come within ${counted(requests, 'request')}; --rate and --duration add some`
      : `${untried.product} has no read that load asks here; LOAD_OPERATIONS adds some`
    return `LOAD_THRESHOLDS names ${name}.${untried.product}, which would get no request: ${remedy}`
  }
  return null
}
