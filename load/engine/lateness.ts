import type { Latency } from '../../evidence/load-results.ts'
import type { ArrivalRate } from '../registry.ts'
import { type Plateau, plannedAt, plannedUntil } from '../stages.ts'
import type { ShortLine } from '../wire.ts'
import { latencyOf } from './measure.ts'

/** A request with a known start, and its turn, which tells the planned start. */
export type Begun = Pick<ShortLine, 'turn' | 'startedAt'>

/** For each request, how many iterations k6 dropped before it, at most. Later turns stand behind the plan by that number. */
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

/** How late the requests of one process are, milliseconds after its most punctual one: k6 does not tell when its clock began. */
function behindPlan(unsorted: readonly Begun[], load: ArrivalRate, plateau: Plateau): readonly number[] {
  const begun = unsorted.toSorted((one, other) => one.startedAt - other.startedAt)
  // k6 begins its first request when one is due, not at zero. So turn n is planned for the moment when n + 1 requests are due.
  const plannedFor = (turns: number) => plannedAt(load, plateau, turns + 1)
  const from = begun.reduce(
    (least, { turn, startedAt }) => Math.min(least, startedAt - plannedFor(turn)),
    Number.POSITIVE_INFINITY,
  )
  const dropped = droppedBefore(begun, load, plateau, from)
  return begun.map(({ turn, startedAt }, at) => Math.max(0, startedAt - from - plannedFor(turn + (dropped[at] ?? 0))))
}

/**
 * How late the processes of k6 began their requests; null where nothing is known. The plan sets each start, whatever the service
 * does, so our own machine causes a late start; it then lengthens the times of answers too. Only requests with a known start count,
 * some twenty a second.
 *
 * An iteration that k6 drops, because a slow service holds all virtual users, takes no turn. What comes after it stays behind the
 * plan and is not late. A request that our machine held up catches up.
 */
export function latenessOf(processes: readonly (readonly Begun[])[], load: ArrivalRate, plateau: Plateau): Latency {
  return latencyOf(Float64Array.from(processes.flatMap((begun) => behindPlan(begun, load, plateau))))
}
