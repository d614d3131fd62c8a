import { arrivalRate, type RateScenario } from './registry.ts'
import { type Plateau, plannedUntil, slowestMs, virtualUsers } from './stages.ts'

/**
 * Why answers no longer keep up with a rate; null where they do. A service that answers within two seconds has no more requests in
 * flight than were planned for the last two seconds. The smallest number of virtual users is always allowed in flight.
 */
export function behindAt(name: RateScenario, plateau: Plateau, atMs: number, answered: number): string | null {
  const load = arrivalRate(name)
  const planned = plannedUntil(load, plateau, atMs)
  const behind = planned - answered
  const inFlight = Math.max(virtualUsers(0), planned - plannedUntil(load, plateau, atMs - slowestMs))
  // One more is allowed, since requests are whole.
  return behind > inFlight + 1 ? `${Math.round(behind)} requests were not answered in time` : null
}
