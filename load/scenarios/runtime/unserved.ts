import { Rate } from 'k6/metrics'
import { isFailed, isLimited } from '../../giving-way.ts'

/** Counts refusals, failures and missing answers among all, in a metric of that name. */
export function countUnserved(metric: string): (status: number) => void {
  const unserved = new Rate(metric)
  return (status) => unserved.add(isFailed(status) || isLimited(status))
}
