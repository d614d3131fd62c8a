import { search } from './constants.ts'
import type { Replay } from './fullness.ts'
import type { LetGo, Observations } from './observations.ts'

/** The best parameters that were found for one model. */
export interface FoundWindow extends Replay {
  readonly windowMs: number
  readonly windowIntervalMs: readonly [number, number]
}

/** How well a model fits with one length of the window. */
export type Evaluate = (windowMs: number) => Replay

/** Numbers from `low` to `high`, each larger than the one before by about the share `step`. */
export function grid(low: number, high: number, step: number): number[] {
  const count = Math.max(1, Math.ceil(Math.log(high / low) / Math.log1p(step)))
  return Array.from({ length: count + 1 }, (_, index) => low * (high / low) ** (index / count))
}

/** The shortest and the longest window that a trace of this length can show, milliseconds. */
const shownBy = ({ totalMs }: Observations) => [totalMs / search.windows.most, totalMs / search.windows.fewest] as const

/** Searches for the length of a window: coarsely, then closely around the best few, then outward for what fits about as well. */
export function searchWindow(
  seen: Observations,
  evaluate: Evaluate,
  step: number,
  within: readonly [low: number, high: number] = shownBy(seen),
): FoundWindow {
  const [low, high] = within
  const at = (windowMs: number) => ({ windowMs, ...evaluate(windowMs) })
  const coarse = bestFirst(grid(low, high, step).map(at)).slice(0, search.kept)
  const found = bestOf(coarse)
  if (hopeless(found.mismatches, seen)) return { ...found, windowIntervalMs: [low, high] }
  const reach = 1 + search.around * step
  const close = coarse.flatMap(({ windowMs }) => grid(windowMs / reach, windowMs * reach, step / search.closer).map(at))
  return widen(evaluate, bestOf([found, ...close]))
}

type Tried = Pick<Replay, 'mismatches'>

/** What was tried, with the fewest mismatches first; among equals, what was tried first. */
export function bestFirst<One extends Tried>(tried: readonly One[]): One[] {
  return tried.toSorted((one, other) => one.mismatches - other.mismatches)
}

/** The first with the fewest mismatches. At least one must have been tried. */
export function bestOf<One extends Tried>(tried: readonly One[]): One {
  return tried.reduce((best, one) => (one.mismatches < best.mismatches ? one : best))
}

/** True where a model is too far off for a closer look: its numbers are never read. */
export function hopeless(mismatches: number, seen: Observations): boolean {
  return mismatches > search.hopeless + seen.arrivals.length / search.hopelessOneIn
}

/** Looks outward from the best window, for the interval that fits as well or nearly. */
export function widen(evaluate: Evaluate, found: Replay & { readonly windowMs: number }): FoundWindow {
  const reach = (direction: number, allowed: number): number => {
    const { first, furthest, growth, misses: most } = search.widen
    let edge = found.windowMs
    for (let offset = first, misses = 0; offset < furthest && misses < most; offset *= growth) {
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
  return { ...chosen, windowIntervalMs: [reach(-1, 1) * (1 - search.margin), reach(1, 1) * (1 + search.margin)] }
}

/** The phase, 0 to `windowMs`, whose boundaries fall into most of the moments at which the limit let go. */
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
