import type { Group, Latency } from '../../evidence/load-results.ts'
import { isFailed, isLimited, isTurnedAway } from '../giving-way.ts'
import type { Measured, Slice } from '../record.ts'
import { type ArrivalRate, arrivalRate, type RateScenario } from '../registry.ts'
import { type Plateau, plannedUntil } from '../stages.ts'
import type { Target } from '../targets.ts'
import type { RequestSample, Samples } from './samples.ts'

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

/** Requests that are measured together. */
class Pool {
  readonly times: number[] = []
  limited = 0
  failed = 0

  take({ status, durationMs }: RequestSample): void {
    this.times.push(durationMs)
    if (isLimited(status)) this.limited += 1
    if (isFailed(status)) this.failed += 1
  }
}

function groupOf(pools: readonly Pool[]): Group {
  const sum = (count: (pool: Pool) => number) => pools.reduce((total, pool) => total + count(pool), 0)
  const [requests, limited, failed] = [
    sum(({ times }) => times.length),
    sum((pool) => pool.limited),
    sum((pool) => pool.failed),
  ]
  const all = new Float64Array(requests)
  let at = 0
  for (const { times } of pools) {
    all.set(times, at)
    at += times.length
  }
  return { requests, answered: requests - limited - failed, limited, failed, latencyMs: latencyOf(all) }
}

/** The pools of all products, together and by product. */
function groupsOf(pools: readonly (readonly [product: string, own: readonly Pool[]])[]) {
  const products = Object.fromEntries(pools.map(([product, own]) => [product, groupOf(own)]))
  return { all: groupOf(pools.flatMap(([, own]) => own)), products }
}

/** The wanted number of stretches in a scenario; each stretch is a whole number of seconds. */
const slicesWanted = 20

function slicesOf(samples: readonly Samples[], load: ArrivalRate, plateau: Plateau): Slice[] {
  const seconds = Math.max(1, Math.ceil(plateau.durationMs / 1000 / slicesWanted))
  const wanted = Math.ceil(plateau.durationMs / 1000 / seconds)
  return Array.from({ length: wanted }, (_, index): Slice => {
    const atMs = index * seconds * 1000
    const ms = Math.min(seconds * 1000, plateau.durationMs - atMs)
    const from = index * seconds
    const pool = new Pool()
    for (const one of samples) one.each((sample) => pool.take(sample), from, from + seconds)
    const { requests, limited, failed, latencyMs } = groupOf([pool])
    const planned = plannedUntil(load, plateau, atMs + ms) - plannedUntil(load, plateau, atMs)
    return { atMs, ms, planned, requests, limited, failed, p95: latencyMs?.p95 ?? null }
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
  const operations = targets.map(({ id }) => ({ operation: id, requests: 0, statuses: {} as Record<string, number> }))
  const pools = new Map(targets.map(({ product }) => [product, { admitted: new Pool(), refused: new Pool() }]))
  const take = (sample: RequestSample) => {
    const { operation, status } = sample
    const tally = operations[operation]
    const pool = pools.get(targets[operation]?.product ?? '')
    if (tally === undefined || pool === undefined) return
    tally.requests += 1
    tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
    pool[isTurnedAway(status) || isLimited(status) ? 'refused' : 'admitted'].take(sample)
  }
  for (const one of samples) one.each(take)
  const byProduct = [...pools]
  const isAnyRefused = byProduct.some(([, { refused }]) => refused.times.length > 0)
  return {
    ...groupsOf(byProduct.map(([product, { admitted, refused }]) => [product, [admitted, refused]])),
    ...(isAnyRefused ? { admitted: groupsOf(byProduct.map(([product, { admitted }]) => [product, [admitted]])) } : {}),
    operations,
    slices: slicesOf(samples, arrivalRate(name), plateau),
    twice,
  }
}
