import {
  type Replay,
  replayBucket,
  replayFixedEpoch,
  replayFixedFirst,
  replaySlidingCounter,
  replaySlidingLog,
} from './models.ts'
import { hasArrived, type LetGo, lettingGo, type Observations, refused } from './observations.ts'
import type { Shape } from './transport.ts'

/** The best parameters found for one model. */
export interface Found extends Replay {
  readonly windowMs: number
  readonly windowIntervalMs: readonly [number, number]
  /** Where a boundary lies, milliseconds after the first request; null for models without one. */
  readonly phase: number | null
}

/** The best bucket found; rates per second. */
export interface FoundBucket {
  readonly mismatches: number
  readonly depth: number
  readonly depthInterval: readonly [number, number]
  readonly perSecond: number
  readonly perSecondInterval: readonly [number, number]
}

/** What an interval is widened by, as a share: clocks and searches are no finer. */
const margin = 0.003

interface Evaluated extends Replay {
  readonly phase: number | null
}

type Evaluate = (windowMs: number) => Evaluated

/** Numbers from `low` to `high`, each `step` (a share) larger than the one before. */
function grid(low: number, high: number, step: number): number[] {
  const count = Math.max(1, Math.ceil(Math.log(high / low) / Math.log1p(step)))
  return Array.from({ length: count + 1 }, (_, index) => low * (high / low) ** (index / count))
}

/** Looks coarsely, then closely around the best few, then outward for the interval that fits as well or nearly. */
function searchWindow(seen: Observations, evaluate: Evaluate, step: number): Found {
  const [low, high] = lengths(seen)
  const coarse = grid(low, high, step).map((windowMs) => ({ windowMs, ...evaluate(windowMs) }))
  const best = coarse.sort((one, other) => one.mismatches - other.mismatches).slice(0, 6)
  let found = best[0]
  if (found && hopeless(found.mismatches, seen)) return { ...found, windowIntervalMs: [low, high] }
  for (const { windowMs } of best) {
    for (const close of grid(windowMs / (1 + 1.2 * step), windowMs * (1 + 1.2 * step), step / 10)) {
      const candidate = { windowMs: close, ...evaluate(close) }
      if (!found || candidate.mismatches < found.mismatches) found = candidate
    }
  }
  if (!found) throw new Error('a grid is never empty')
  return widen(evaluate, found)
}

/** A model that is so far off is not worth a closer look: its numbers are never read. */
function hopeless(mismatches: number, seen: Observations): boolean {
  return mismatches > 8 + seen.count / 40
}

function widen(evaluate: Evaluate, found: Evaluated & { readonly windowMs: number }): Found {
  const reach = (direction: number, allowed: number): number => {
    let edge = found.windowMs
    for (let offset = 0.0003, misses = 0; offset < 0.3 && misses < 4; offset *= 1.13) {
      const windowMs = found.windowMs * (1 + direction * offset)
      if (evaluate(windowMs).mismatches <= found.mismatches + allowed) {
        edge = windowMs
        misses = 0
      } else misses += 1
    }
    return edge
  }
  const middle = (reach(-1, 0) + reach(1, 0)) / 2
  const central = { windowMs: middle, ...evaluate(middle) }
  const chosen = central.mismatches <= found.mismatches ? central : found
  return { ...chosen, windowIntervalMs: [reach(-1, 1) * (1 - margin), reach(1, 1) * (1 + margin)] }
}

/** How long a window can be for a trace of that length: between 2.5 and 80 of them. */
function lengths(seen: Observations): readonly [number, number] {
  const total = seen.to[seen.count - 1] ?? 1
  return [total / 80, total / 2.5]
}

export function searchFixedFirst(seen: Observations): Found {
  return searchWindow(seen, (windowMs) => ({ ...replayFixedFirst(seen, windowMs), phase: null }), 0.005)
}

export function searchSlidingLog(seen: Observations, refusedCount: boolean): Found {
  const evaluate = (windowMs: number) => ({ ...replaySlidingLog(seen, windowMs, refusedCount), phase: null })
  return searchWindow(seen, evaluate, 0.005)
}

export function searchFixedEpoch(seen: Observations): Found {
  const moments = lettingGo(seen)
  const evaluate = (windowMs: number) => {
    const phase = commonPhase(moments, windowMs)
    return { ...replayFixedEpoch(seen, windowMs, phase), phase }
  }
  return searchWindow(seen, evaluate, 0.002)
}

/** The phase, 0 to `windowMs`, at which a boundary falls into most of the moments at which the limit let go. */
export function commonPhase(moments: readonly LetGo[], windowMs: number): number {
  const edges: { at: number; change: number }[] = []
  for (const { from, to } of moments) {
    const width = to - from
    if (width >= windowMs) continue
    const start = from % windowMs
    edges.push({ at: start, change: 1 }, { at: start + width, change: -1 })
    edges.push({ at: start + windowMs, change: 1 }, { at: start + windowMs + width, change: -1 })
  }
  edges.sort((one, other) => one.at - other.at)
  let depth = 0
  let deepest = 0
  let phase = 0
  for (const [index, { at, change }] of edges.entries()) {
    depth += change
    if (depth > deepest) {
      deepest = depth
      phase = (at + (edges[index + 1]?.at ?? at)) / 2
    }
  }
  return phase % windowMs
}

/** A window and a phase at once: a coarse look everywhere near the scale, then downhill from the best. */
export function searchSlidingCounter(seen: Observations, shape: Shape): Found {
  const middle = (seen.to[seen.count - 1] ?? 0) / 2
  const model = (whole: boolean) => (windowMs: number, share: number) => {
    const phase = middle + share * windowMs
    return { ...replaySlidingCounter(seen, windowMs, phase, whole), phase }
  }
  const look = (step: number, phases: number): Start[] => {
    const looked = grid(0.5 * shape.scaleMs, 2.5 * shape.scaleMs, step).flatMap((windowMs) => {
      return Array.from({ length: phases }, (_, index) => {
        const share = index / phases
        return { windowMs, share, mismatches: model(false)(windowMs, share).mismatches }
      })
    })
    return looked.sort((one, other) => one.mismatches - other.mismatches)
  }
  const [glance] = look(0.03, 20)
  if (!glance || hopeless(glance.mismatches / 2, seen)) {
    const { windowMs, share } = glance ?? { windowMs: shape.scaleMs, share: 0 }
    return { ...model(false)(windowMs, share), windowMs, windowIntervalMs: [0, shape.scaleMs * 3] }
  }
  const starts = look(0.011, 40)
  const strict = downhill(model(false), starts.slice(0, 12))
  if (strict.mismatches === 0) return loosened(strict)
  const whole = downhill(model(true), starts.slice(0, 12))
  return loosened(whole.mismatches < strict.mismatches ? whole : strict)
}

/** A share of the last window decides, so a large quota is known to half a percent only. */
function loosened(found: Found): Found {
  const slack = Math.ceil(found.quota / 200)
  const [low, high] = found.quotaInterval
  return { ...found, quotaInterval: [low - slack, high + slack] }
}

interface Start {
  readonly windowMs: number
  readonly share: number
  readonly mismatches: number
}

type At = (windowMs: number, share: number) => Evaluated

function downhill(at: At, starts: readonly Start[]): Found {
  let best = starts[0]
  if (!best) throw new Error('a grid is never empty')
  for (const start of starts) {
    let here = start
    for (let size = 1; size > 0.03; size /= 1.7) {
      for (const [dw, ds] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
        [1, 1],
        [-1, -1],
        [1, -1],
        [-1, 1],
      ] as const) {
        const windowMs = here.windowMs * (1 + 0.008 * size * dw)
        const share = here.share + 0.02 * size * ds
        const { mismatches } = at(windowMs, share)
        if (mismatches < here.mismatches) here = { windowMs, share, mismatches }
      }
    }
    if (here.mismatches < best.mismatches) best = here
  }
  const { share } = best
  const shares = [-0.02, -0.012, -0.006, -0.003, 0, 0.003, 0.006, 0.012, 0.02]
  const evaluate = (windowMs: number) => {
    const tried = shares.map((offset) => at(windowMs, share + offset))
    return tried.reduce((one, other) => (other.mismatches < one.mismatches ? other : one))
  }
  return widen(evaluate, { ...evaluate(best.windowMs), windowMs: best.windowMs })
}

/** Depth and rate at once; the depth follows from the rate and the first burst. */
export function searchBucket(seen: Observations): FoundBucket {
  const total = seen.to[seen.count - 1] ?? 1
  const accepted = seen.samples.filter((sample) => sample.outcome === 'accepted').length
  const mean = accepted / total
  const burst = firstBurst(seen)
  const atRate = (perMs: number, depths: readonly number[]) => {
    const expected = burst.accepted - perMs * burst.ms
    let best = { perMs, depth: 1, mismatches: Number.POSITIVE_INFINITY }
    for (const offset of depths) {
      const depth = Math.max(1, Math.round(expected) + offset)
      const mismatches = replayBucket(seen, depth, perMs)
      if (mismatches < best.mismatches) best = { perMs, depth, mismatches }
    }
    return best
  }
  const wide = [0, 1, -1, 2, -2, 4, -4, 7, -7]
  const coarse = grid(mean / 4, mean * 4, 0.02).map((perMs) => atRate(perMs, wide))
  coarse.sort((one, other) => one.mismatches - other.mismatches)
  const offsets = Array.from({ length: 17 }, (_, index) => (index % 2 === 0 ? index / 2 : -(index + 1) / 2))
  const close = coarse
    .slice(0, 4)
    .flatMap(({ perMs }) => grid(perMs / 1.025, perMs * 1.025, 0.002).map((r) => atRate(r, offsets)))
  close.sort((one, other) => one.mismatches - other.mismatches)
  const [best] = close
  if (!best) throw new Error('a grid is never empty')
  return around(best, (perMs) => atRate(perMs, offsets), seen)
}

function around(
  best: { readonly perMs: number; readonly depth: number; readonly mismatches: number },
  atRate: (perMs: number) => { readonly mismatches: number },
  seen: Observations,
): FoundBucket {
  const edge = (direction: number, allowed: number) => {
    let last = best.perMs
    for (let step = 1, misses = 0; step < 150 && misses < 5; step += 1) {
      const perMs = best.perMs * (1 + direction * step * 0.002)
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
  const depths = Array.from({ length: 41 }, (_, index) => best.depth - 20 + index).filter(
    (depth) => depth >= 1 && fits(depth),
  )
  const first = depths[0] ?? best.depth
  const last = depths.at(-1) ?? best.depth
  return {
    mismatches: best.mismatches,
    depth: Math.round((first + last) / 2),
    depthInterval: [first, last],
    perSecond: 1000 * perMs,
    perSecondInterval: [1000 * edge(-1, 1) * (1 - margin), 1000 * edge(1, 1) * (1 + margin)],
  }
}

function firstBurst(seen: Observations): { readonly accepted: number; readonly ms: number } {
  const end = seen.what.indexOf(refused)
  const burst = seen.what.subarray(0, end < 0 ? seen.count : end)
  const accepted = burst.filter((kind) => kind !== hasArrived).length
  return { accepted, ms: seen.from[Math.max(0, burst.length - 1)] ?? 0 }
}
