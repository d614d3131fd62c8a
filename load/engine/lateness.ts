import type { Latency } from '../record.ts'
import type { ArrivalRate } from '../registry.ts'
import { type Plateau, plannedAt } from '../stages.ts'
import { latencyOf } from './measure.ts'

/**
 * How late one process of k6 began its requests: their times are planned, whatever the service does, so what is late was held up on our
 * own machine, as are the times of the answers then. Taken from the requests that tell when they began, some twenty a second.
 */
export class Lateness {
  private readonly began: number[] = []

  private readonly load: ArrivalRate
  private readonly plateau: Plateau

  constructor(load: ArrivalRate, plateau: Plateau) {
    this.load = load
    this.plateau = plateau
  }

  /** A request began; its turn tells when it was to begin. */
  add(turn: number, startedAt: number): void {
    // k6 begins the first when one is due, not when none is.
    this.began.push(startedAt - plannedAt(this.load, this.plateau, turn + 1))
  }

  /** Milliseconds behind the request that was least behind: k6 does not tell when its clock began. */
  values(): readonly number[] {
    const least = this.began.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
    return this.began.map((one) => one - least)
  }
}

/** What all processes were late; null where nothing is known of it. */
export function latenessOf(processes: readonly Lateness[]): Latency {
  return latencyOf(Float64Array.from(processes.flatMap((one) => one.values())))
}
