import { counted } from '../evidence/counted.ts'
import type { Target } from './targets.ts'
import { everyProduct, type Threshold } from './thresholds.ts'

/**
 * Why a threshold would get no request, in a sentence; null where each gets one. Reads take turns, so it is known before the first
 * is sent. k6 itself would call such a threshold kept.
 */
export function untriedThreshold(
  thresholds: readonly Threshold[],
  targets: readonly Target[],
  requests: number,
): string | null {
  const having = (of: readonly Target[]) => new Set([everyProduct, ...of.map(({ product }) => product)])
  const [reads, asked] = [having(targets), having(targets.slice(0, requests))]
  const untried = thresholds.find(({ product }) => !asked.has(product))
  if (untried === undefined) return null
  const { scenario, product } = untried
  const remedy = reads.has(product)
    ? `the turn of ${product} does not come within ${counted(requests, 'request')}; --rate and --duration add some`
    : `${product} has no read that load asks here; LOAD_OPERATIONS adds some`
  return `LOAD_THRESHOLDS names ${scenario}.${product}, which would get no request: ${remedy}`
}
