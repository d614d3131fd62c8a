import { isFailed, isLimited } from '../giving-way.ts'
import type { Group, Latency, Measured, Slice } from '../record.ts'
import { type ArrivalRate, arrivalRate, type RateScenario } from '../registry.ts'
import { type Plateau, plannedUntil } from '../stages.ts'
import type { Target } from '../targets.ts'
import type { RequestSample, Samples } from './samples.ts'

/** The value below which that share of the sorted values lies, by linear interpolation as k6 does it. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  const at = share * (sorted.length - 1)
  const below = sorted[Math.floor(at)] ?? 0
  const above = sorted[Math.ceil(at)] ?? below
  return below + (above - below) * (at - Math.floor(at))
}

/** Sorts in place. */
function latencyOf(values: Float64Array): Latency {
  if (values.length === 0) return null
  values.sort()
  const [p50 = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map((share) => percentile(values, share))
  return { p50, p95, p99, max: values.at(-1) ?? 0 }
}

function groupOf(samples: readonly Samples[], belongs: (sample: RequestSample) => boolean, size: number): Group {
  const durations = new Float64Array(size)
  let requests = 0
  let limited = 0
  let failed = 0
  for (const one of samples) {
    for (const sample of one) {
      if (!belongs(sample)) continue
      durations[requests] = sample.durationMs
      requests += 1
      if (isLimited(sample.status)) limited += 1
      if (isFailed(sample.status)) failed += 1
    }
  }
  const answered = requests - limited - failed
  return { requests, answered, limited, failed, latencyMs: latencyOf(durations.subarray(0, requests)) }
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

/** A scenario is looked at in about so many stretches, of a whole number of seconds each. */
const slicesWanted = 20

function slicesOf(samples: readonly Samples[], load: ArrivalRate, plateau: Plateau): Slice[] {
  const seconds = Math.max(1, Math.ceil(plateau.durationMs / 1000 / slicesWanted))
  const count = Math.ceil(plateau.durationMs / 1000 / seconds)
  return Array.from({ length: count }, (_, index): Slice => {
    const atMs = index * seconds * 1000
    const ms = Math.min(seconds * 1000, plateau.durationMs - atMs)
    const within = samples.flatMap((one) => [...one.between(index * seconds, (index + 1) * seconds)])
    return {
      atMs,
      ms,
      planned: plannedUntil(load, plateau, atMs + ms) - plannedUntil(load, plateau, atMs),
      requests: within.length,
      limited: within.filter(({ status }) => isLimited(status)).length,
      failed: within.filter(({ status }) => isFailed(status)).length,
      p95: latencyOf(Float64Array.from(within, ({ durationMs }) => durationMs))?.p95 ?? null,
    }
  })
}

/** What the processes of a scenario measured together: exact counts, and percentiles of all samples pooled. */
export function measure(
  name: RateScenario,
  plateau: Plateau,
  targets: readonly Target[],
  samples: readonly Samples[],
  twice: number,
): Measured {
  const load = arrivalRate(name)
  const size = samples.reduce((sum, one) => sum + one.size, 0)
  const products = [...new Set(targets.map(({ product }) => product))]
  const productOf = targets.map(({ product }) => product)
  return {
    all: groupOf(samples, () => true, size),
    products: Object.fromEntries(
      products.map((product) => [product, groupOf(samples, ({ operation }) => productOf[operation] === product, size)]),
    ),
    operations: talliesOf(samples, targets),
    slices: load === null ? [] : slicesOf(samples, load, plateau),
    twice,
  }
}
