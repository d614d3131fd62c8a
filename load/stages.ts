import { Type, type ValueOf } from '../fixtures/schemas/type.ts'
import type { ArrivalRate } from './registry.ts'

/** The numbers of a scenario's load: the rate at the plateau, and how long the whole scenario lasts. */
export const plateauSchema = Type.Object({ ratePerSecond: Type.Number(), durationMs: Type.Number() })
export type Plateau = ValueOf<typeof plateauSchema>

/** A service with longer answer times than this cannot keep up: k6 drops what the service cannot take. Milliseconds. */
const slowestMs = 2000
const fewestVUs = 10

/**
 * The number of virtual users that a service needs which answers within two seconds; at least ten. k6 makes all of them beforehand,
 * since it drops iterations while it makes one.
 */
export function virtualUsers(ratePerSecond: number): number {
  return Math.max(fewestVUs, Math.ceil((ratePerSecond * slowestMs) / 1000))
}

/** The load as k6's executor. k6 takes whole rates only, so other rates are given by the hour. */
export function k6ArrivalRate({ from, stages }: ArrivalRate, plateau: Plateau) {
  const rates = [from, ...stages.map(({ rate }) => rate)].map((share) => share * plateau.ratePerSecond)
  const perS = rates.every((rate) => Number.isInteger(rate)) ? 1 : 3600
  const whole = (share: number) => Math.round(share * plateau.ratePerSecond * perS)
  const users = virtualUsers(plateau.ratePerSecond)
  return {
    executor: 'ramping-arrival-rate' as const,
    startRate: whole(from),
    timeUnit: `${perS}s`,
    stages: stages.map(({ rate, time }) => ({
      target: whole(rate),
      duration: `${Math.round(time * plateau.durationMs)}ms`,
    })),
    preAllocatedVUs: users,
    maxVUs: users,
  }
}

/** The planned rate at a moment, requests a second. */
export function plannedRate({ from, stages }: ArrivalRate, plateau: Plateau, atMs: number): number {
  let before = from
  let left = atMs / plateau.durationMs
  for (const { rate, time } of stages) {
    if (left <= time) return (before + (rate - before) * (time === 0 ? 1 : left / time)) * plateau.ratePerSecond
    left -= time
    before = rate
  }
  return 0
}

/** The number of requests that are planned until a moment: the integral of the stages. */
export function plannedUntil({ from, stages }: ArrivalRate, plateau: Plateau, atMs: number): number {
  let before = from
  let left = Math.max(0, atMs / plateau.durationMs)
  let shares = 0
  for (const { rate, time } of stages) {
    const part = Math.min(left, time)
    const end = time === 0 ? rate : before + ((rate - before) * part) / time
    shares += ((before + end) / 2) * part
    left -= part
    before = rate
  }
  return (shares * plateau.ratePerSecond * plateau.durationMs) / 1000
}

/** The moment by which that many requests are planned, milliseconds from the start; the end where fewer are planned. */
export function plannedAt(load: ArrivalRate, plateau: Plateau, requests: number): number {
  let [early, late] = [0, plateau.durationMs]
  // The interval is halved until it is a tenth of a millisecond.
  while (late - early > 0.1) {
    const middle = (early + late) / 2
    if (plannedUntil(load, plateau, middle) < requests) early = middle
    else late = middle
  }
  return late
}

/** True where not one whole request is planned: k6 would send none. */
export function isTooShort(load: ArrivalRate, plateau: Plateau): boolean {
  return plannedUntil(load, plateau, plateau.durationMs) < 1
}

/** The number of requests in all stages, rounded. */
export function plannedRequests(load: ArrivalRate, plateau: Plateau): number {
  return Math.round(plannedUntil(load, plateau, plateau.durationMs))
}

/**
 * Why answers no longer keep up with a rate; null where they do. A service that answers within two seconds has no more requests in
 * flight than were planned for the last two seconds. The smallest number of virtual users is always allowed in flight.
 */
export function behindAt(load: ArrivalRate, plateau: Plateau, atMs: number, answered: number): string | null {
  const planned = plannedUntil(load, plateau, atMs)
  const behind = planned - answered
  const inFlight = Math.max(fewestVUs, planned - plannedUntil(load, plateau, atMs - slowestMs))
  // One more is allowed, since requests are whole.
  return behind > inFlight + 1 ? `${Math.round(behind)} requests were not answered in time` : null
}
