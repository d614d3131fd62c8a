import { performance } from 'node:perf_hooks'

/** The clock of the sender. It is passed in, so that tests run in virtual time. All values are milliseconds. */
export interface AskClock {
  /** Since the epoch, by the wall clock, which somebody may set: says when something happened, never how long it took. */
  readonly now: () => number
  /** Since some moment, by a clock that is never set: for durations, waits and deadlines. */
  readonly monotonic: () => number
  /** Calls `call` once, after `ms`. Returns a function that cancels it. */
  readonly after: (ms: number, call: () => void) => () => void
}

export const systemClock: AskClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, call) => {
    // A timer cuts off parts of a millisecond, and would fire too early. Node warns of negative times.
    const timer = setTimeout(call, Math.max(0, Math.ceil(ms)))
    return () => clearTimeout(timer)
  },
}
