import { Rate } from 'k6/metrics'
import { isFailed, isLimited } from '../../giving-way.ts'
import type { CountedShare } from './summary.ts'

/** What each share counts. */
const counts: Readonly<Record<CountedShare, (status: number) => boolean>> = {
  gave_way: (status) => isFailed(status) || isLimited(status),
  served: (status) => status >= 200 && status < 300,
  key_refused: (status) => status === 401,
}

/** Makes a function that adds each answer's status to k6 metrics of these names. */
export function countShares(names: readonly CountedShare[]): (status: number) => void {
  const rates = names.map((name) => [new Rate(name), counts[name]] as const)
  return (status) => {
    for (const [rate, isCounted] of rates) rate.add(isCounted(status))
  }
}
