import type { Latency } from '../record.ts'
import type { ArrivalRate } from '../registry.ts'
import { type Plateau, plannedAt, plannedUntil } from '../stages.ts'
import { latencyOf } from './measure.ts'

/** A request that told when it began. Milliseconds since the epoch. */
interface Begun {
  readonly turn: number
  readonly startedAt: number
}

/**
 * How late one process of k6 began its requests: their times are planned, whatever the service does, so what is late was held up on our
 * own machine, as are the times of the answers then. Taken from the requests that tell when they began, some twenty a second.
 *
 * An iteration that is dropped because a slow service holds all virtual users takes no turn: what comes after it stands behind the
 * plan for good, and is not late. What is held up catches up.
 */
export class Lateness {
  private readonly begun: Begun[] = []

  private readonly load: ArrivalRate
  private readonly plateau: Plateau

  constructor(load: ArrivalRate, plateau: Plateau) {
    this.load = load
    this.plateau = plateau
  }

  /** A request began; its turn tells when it was to begin. */
  add(turn: number, startedAt: number): void {
    this.begun.push({ turn, startedAt })
  }

  /** When the request is planned before which so many begin. */
  private plannedFor(turns: number): number {
    // k6 begins the first when one is due, not when none is.
    return plannedAt(this.load, this.plateau, turns + 1)
  }

  /** How many were dropped before each, at most: so many stand all that follow behind the plan. */
  private droppedBefore(begun: readonly Begun[], from: number): readonly number[] {
    const planned = plannedUntil(this.load, this.plateau, this.plateau.durationMs)
    const last = begun.reduce((most, { turn }) => Math.max(most, turn), 0)
    let least = Math.max(0, planned - (last + 1))
    return begun
      .toReversed()
      .map(({ turn, startedAt }) => {
        const behind = plannedUntil(this.load, this.plateau, startedAt - from) - (turn + 1)
        least = Math.max(0, Math.min(least, behind))
        return least
      })
      .toReversed()
  }

  /** Milliseconds behind the request that was least behind: k6 does not tell when its clock began. */
  values(): readonly number[] {
    const begun = this.begun.toSorted((one, other) => one.startedAt - other.startedAt)
    const from = begun.reduce(
      (least, { turn, startedAt }) => Math.min(least, startedAt - this.plannedFor(turn)),
      Number.POSITIVE_INFINITY,
    )
    const dropped = this.droppedBefore(begun, from)
    return begun.map(({ turn, startedAt }, at) =>
      Math.max(0, startedAt - from - this.plannedFor(turn + (dropped[at] ?? 0))),
    )
  }
}

/** What all processes were late; null where nothing is known of it. */
export function latenessOf(processes: readonly Lateness[]): Latency {
  return latencyOf(Float64Array.from(processes.flatMap((one) => one.values())))
}
