import { isFailed, isLimited, isTurnedAway } from '../giving-way.ts'
import type { Group, Latency, Measured, Slice } from '../record.ts'
import { type ArrivalRate, arrivalRate, type RateScenario } from '../registry.ts'
import { type Plateau, plannedUntil } from '../stages.ts'
import type { Target } from '../targets.ts'
import type { Samples } from './samples.ts'

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

/** The counts of a group of requests. */
interface Counts {
  requests: number
  limited: number
  failed: number
}

const none = (): Counts => ({ requests: 0, limited: 0, failed: 0 })

function count(counts: Counts, status: number, requests = 1): void {
  counts.requests += requests
  if (isLimited(status)) counts.limited += requests
  if (isFailed(status)) counts.failed += requests
}

/** The counts of one product, and where its durations stand in the common room. */
interface Part extends Counts {
  begin: number
  filled: number
}

function groupOf({ requests, limited, failed }: Counts, durations: Float64Array): Group {
  return { requests, answered: requests - limited - failed, limited, failed, latencyMs: latencyOf(durations) }
}

function talliesOf(samples: readonly Samples[], targets: readonly Target[]): Measured['operations'] {
  const tallies = targets.map(({ id }) => ({ operation: id, requests: 0, statuses: {} as Record<string, number> }))
  for (const one of samples) {
    for (const { operation, status } of one) {
      const tally = tallies[operation]
      if (tally === undefined) continue
      tally.requests += 1
      tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
    }
  }
  return tallies
}

/**
 * The groups of requests whose status is taken: all together, and by product. The durations stand once in `room`, product by product,
 * and are sorted in place twice. That costs eight bytes more for each request, however many products there are.
 */
function groupsOf(
  samples: readonly Samples[],
  targets: readonly Target[],
  operations: Measured['operations'],
  room: Float64Array,
  isTaken: (status: number) => boolean = () => true,
): Pick<Measured, 'all' | 'products'> {
  const all = none()
  const products = new Map<string, Part>()
  for (const [at, { statuses }] of operations.entries()) {
    const product = targets[at]?.product ?? ''
    const part = products.get(product) ?? { ...none(), begin: 0, filled: 0 }
    products.set(product, part)
    for (const [text, requests] of Object.entries(statuses)) {
      const status = Number(text)
      if (!isTaken(status)) continue
      count(part, status, requests)
      count(all, status, requests)
    }
  }
  let begin = 0
  for (const part of products.values()) {
    part.begin = begin
    begin += part.requests
  }
  const partOf = targets.map(({ product }) => products.get(product))
  for (const one of samples) {
    for (const { operation, status, durationMs } of one) {
      const part = partOf[operation]
      if (part === undefined || !isTaken(status)) continue
      room[part.begin + part.filled] = durationMs
      part.filled += 1
    }
  }
  const groups = [...products].map(([product, part]) => {
    return [product, groupOf(part, room.subarray(part.begin, part.begin + part.filled))] as const
  })
  return { products: Object.fromEntries(groups), all: groupOf(all, room.subarray(0, all.requests)) }
}

/** The wanted number of stretches in a scenario; each stretch is a whole number of seconds. */
const slicesWanted = 20

function slicesOf(samples: readonly Samples[], load: ArrivalRate, plateau: Plateau, room: Float64Array): Slice[] {
  const seconds = Math.max(1, Math.ceil(plateau.durationMs / 1000 / slicesWanted))
  const wanted = Math.ceil(plateau.durationMs / 1000 / seconds)
  return Array.from({ length: wanted }, (_, index): Slice => {
    const atMs = index * seconds * 1000
    const ms = Math.min(seconds * 1000, plateau.durationMs - atMs)
    const within = none()
    for (const one of samples) {
      for (const { status, durationMs } of one.between(index * seconds, (index + 1) * seconds)) {
        room[within.requests] = durationMs
        count(within, status)
      }
    }
    return {
      atMs,
      ms,
      planned: plannedUntil(load, plateau, atMs + ms) - plannedUntil(load, plateau, atMs),
      ...within,
      p95: latencyOf(room.subarray(0, within.requests))?.p95 ?? null,
    }
  })
}

/** The numbers of all processes of a scenario together: exact counts, and percentiles of all samples pooled. */
export function measure(
  name: RateScenario,
  plateau: Plateau,
  targets: readonly Target[],
  samples: readonly Samples[],
  twice: number,
): Measured {
  const room = new Float64Array(samples.reduce((sum, one) => sum + one.size, 0))
  const operations = talliesOf(samples, targets)
  const isAdmitted = (status: number) => !isTurnedAway(status) && !isLimited(status)
  const isAnyRefused = !operations.every(({ statuses }) => Object.keys(statuses).map(Number).every(isAdmitted))
  return {
    ...groupsOf(samples, targets, operations, room),
    ...(isAnyRefused ? { admitted: groupsOf(samples, targets, operations, room, isAdmitted) } : {}),
    operations,
    slices: slicesOf(samples, arrivalRate(name), plateau, room),
    twice,
  }
}
