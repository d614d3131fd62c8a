import type { Group, Latency } from '../../evidence/load-results.ts'
import { isFailed, isLimited, isTurnedAway } from '../giving-way.ts'
import type { Measured, Slice } from '../record.ts'
import { type ArrivalRate, arrivalRate } from '../registry.ts'
import { type Plateau, plannedUntil } from '../stages.ts'
import type { Target } from '../targets.ts'
import type { RateOrder } from '../wire.ts'
import type { RequestSample, Samples } from './samples.ts'

/** What was asked of a scenario, as far as its numbers depend on it. */
export type AskedAs = Pick<RateOrder, 'scenario' | 'plateau' | 'targets'>

/** The percentile of sorted values at a share, 0 to 1, by linear interpolation as k6 does it. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  const at = share * (sorted.length - 1)
  const below = sorted[Math.floor(at)] ?? 0
  const above = sorted[Math.ceil(at)] ?? below
  return below + (above - below) * (at - Math.floor(at))
}

/** The percentiles of values. Sorts the values in place. */
export function latencyOf(values: Float64Array): Latency {
  if (values.length === 0) return null
  values.sort()
  const [p50 = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map((share) => percentile(values, share))
  return { p50, p95, p99, max: values.at(-1) ?? 0 }
}

/** Makes the group of the samples that are taken, of some seconds or of all. */
type Grouping = (isTaken: (sample: RequestSample) => boolean, fromSecond?: number, toSecond?: number) => Group

/** Groups samples. The durations of a group stand in one room, until the next group. */
function grouping(samples: readonly Samples[]): Grouping {
  const room = new Float64Array(samples.reduce((sum, one) => sum + one.size, 0))
  return (isTaken, fromSecond, toSecond) => {
    let [requests, limited, failed] = [0, 0, 0]
    const take = (sample: RequestSample) => {
      if (!isTaken(sample)) return
      room[requests] = sample.durationMs
      requests += 1
      if (isLimited(sample.status)) limited += 1
      if (isFailed(sample.status)) failed += 1
    }
    for (const one of samples) one.each(take, fromSecond, toSecond)
    const latencyMs = latencyOf(room.subarray(0, requests))
    return { requests, answered: requests - limited - failed, limited, failed, latencyMs }
  }
}

function talliesOf(samples: readonly Samples[], targets: readonly Target[]): Measured['operations'] {
  const tallies = targets.map(({ id }) => ({ operation: id, requests: 0, statuses: {} as Record<string, number> }))
  const take = ({ operation, status }: RequestSample) => {
    const tally = tallies[operation]
    if (tally === undefined) return
    tally.requests += 1
    tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
  }
  for (const one of samples) one.each(take)
  return tallies
}

/** All requests whose status is taken, together and by product. */
function groupsOf(
  groupOf: Grouping,
  targets: readonly Target[],
  isTaken: (status: number) => boolean = () => true,
): Pick<Measured, 'all' | 'products'> {
  const productOf = targets.map(({ product }) => product)
  const of = (product: string) =>
    groupOf(({ operation, status }) => productOf[operation] === product && isTaken(status))
  const products = Object.fromEntries([...new Set(productOf)].map((product) => [product, of(product)]))
  return { all: groupOf(({ status }) => isTaken(status)), products }
}

/** The wanted number of stretches in a scenario; each stretch is a whole number of seconds. */
const slicesWanted = 20

function slicesOf(groupOf: Grouping, load: ArrivalRate, plateau: Plateau): Slice[] {
  const seconds = Math.max(1, Math.ceil(plateau.durationMs / 1000 / slicesWanted))
  const wanted = Math.ceil(plateau.durationMs / 1000 / seconds)
  return Array.from({ length: wanted }, (_, index): Slice => {
    const atMs = index * seconds * 1000
    const ms = Math.min(seconds * 1000, plateau.durationMs - atMs)
    const from = index * seconds
    const { requests, limited, failed, latencyMs } = groupOf(() => true, from, from + seconds)
    const planned = plannedUntil(load, plateau, atMs + ms) - plannedUntil(load, plateau, atMs)
    return { atMs, ms, planned, requests, limited, failed, p95: latencyMs?.p95 ?? null }
  })
}

/** The numbers of all processes of a scenario together: exact counts, and percentiles of all samples pooled. */
export function measure(order: AskedAs, samples: readonly Samples[], twice: number): Measured {
  const { scenario, plateau, targets } = order
  const groupOf = grouping(samples)
  const operations = talliesOf(samples, targets)
  const isAdmitted = (status: number) => !isTurnedAway(status) && !isLimited(status)
  const isAnyRefused = !operations.every(({ statuses }) => Object.keys(statuses).map(Number).every(isAdmitted))
  return {
    ...groupsOf(groupOf, targets),
    ...(isAnyRefused ? { admitted: groupsOf(groupOf, targets, isAdmitted) } : {}),
    operations,
    slices: slicesOf(groupOf, arrivalRate(scenario), plateau),
    twice,
  }
}
