import { counted } from '../evidence/counted.ts'
import type { LoadPlan } from './plan.ts'
import type { Target } from './targets.ts'
import { everyProduct } from './thresholds.ts'

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
