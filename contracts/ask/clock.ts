import { performance } from 'node:perf_hooks'

/** Time as the sender knows it. It is passed in, so that tests run in virtual time. All values are milliseconds. */
export interface AskClock {
  /** Since the epoch, by the wall clock, which may be set: says when something happened, never how long it took. */
  readonly now: () => number
  /** Since some moment, never set: for durations, waits and deadlines. */
  readonly monotonic: () => number
  /** Calls once, after so long. Returns what calls it off. */
  readonly after: (ms: number, call: () => void) => () => void
}

export const systemClock: AskClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, call) => {
    // A timer leaves out the part of a millisecond, and what it waits for would not be there yet. Of a moment that is over Node warns.
    const timer = setTimeout(call, Math.max(0, Math.ceil(ms)))
    return () => clearTimeout(timer)
  },
}
