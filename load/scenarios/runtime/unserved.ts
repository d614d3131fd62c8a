import { Rate } from 'k6/metrics'
import { isFailed, isLimited } from '../../giving-way.ts'

/** Makes a function that adds each answer's status to a metric of that name: the share of refusals, failures and missing answers. */
export function countUnserved(metric: string): (status: number) => void {
  const unserved = new Rate(metric)
  return (status) => unserved.add(isFailed(status) || isLimited(status))
}
