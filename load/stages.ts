import type { ArrivalRate } from './registry.ts'

/** A scenario's load with its numbers: how fast at the plateau, and how long. */
export interface Plateau {
  readonly ratePerSecond: number
  readonly durationMs: number
}

/** A service that takes longer than this for a request cannot keep up: what it cannot take shows as dropped. Milliseconds. */
export const slowestMs = 2000
const fewestVUs = 10

/**
 * So many virtual users as a service needs that answers within two seconds, and at least ten. All of them are made beforehand:
 * k6 drops what arrives while it makes one.
 */
export function virtualUsers(ratePerSecond: number): number {
  return Math.max(fewestVUs, Math.ceil((ratePerSecond * slowestMs) / 1000))
}

/** The executor as k6 takes it. Rates are whole numbers there, so one that is none counts by the minute. */
export function k6ArrivalRate({ from, stages }: ArrivalRate, plateau: Plateau) {
  const rates = [from, ...stages.map(({ rate }) => rate)].map((share) => share * plateau.ratePerSecond)
  const perS = rates.every((rate) => Number.isInteger(rate)) ? 1 : 60
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

/** The rate that is planned for a moment, requests a second. */
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

/** The requests that are planned until a moment: the integral of the stages. */
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

/** When so many requests are planned to have begun, milliseconds from the start; the end where more are asked for. */
export function plannedAt(load: ArrivalRate, plateau: Plateau, requests: number): number {
  let [early, late] = [0, plateau.durationMs]
  // Halved until it is known to a fraction of a millisecond.
  while (late - early > 0.1) {
    const middle = (early + late) / 2
    if (plannedUntil(load, plateau, middle) < requests) early = middle
    else late = middle
  }
  return late
}

/** All requests of the stages, to the nearest whole one. */
export function plannedRequests(load: ArrivalRate, plateau: Plateau): number {
  return Math.round(plannedUntil(load, plateau, plateau.durationMs))
}
