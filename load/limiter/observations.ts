import { derived, arrivals as reading } from './constants.ts'
import type { Sample, Trace } from './trace.ts'

/** The kinds of entries in the likely order of arrivals. */
export const refused = 0
export const accepted = 1
/** A slow accepted request may have arrived from this place on. */
export const mayHaveArrived = 2
/** A slow accepted request must have arrived by this place. */
export const hasArrived = 3
/** A slow refused request may have arrived from this place on. This matters only where refused requests count. */
export const mayHaveBeenRefused = 4

/**
 * A trace as the models read it: arrivals in their likely order, each somewhere in [from, to], milliseconds after the first request.
 * Failed requests are left out: nobody knows whether they counted. A refused request that took far longer than usual matters only
 * where refused requests count. An accepted one stands twice then: it may have arrived early or late.
 */
export interface Observations {
  readonly count: number
  readonly from: Float64Array
  readonly to: Float64Array
  /** `refused`, `accepted`, `mayHaveArrived`, `hasArrived` or `mayHaveBeenRefused`. */
  readonly what: Uint8Array
  readonly samples: readonly Sample[]
}

interface Arrival {
  readonly at: number
  readonly from: number
  readonly to: number
  readonly what: number
}

/** Orders what was seen. An accepted request that may have overtaken refused ones before it stands before them. */
export function observe(trace: Trace): Observations {
  const told = trace.samples.filter((sample) => sample.passage !== 'failed')
  const samples = [...told].sort((one, other) => one.sentAt - other.sentAt)
  const trips = samples.map((sample) => sample.receivedAt - sample.sentAt).sort((one, other) => one - other)
  const oneWay = reading.leastTrip * (trips[Math.floor(trips.length / reading.quickOneIn)] ?? 0)
  const usual = trips[trips.length >> 1] ?? 0
  const slow = Math.max(reading.slowTimes * usual, usual + reading.slowMoreMs)
  const origin = samples[0]?.sentAt ?? 0
  const arrivals = samples.flatMap((sample): Arrival[] => {
    const width = sample.receivedAt - sample.sentAt - 2 * oneWay
    const blur = Math.max(1, (derived.resolutionMs - width) / 2)
    const from = sample.sentAt + oneWay - blur - origin
    const to = sample.receivedAt - oneWay + blur - origin
    const late = sample.receivedAt - sample.sentAt > slow
    if (sample.passage === 'refused') return [{ at: from, from, to, what: late ? mayHaveBeenRefused : refused }]
    if (!late) return [{ at: from, from, to, what: accepted }]
    return [
      { at: from, from, to, what: mayHaveArrived },
      { at: to, from, to, what: hasArrived },
    ]
  })
  const ordered = repairOrder(arrivals.sort((one, other) => one.at - other.at))
  return {
    count: ordered.length,
    from: Float64Array.from(ordered, ({ from }) => from),
    to: Float64Array.from(ordered, ({ to }) => to),
    what: Uint8Array.from(ordered, ({ what }) => what),
    samples,
  }
}

function repairOrder(sorted: readonly Arrival[]): Arrival[] {
  const ordered: Arrival[] = []
  for (const arrival of sorted) {
    let place = ordered.length
    for (let before = place - 1; before >= 0; before -= 1) {
      const earlier = ordered[before]
      if (earlier === undefined || !(mayComeBefore(arrival, earlier) || standsBefore(arrival, earlier))) break
      if (earlier.what === refused) place = before
    }
    const passed = ordered.splice(place)
    const [stay = [], overtaken = []] = [true, false].map((stands) => {
      return passed.filter((earlier) => standsBefore(arrival, earlier) === stands)
    })
    ordered.push(...stay, arrival, ...overtaken)
  }
  return ordered
}

/** True where an entry shows that a slow request had arrived already. It keeps no later one from overtaking refusals before it. */
function standsBefore(arrival: Arrival, earlier: Arrival): boolean {
  return earlier.what === hasArrived && earlier.to <= arrival.from
}

/** True where an accepted request may have arrived before an earlier entry: a refusal, or an entry that shows no order. */
function mayComeBefore(arrival: Arrival, earlier: Arrival): boolean {
  if (arrival.what !== accepted && arrival.what !== mayHaveArrived) return false
  if (earlier.what === hasArrived && arrival.what === mayHaveArrived) return true
  return earlier.what !== accepted && earlier.what !== mayHaveArrived && earlier.to > arrival.from
}

/** A moment at which a limit let go: after the refusal at `from`, before the acceptance at `to`. The two do not overlap. */
export interface LetGo {
  readonly from: number
  readonly to: number
  /** How many requests were let through from here to the next refusal. */
  readonly run: number
}

/** The changes from refused to accepted whose arrivals do not overlap. */
export function lettingGo(seen: Observations): LetGo[] {
  const { count, from, to, what } = seen
  const moments: LetGo[] = []
  for (let index = 1; index < count; index += 1) {
    if (isRefused(what[index]) || !isRefused(what[index - 1])) continue
    if ((to[index - 1] ?? 0) > (from[index] ?? 0)) continue
    let run = 0
    while (index + run < count && !isRefused(what[index + run])) run += 1
    moments.push({ from: from[index - 1] ?? 0, to: to[index] ?? 0, run })
  }
  return moments
}

/** A time in which everything was refused. Its length, counted from its first refusal, is between these two, milliseconds. */
export interface Shutout {
  readonly atLeast: number
  readonly atMost: number
}

/** The times from each first refusal until the limit let go, as intervals: a block of fixed length fits all of them. */
export function shutouts(seen: Observations): Shutout[] {
  const { count, from, to, what } = seen
  const whiles: Shutout[] = []
  let beganFrom = Number.POSITIVE_INFINITY
  let beganTo = 0
  for (let index = 1; index < count; index += 1) {
    const early = from[index] ?? 0
    const late = to[index] ?? 0
    if (isRefused(what[index])) {
      if (isRefused(what[index - 1])) continue
      beganFrom = Math.min(beganFrom, early)
      beganTo = late
    } else if (isRefused(what[index - 1]) && (to[index - 1] ?? 0) <= early) {
      whiles.push({ atLeast: (from[index - 1] ?? 0) - beganTo, atMost: late - beganFrom })
      beganFrom = Number.POSITIVE_INFINITY
    }
  }
  return whiles
}

function isRefused(kind: number | undefined): boolean {
  return kind === refused || kind === mayHaveBeenRefused
}
