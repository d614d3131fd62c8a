import { replayBucket } from './bucket-model.ts'
import { bucketSearch as search, search as windows } from './constants.ts'
import { hasArrived, type Observations, refused } from './observations.ts'
import { bestFirst, bestOf, grid } from './search.ts'
import { passing } from './trace.ts'

/** The best bucket that was found. Its rates are tokens a second. */
export interface FoundBucket {
  readonly mismatches: number
  readonly depth: number
  readonly depthInterval: readonly [number, number]
  readonly perSecond: number
  readonly perSecondInterval: readonly [number, number]
}

/** Searches for depth and rate at once. The depth follows from the rate and the first burst. */
export function searchBucket(seen: Observations): FoundBucket {
  const accepted = passing(seen.samples, 'accepted').length
  const mean = accepted / seen.totalMs
  const burst = firstBurst(seen)
  const atRate = (perMs: number, depths: readonly number[]) => {
    const expected = burst.accepted - perMs * burst.ms
    const tried = depths.map((offset) => {
      const depth = Math.max(1, Math.round(expected) + offset)
      return { perMs, depth, mismatches: replayBucket(seen, depth, perMs) }
    })
    return bestOf(tried)
  }
  const rates = grid(mean / search.rates, mean * search.rates, search.coarse)
  const coarse = bestFirst(rates.map((perMs) => atRate(perMs, search.depths)))
  const offsets = Array.from({ length: search.closeDepths }, (_, index) =>
    index % 2 === 0 ? index / 2 : -(index + 1) / 2,
  )
  const close = coarse
    .slice(0, search.kept)
    .flatMap(({ perMs }) =>
      grid(perMs / search.around, perMs * search.around, search.fine).map((rate) => atRate(rate, offsets)),
    )
  return around(bestOf(close), (perMs) => atRate(perMs, offsets), seen)
}

function around(
  best: { readonly perMs: number; readonly depth: number; readonly mismatches: number },
  atRate: (perMs: number) => { readonly mismatches: number },
  seen: Observations,
): FoundBucket {
  const edge = (direction: number, allowed: number) => {
    let last = best.perMs
    for (let step = 1, misses = 0; step < search.edgeSteps && misses < search.edgeMisses; step += 1) {
      const perMs = best.perMs * (1 + direction * step * search.fine)
      if (perMs > 0 && atRate(perMs).mismatches <= best.mismatches + allowed) {
        last = perMs
        misses = 0
      } else misses += 1
    }
    return last
  }
  const perMs = (edge(-1, 0) + edge(1, 0)) / 2
  const fits = (depth: number) => {
    return [perMs, best.perMs].some((rate) => replayBucket(seen, depth, rate) <= best.mismatches + 1)
  }
  const depths = Array.from(
    { length: 2 * search.depthsAround + 1 },
    (_, index) => best.depth - search.depthsAround + index,
  ).filter((depth) => depth >= 1 && fits(depth))
  const first = depths[0] ?? best.depth
  const last = depths.at(-1) ?? best.depth
  return {
    mismatches: best.mismatches,
    depth: Math.round((first + last) / 2),
    depthInterval: [first, last],
    perSecond: 1000 * perMs,
    perSecondInterval: [1000 * edge(-1, 1) * (1 - windows.margin), 1000 * edge(1, 1) * (1 + windows.margin)],
  }
}

function firstBurst({ arrivals }: Observations): { readonly accepted: number; readonly ms: number } {
  const end = arrivals.findIndex(({ what }) => what === refused)
  const burst = arrivals.slice(0, end < 0 ? arrivals.length : end)
  const accepted = burst.filter(({ what }) => what !== hasArrived).length
  return { accepted, ms: (burst.at(-1) ?? arrivals[0])?.from ?? 0 }
}
