import { arrivalRate, type ScenarioName } from './registry.ts'
import { type Plateau, plannedUntil, slowestMs, virtualUsers } from './stages.ts'

export const isLimited = (status: number) => status === 429
/** 5xx, or no whole answer; neither 429 nor another 4xx. */
export const isFailed = (status: number) => status === 0 || status >= 500

/** A service gives way where more than this share of its answers are failures, or refusals of a limit. */
export const givesWay = 0.1

/** More than this share of its answers failed: more load proves nothing, and spares nobody. */
export const tooMany = 0.5

/**
 * Why answers no longer keep up with a rate, or null: a service that answers within two seconds has no more requests in
 * flight than were planned for the last two, and never fewer are asked for than there are virtual users at least.
 */
export function behindAt(name: ScenarioName, plateau: Plateau, atMs: number, answered: number): string | null {
  const load = arrivalRate(name)
  if (load === null) return null
  const planned = plannedUntil(load, plateau, atMs)
  const behind = planned - answered
  const inFlight = Math.max(virtualUsers(0), planned - plannedUntil(load, plateau, atMs - slowestMs))
  // One more, since requests are whole.
  return behind > inFlight + 1 ? `${Math.round(behind)} requests were not answered in time` : null
}
