import type { Latency } from '../record.ts'
import type { ArrivalRate } from '../registry.ts'
import { type Plateau, plannedAt, plannedUntil } from '../stages.ts'
import { latencyOf } from './measure.ts'

/** A request that told when it began, and its turn when it was to begin. Milliseconds since the epoch. */
export interface Begun {
  readonly turn: number
  readonly startedAt: number
}

/** How many were dropped before each, at most: so many stand all that follow behind the plan. */
function droppedBefore(begun: readonly Begun[], load: ArrivalRate, plateau: Plateau, from: number): readonly number[] {
  const planned = plannedUntil(load, plateau, plateau.durationMs)
  const last = begun.reduce((most, { turn }) => Math.max(most, turn), 0)
  let least = Math.max(0, planned - (last + 1))
  return begun
    .toReversed()
    .map(({ turn, startedAt }) => {
      const behind = plannedUntil(load, plateau, startedAt - from) - (turn + 1)
      least = Math.max(0, Math.min(least, behind))
      return least
    })
    .toReversed()
}

/** Milliseconds behind the request of one process that was least behind: k6 does not tell when its clock began. */
function behindPlan(unsorted: readonly Begun[], load: ArrivalRate, plateau: Plateau): readonly number[] {
  const begun = unsorted.toSorted((one, other) => one.startedAt - other.startedAt)
  // When the request is planned before which so many begin: k6 begins the first when one is due, not when none is.
  const plannedFor = (turns: number) => plannedAt(load, plateau, turns + 1)
  const from = begun.reduce(
    (least, { turn, startedAt }) => Math.min(least, startedAt - plannedFor(turn)),
    Number.POSITIVE_INFINITY,
  )
  const dropped = droppedBefore(begun, load, plateau, from)
  return begun.map(({ turn, startedAt }, at) => Math.max(0, startedAt - from - plannedFor(turn + (dropped[at] ?? 0))))
}

/**
 * How late the processes of k6 began their requests; null where nothing is known of it. Their times are planned, whatever the service
 * does, so what is late was held up on our own machine, as are the times of the answers then. Taken from the requests that tell when
 * they began, some twenty a second.
 *
 * An iteration that is dropped because a slow service holds all virtual users takes no turn: what comes after it stands behind the
 * plan for good, and is not late. What is held up catches up.
 */
export function latenessOf(processes: readonly (readonly Begun[])[], load: ArrivalRate, plateau: Plateau): Latency {
  return latencyOf(Float64Array.from(processes.flatMap((begun) => behindPlan(begun, load, plateau))))
}
