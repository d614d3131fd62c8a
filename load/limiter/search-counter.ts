import { derived, counterSearch as search } from './constants.ts'
import type { Replay } from './fullness.ts'
import { replaySlidingCounter } from './models.ts'
import type { Observations } from './observations.ts'
import { bestFirst, bestOf, type Evaluate, type FoundWindow, grid, hopeless, searchWindow, widen } from './search.ts'
import type { Recurrence } from './trace.ts'

/** Searches for window and phase at once: a coarse look everywhere near the scale, then downhill from the best places. */
export function searchSlidingCounter(seen: Observations, shape: Recurrence): FoundWindow {
  const middle = seen.totalMs / 2
  const model = (whole: boolean) => (windowMs: number, share: number) =>
    replaySlidingCounter(seen, windowMs, { phase: middle + share * windowMs, whole })
  const look = ({ step, phases }: { readonly step: number; readonly phases: number }): Start[] => {
    const { from, to } = search.windows
    return grid(from * shape.scaleMs, to * shape.scaleMs, step).flatMap((windowMs) => {
      return Array.from({ length: phases }, (_, index) => {
        const share = index / phases
        return { windowMs, share, mismatches: model(false)(windowMs, share).mismatches }
      })
    })
  }
  const { windowMs, share, mismatches } = bestOf(look(search.glance))
  if (hopeless(mismatches / search.glanceCounts, seen)) {
    return { ...model(false)(windowMs, share), windowMs, windowIntervalMs: [0, shape.scaleMs * search.unknown] }
  }
  const starts = bestFirst(look(search.look)).slice(0, search.starts)
  const strict = downhill(model(false), starts)
  if (strict.mismatches === 0) return loosened(strict)
  return loosened(bestOf([strict, downhill(model(true), starts)]))
}

/** Searches for a counter whose windows begin with a request, as after a rest: its phase is known. */
export function searchCounterFromFirst(
  seen: Observations,
  { scaleMs }: Recurrence,
  refusedCount: boolean,
): FoundWindow {
  const { from, to, step } = search.fromFirst
  const forms = [false, true].map((whole) => {
    const evaluate: Evaluate = (windowMs) => replaySlidingCounter(seen, windowMs, { phase: null, whole, refusedCount })
    return searchWindow(seen, evaluate, step, [from * scaleMs, to * scaleMs])
  })
  return loosened(bestOf(forms))
}

/** Widens the interval of the quota: a large quota is known to half a percent only. */
function loosened(found: FoundWindow): FoundWindow {
  const slack = Math.ceil(found.quota / derived.counterQuotaParts)
  const [low, high] = found.quotaInterval
  return { ...found, quotaInterval: [low - slack, high + slack] }
}

interface Start {
  readonly windowMs: number
  readonly share: number
  readonly mismatches: number
}

type At = (windowMs: number, share: number) => Replay

const directions = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
] as const

/** Goes from each start to where no step is better. The interval spans all places that are as good as the best. */
function downhill(at: At, starts: readonly Start[]): FoundWindow {
  const reached = starts.map((start) => descend(at, start))
  const { mismatches: fewest } = bestOf(reached)
  const found = reached.filter(({ mismatches }) => mismatches === fewest).map((place) => spread(at, place))
  const low = Math.min(...found.map(({ windowIntervalMs }) => windowIntervalMs[0]))
  const high = Math.max(...found.map(({ windowIntervalMs }) => windowIntervalMs[1]))
  const middle = (low + high) / 2
  const off = (one: FoundWindow) => Math.abs(one.windowMs - middle)
  const central = found.reduce((one, other) => (off(other) < off(one) ? other : one))
  return { ...central, windowIntervalMs: [low, high] }
}

function descend(at: At, start: Start): Start {
  const { until, shrink, window, phase } = search.descent
  let here = start
  for (let size = 1; size > until; size /= shrink) {
    for (const [longer, later] of directions) {
      const windowMs = here.windowMs * (1 + window * size * longer)
      const share = here.share + phase * size * later
      const { mismatches } = at(windowMs, share)
      if (mismatches < here.mismatches) here = { windowMs, share, mismatches }
    }
  }
  return here
}

function spread(at: At, { windowMs, share }: Start): FoundWindow {
  const evaluate = (length: number) => bestOf(search.phasesAround.map((offset) => at(length, share + offset)))
  return widen(evaluate, { ...evaluate(windowMs), windowMs })
}
