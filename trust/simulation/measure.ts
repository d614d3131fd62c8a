import { type ClassName, expected } from './configurations.ts'
import type { SimulatedLimit } from './limiters.ts'
import { runTrial, type SimulatedTrial } from './trial.ts'

/** The judgement of one trial: null where there is no number to judge. */
interface Judged {
  readonly said: 'right' | 'wrong' | 'inconclusive'
  readonly quotaNear: boolean | null
  readonly quotaInside: boolean | null
  readonly windowNear: boolean | null
  readonly windowInside: boolean | null
  readonly requests: number
  readonly windows: number | null
}

/** The figures of one class: counts of trials, if not said otherwise. */
export interface ClassFigures {
  readonly name: ClassName
  readonly count: number
  readonly right: number
  readonly wrong: number
  readonly inconclusive: number
  /** Right trials with a quota (`of`): within ±5 % or ±1 (`near`), and with the truth in the interval (`inside`). */
  readonly quota: { readonly of: number; readonly near: number; readonly inside: number }
  /** Right trials with a window or a filling time (`of`): within ±5 % (`near`), and with the truth in the interval (`inside`). */
  readonly window: { readonly of: number; readonly near: number; readonly inside: number }
  readonly requests: { readonly median: number; readonly p95: number }
  readonly windows: { readonly median: number; readonly p95: number } | null
  readonly trialMs: number
}

/** Runs `count` trials of a class, with seeds from `firstSeed` on. */
export async function measureClass(name: ClassName, firstSeed: number, count: number): Promise<ClassFigures> {
  const started = Date.now()
  const judged: Judged[] = []
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) judged.push(judge(await runTrial(name, seed)))
  const said = (word: Judged['said']) => judged.filter((trial) => trial.said === word).length
  const share = (near: 'quotaNear' | 'windowNear', inside: 'quotaInside' | 'windowInside') => {
    const told = judged.filter((trial) => trial[near] !== null)
    return {
      of: told.length,
      near: told.filter((trial) => trial[near]).length,
      inside: told.filter((trial) => trial[inside]).length,
    }
  }
  const windows = judged.flatMap((trial) => (trial.windows === null ? [] : [trial.windows]))
  return {
    name,
    count,
    right: said('right'),
    wrong: said('wrong'),
    inconclusive: said('inconclusive'),
    quota: share('quotaNear', 'quotaInside'),
    window: share('windowNear', 'windowInside'),
    requests: quantiles(judged.map((trial) => trial.requests)),
    windows: windows.length > 0 ? quantiles(windows) : null,
    trialMs: (Date.now() - started) / count,
  }
}

function judge({ name, truth, fit, trace }: SimulatedTrial): Judged {
  const right = fit.algorithm === expected[name]
  const wrong = right ? 'right' : 'wrong'
  const numbers = numbersOf(truth)
  const told = right && numbers.quota !== null && fit.quota !== null
  const timed = told && numbers.windowMs !== null
  const windowMs = fit.windowMs ?? bucketMs(truth, fit.refillPerSecond)
  const interval = fit.windowIntervalMs ?? bucketInterval(truth, fit.refillInterval)
  return {
    said: fit.algorithm === 'inconclusive' && !right ? 'inconclusive' : wrong,
    quotaNear: told
      ? Math.abs((fit.quota ?? 0) - (numbers.quota ?? 0)) <= Math.max(1, 0.05 * (numbers.quota ?? 0))
      : null,
    quotaInside: told ? inside(numbers.quota, fit.quotaInterval) : null,
    windowNear: timed ? Math.abs((windowMs ?? 0) / (numbers.windowMs ?? 1) - 1) <= 0.05 : null,
    windowInside: timed ? inside(numbers.windowMs, interval) : null,
    requests: trace.samples.length,
    windows: numbers.windowMs === null ? null : trace.spentMs / numbers.windowMs,
  }
}

/** Quota and window of a configuration; of a bucket, its depth and its filling time. Null where it has none. */
function numbersOf(truth: SimulatedLimit): { readonly quota: number | null; readonly windowMs: number | null } {
  if (truth.kind === 'steps') return { quota: truth.depth, windowMs: (truth.everyMs * truth.depth) / truth.tokens }
  if ('windowMs' in truth) return { quota: truth.quota, windowMs: truth.windowMs }
  if ('perSecond' in truth) return { quota: truth.depth, windowMs: (1000 * truth.depth) / truth.perSecond }
  if (truth.kind === 'concurrency') return { quota: truth.places, windowMs: null }
  return { quota: null, windowMs: null }
}

/** The time in which a rate fills the true depth, milliseconds: so a relative error of the rate shows at the same size. */
function bucketMs(truth: SimulatedLimit, perSecond: number | null): number | null {
  return 'depth' in truth && perSecond ? (1000 * truth.depth) / perSecond : null
}

function bucketInterval(
  truth: SimulatedLimit,
  interval: readonly [number, number] | null,
): readonly [number, number] | null {
  if (!interval) return null
  const [slow, fast] = interval
  return [bucketMs(truth, fast) ?? 0, bucketMs(truth, slow) ?? 0]
}

function inside(value: number | null, interval: readonly [number, number] | null): boolean {
  return value !== null && interval !== null && interval[0] <= value * (1 + 1e-9) && value <= interval[1] * (1 + 1e-9)
}

function quantiles(values: readonly number[]): { readonly median: number; readonly p95: number } {
  const sorted = [...values].sort((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { median: at(0.5), p95: at(0.95) }
}
