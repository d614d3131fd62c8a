import { bucketSearch as search, search as windows } from './constants.ts'
import type { Arrival, Observations } from './observations.ts'
import { bestFirst, bestOf, grid } from './search.ts'
import { passing } from './trace.ts'

/** The best bucket that was found. Its rates are tokens a second. */
export type FoundBucket = Readonly<ReturnType<typeof around>>

/** Searches for depth and rate at once. The depth follows from the rate and the first burst. */
export function searchBucket(seen: Observations): FoundBucket {
  const accepted = passing(seen.samples, 'accepted').length
  const mean = accepted / seen.totalMs
  const burst = firstBurst(seen)
  const atRate = (perMs: number, depths: readonly number[]) => {
    const expected = burst.taken.length - perMs * burst.ms
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
) {
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
    depthInterval: [first, last] as const,
    perSecond: 1000 * perMs,
    perSecondInterval: [1000 * edge(-1, 1) * (1 - windows.margin), 1000 * edge(1, 1) * (1 + windows.margin)] as const,
  }
}

/** What was let through before the first refusal, and how long that took, milliseconds. */
export function firstBurst({ arrivals }: Observations): { readonly taken: readonly Arrival[]; readonly ms: number } {
  const end = arrivals.findIndex(({ what }) => what === 'refused')
  const burst = arrivals.slice(0, end < 0 ? arrivals.length : end)
  return { taken: burst.filter(({ what }) => what !== 'has-arrived'), ms: (burst.at(-1) ?? arrivals[0])?.from ?? 0 }
}

/**
 * Counts mismatches with a token bucket of `depth` that gains `perMs`, full at the first request. The state is the line on which the
 * tokens grow, with an interval for its height, so that uncertain arrivals do not add up. Beside the line stands what there surely
 * was, since tokens never get fewer by waiting.
 */
export function replayBucket({ arrivals }: Observations, depth: number, perMs: number): number {
  let low = depth - perMs * (arrivals[0]?.to ?? 0)
  let high = depth
  let surely = depth
  let onTheWay = 0
  let mismatches = 0
  for (const { from, to, what: kind } of arrivals) {
    const early = perMs * from
    const late = perMs * to
    if (kind === 'may-have-been-refused') continue
    if (kind === 'has-arrived') {
      if (onTheWay > 0) high = Math.max(high - 1, low)
      onTheWay = Math.max(0, onTheWay - 1)
      continue
    }
    surely = Math.min(depth, Math.max(surely, low + early))
    low = Math.min(low, depth - late - onTheWay)
    if (depth - early < high) {
      high = depth - early
      onTheWay = 0
    }
    if (kind === 'may-have-arrived') {
      low -= 1
      surely = Math.max(0, surely - 1)
      onTheWay += 1
    } else if (kind === 'accepted') {
      if (high + late < 1 - 1e-9) {
        mismatches += severity(1 - high - late)
        high = 1 - early
        low = 1 - late
      }
      low = Math.max(low, 1 - late - onTheWay) - 1
      high = Math.max(high - 1, low)
      surely = Math.max(0, surely - 1)
    } else {
      if (surely >= 1) {
        mismatches += severity(surely - 1)
        low = 1 - late
      }
      surely = 0
      high = Math.min(high, 1 - early + onTheWay)
      low = Math.min(low, high)
    }
  }
  return mismatches
}

/** The weight of a mismatch. A mismatch by many tokens is worse than one by part of one, since the forced state forgets it. */
const severity = (tokens: number): number => 1 + Math.min(3, Math.floor(tokens))
