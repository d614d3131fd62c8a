import { Fullness, type Replay } from './fullness.ts'
import type { Arrival, Observations } from './observations.ts'

/*
 * The limiters that can be replayed over what was seen (O18). Each replay counts mismatches: answers that the model could not have
 * given at any arrival time between sending and receipt. Counts follow what was really let through, so one slip does not spread.
 * Window models try every quota at once, and return the best.
 *
 * A token bucket, GCRA and a leaky meter are one machine, seen from outside. A window that counts refused requests too is still a
 * sliding log.
 */

/** Replays a fixed window whose boundaries lie at `phase` + n × `windowMs`. */
export function replayFixedEpoch({ arrivals }: Observations, windowMs: number, phase: number): Replay {
  const fullness = new Fullness(arrivals.length)
  let window = Number.NEGATIVE_INFINITY
  let least = 0
  let most = 0
  let nextLeast = 0
  let nextMost = 0
  let mostBefore = 0
  let refusedHere = false
  for (const { from, to, what: kind } of arrivals) {
    const first = Math.floor((from - phase) / windowMs)
    const last = Math.floor((to - phase) / windowMs)
    if (first > window) {
      const stepped = first === window + 1
      mostBefore = stepped ? most : 0
      least = stepped ? nextLeast : 0
      most = stepped ? nextMost : 0
      nextLeast = 0
      nextMost = 0
      refusedHere = false
      window = first
    }
    const open = last > window
    if (kind === 'accepted' && !open) {
      fullness.accepted(least)
      least += 1
      most += 1
    } else if (kind === 'accepted' && refusedHere) {
      fullness.accepted(Math.min(least, nextLeast))
      nextLeast += 1
      nextMost += 1
    } else if (kind === 'accepted') {
      fullness.accepted(Math.min(least, nextLeast))
      most += 1
      nextMost += 1
    } else if (kind === 'may-have-arrived') {
      most += 1
      if (open) nextMost += 1
    } else if (kind === 'has-arrived') {
      if (!open && first === window) least += 1
    } else if (kind === 'refused' && first < window) {
      fullness.refused(Math.max(most, mostBefore))
    } else if (kind === 'refused') {
      fullness.refused(open ? Math.max(most, nextMost) : most)
      refusedHere = true
    }
  }
  return fullness.best()
}

/** Replays a fixed window that starts with the first request after the end of the last window. */
export function replayFixedFirst({ arrivals }: Observations, windowMs: number): Replay {
  const fullness = new Fullness(arrivals.length)
  let startFrom = Number.NEGATIVE_INFINITY
  let startTo = Number.NEGATIVE_INFINITY
  let least = 0
  let most = 0
  let mostBefore = 0
  let refusedHere = false
  for (const { from: early, to: late, what: kind } of arrivals) {
    if (kind === 'may-have-been-refused') continue
    const surelyNew = early >= startTo + windowMs
    const surelyOld = late < startFrom + windowMs
    if (kind === 'has-arrived') {
      if (surelyOld && early > startTo) least += 1
    } else if (kind === 'refused' && early <= startTo) {
      fullness.refused(Math.max(most, mostBefore))
    } else if (kind === 'refused') {
      fullness.refused(surelyNew ? 0 : most)
      if (!surelyNew) {
        startFrom = Math.min(startTo, Math.max(startFrom, early - windowMs))
        refusedHere = true
      }
    } else {
      const fresh = surelyNew || (!surelyOld && refusedHere)
      if (kind === 'accepted') fullness.accepted(fresh || !surelyOld ? 0 : least)
      if (fresh) {
        startFrom = surelyNew ? early : Math.max(early, startFrom + windowMs)
        startTo = late
        least = kind === 'accepted' ? 1 : 0
        mostBefore = surelyNew ? 0 : most
        most = 1
        refusedHere = false
      } else {
        if (kind === 'accepted') least = surelyOld ? least + 1 : 1
        most += 1
        if (!surelyOld) startTo = late
      }
    }
  }
  return fullness.best()
}

/** Replays a sliding log: at most the quota in any `windowMs`. `refusedCount`: refused requests are written into the log too. */
export function replaySlidingLog({ arrivals }: Observations, windowMs: number, refusedCount: boolean): Replay {
  const fullness = new Fullness(arrivals.length)
  const sure: Arrival[] = []
  const possible: Arrival[] = []
  let sureStart = 0
  let possibleStart = 0
  for (const arrival of arrivals) {
    const kind = arrival.what
    if (kind === 'accepted' || kind === 'refused') {
      const early = arrival.from - windowMs
      const late = arrival.to - windowMs
      while (sureStart < sure.length && (sure[sureStart]?.from ?? 0) <= late) sureStart += 1
      while (possibleStart < possible.length && (possible[possibleStart]?.to ?? 0) <= early) possibleStart += 1
    }
    if (kind === 'accepted') fullness.accepted(sure.length - sureStart)
    else if (kind === 'refused') fullness.refused(possible.length - possibleStart)
    if ((kind === 'refused' || kind === 'may-have-been-refused') && !refusedCount) continue
    if (kind !== 'may-have-arrived' && kind !== 'may-have-been-refused') sure.push(arrival)
    if (kind !== 'has-arrived') possible.push(arrival)
  }
  return fullness.best()
}

/** How a sliding counter counts. */
export interface CounterForm {
  /** Where a window begins, milliseconds; null: with the first request that counts after two windows without one. */
  readonly phase: number | null
  /** One more request must fit entirely (estimate + 1 ≤ quota), instead of estimate < quota. */
  readonly whole?: boolean
  /** Refused requests count too. */
  readonly refusedCount?: boolean
}

/** Replays a sliding counter: the share of the last window that still reaches into this one, plus this one. */
export function replaySlidingCounter({ arrivals }: Observations, windowMs: number, form: CounterForm): Replay {
  const { phase, whole = false, refusedCount = false } = form
  const fullness = new Fullness(arrivals.length)
  const rounded = whole ? (level: number) => Math.ceil(level - 1e-9) : (level: number) => Math.floor(level + 1e-9)
  const empty = { before: 0, beforeMost: 0, least: 0, most: 0, nextMost: 0 }
  // When the first window began, at the earliest and at the latest.
  let began: Pick<Arrival, 'from' | 'to'> = { from: phase ?? 0, to: phase ?? 0 }
  let window = Number.NEGATIVE_INFINITY
  let counted = Number.NEGATIVE_INFINITY
  let held = { ...empty }
  for (const { from, to, what: kind } of arrivals) {
    const counts = refusedCount || (kind !== 'refused' && kind !== 'may-have-been-refused')
    if (phase === null && counts && (from - began.to) / windowMs >= counted + 2) {
      began = { from, to }
      window = 0
      held = { ...empty }
    }
    const early = (from - began.to) / windowMs
    const late = (to - began.from) / windowMs
    const first = Math.floor(early)
    if (first > window) {
      const { least, most, nextMost } = held
      held = first === window + 1 ? { ...empty, before: least, beforeMost: most, most: nextMost } : { ...empty }
      window = first
    }
    if (counts) counted = window
    const open = late >= window + 1
    if (kind === 'accepted') {
      const here = held.before * (open ? 0 : 1 - (late - window)) + held.least
      const there = open ? held.least * Math.max(0, 2 - (late - window)) : here
      fullness.accepted(rounded(Math.min(here, there)))
    } else if (kind === 'refused' && first >= window) {
      const here = held.beforeMost * (1 - (early - window)) + held.most
      fullness.refused(rounded(open ? Math.max(here, held.most + held.nextMost) : here))
    }
    const mayCount = counts && kind !== 'has-arrived'
    const surelyCounts = counts && kind !== 'may-have-arrived' && kind !== 'may-have-been-refused'
    if (surelyCounts && !open) held.least += 1
    if (mayCount) held.most += 1
    if (mayCount && open) held.nextMost += 1
  }
  return fullness.best()
}
