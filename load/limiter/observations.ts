import { derived, arrivals as reading } from './constants.ts'
import { type Trace, tripOf } from './trace.ts'

/** An entry in the likely order of arrivals. Times are milliseconds after the first request. */
export interface Arrival {
  /** The likely moment. */
  readonly at: number
  /** The request arrived at this moment at the earliest, and at `to` at the latest. */
  readonly from: number
  readonly to: number
  /**
   * What arrived. A slow accepted request `may-have-arrived` from its first place on, and `has-arrived` by its last. A slow refused one
   * `may-have-been-refused` from its place on; this matters only where refused requests count.
   */
  readonly what: 'refused' | 'accepted' | 'may-have-arrived' | 'has-arrived' | 'may-have-been-refused'
}

/**
 * A trace as the models read it: arrivals in their likely order. Failed requests are left out: nobody knows whether they counted. A
 * refused request that took far longer than usual matters only where refused requests count. An accepted one stands twice then: it may
 * have arrived early or late.
 */
export type Observations = Readonly<ReturnType<typeof observe>>

/** Orders what was seen. An accepted request that may have overtaken refused ones before it stands before them. */
export function observe(trace: Trace) {
  const told = trace.samples.filter((sample) => sample.passage !== 'failed')
  const samples = [...told].sort((one, other) => one.sentAt - other.sentAt)
  const oneWay = reading.leastTrip * (tripOf(samples, 1 / reading.quickOneIn) ?? 0)
  const usual = tripOf(samples) ?? 0
  const slow = Math.max(reading.slowTimes * usual, usual + reading.slowMoreMs)
  const origin = samples[0]?.sentAt ?? 0
  const arrivals = samples.flatMap((sample): Arrival[] => {
    const width = sample.receivedAt - sample.sentAt - 2 * oneWay
    const blur = Math.max(1, (derived.resolutionMs - width) / 2)
    const from = sample.sentAt + oneWay - blur - origin
    const to = sample.receivedAt - oneWay + blur - origin
    const late = sample.receivedAt - sample.sentAt > slow
    if (sample.passage === 'refused') return [{ at: from, from, to, what: late ? 'may-have-been-refused' : 'refused' }]
    if (!late) return [{ at: from, from, to, what: 'accepted' }]
    return [
      { at: from, from, to, what: 'may-have-arrived' },
      { at: to, from, to, what: 'has-arrived' },
    ]
  })
  const ordered = repairOrder(arrivals.sort((one, other) => one.at - other.at))
  // The latest moment of the last arrival; 0 where there is none.
  return { arrivals: ordered, samples, totalMs: ordered.at(-1)?.to ?? 0 }
}

function repairOrder(sorted: readonly Arrival[]): Arrival[] {
  const ordered: Arrival[] = []
  for (const arrival of sorted) {
    let place = ordered.length
    for (let before = place - 1; before >= 0; before -= 1) {
      const earlier = ordered[before]
      if (earlier === undefined || !(mayComeBefore(arrival, earlier) || standsBefore(arrival, earlier))) break
      if (earlier.what === 'refused') place = before
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
  return earlier.what === 'has-arrived' && earlier.to <= arrival.from
}

/** True where an accepted request may have arrived before an earlier entry: a refusal, or an entry that shows no order. */
function mayComeBefore(arrival: Arrival, earlier: Arrival): boolean {
  if (arrival.what !== 'accepted' && arrival.what !== 'may-have-arrived') return false
  if (earlier.what === 'has-arrived' && arrival.what === 'may-have-arrived') return true
  return earlier.what !== 'accepted' && earlier.what !== 'may-have-arrived' && earlier.to > arrival.from
}

/** A moment at which a limit let go: after the refusal at `from`, before the acceptance at `to`. The two do not overlap. */
export type LetGo = Pick<Arrival, 'from' | 'to'>

/** The changes from refused to accepted whose arrivals do not overlap. */
export function lettingGo({ arrivals }: Observations): LetGo[] {
  return arrivals.flatMap((arrival, index) => {
    const before = arrivals[index - 1]
    if (before === undefined || isRefused(arrival) || !isRefused(before) || before.to > arrival.from) return []
    return [{ from: before.from, to: arrival.to }]
  })
}

/** A time in which everything was refused. Its length, counted from its first refusal, is between these two, milliseconds. */
export type Shutout = Readonly<Record<'atLeast' | 'atMost', number>>

/** The times from each first refusal until the limit let go, as intervals: a block of fixed length fits all of them. */
export function shutouts({ arrivals }: Observations): Shutout[] {
  const whiles: Shutout[] = []
  let beganFrom = Number.POSITIVE_INFINITY
  let beganTo = 0
  for (const [index, arrival] of arrivals.entries()) {
    const before = arrivals[index - 1]
    if (before === undefined) continue
    if (isRefused(arrival)) {
      if (isRefused(before)) continue
      beganFrom = Math.min(beganFrom, arrival.from)
      beganTo = arrival.to
    } else if (isRefused(before) && before.to <= arrival.from) {
      whiles.push({ atLeast: before.from - beganTo, atMost: arrival.to - beganFrom })
      beganFrom = Number.POSITIVE_INFINITY
    }
  }
  return whiles
}

function isRefused({ what }: Arrival): boolean {
  return what === 'refused' || what === 'may-have-been-refused'
}
