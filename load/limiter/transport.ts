/** How one request ended: let through, turned away by the limit, or neither (no answer, 5xx: it tells nothing). */
type Outcome = 'accepted' | 'refused' | 'failed'

/** One request and its answer; times in milliseconds of the same clock that `Clock.now` reads. */
export interface Answer {
  readonly outcome: Outcome
  readonly sentAt: number
  readonly receivedAt: number
  /** The HTTP status; null where no answer came. */
  readonly status: number | null
  /** What a refusal asked to wait, milliseconds from its receipt; null or left out where it named nothing readable. */
  readonly retryAfterMs?: number | null
}

/**
 * Sends one request and never rejects: an error is the outcome `failed`. It is called again while earlier calls are in
 * flight, and must really send at once (k6: `http.asyncRequest` of one virtual user, with a timeout of its own).
 */
export type Send = () => Promise<Answer>

/** Time, passed in: the wall clock in k6 and Node, a queue of events in virtual time. */
export interface Clock {
  /** Milliseconds; only differences matter, but two rounds of one trace need the same origin (the epoch). */
  now(): number
  sleep(ms: number): Promise<void>
}

/** What a probe may cost; printed beforehand and never passed. */
export interface Budget {
  /** Requests in all, every phase and round counted. */
  readonly requests: number
  /** Milliseconds in which requests are sent, all rounds added up; answers still on their way may come later. */
  readonly ms: number
  /** The longest time without any success that is waited for a recovery, milliseconds. */
  readonly longestWaitMs: number
}

/** Why a request was sent. `recovery` probes measure when the limit lets go, so they do not wait for Retry-After. */
export type Phase = 'burst' | 'singles' | 'groups' | 'recovery' | 'drain' | 'shape'

/** One request in its place in the experiment. */
export interface Sample extends Answer {
  readonly phase: Phase
  /** 0 for the first experiment, 1 and 2 for the rounds that a tie asked for. */
  readonly round: number
}

/**
 * - `complete`: the experiment was done
 * - `requests`, `time`: that part of the budget was spent first
 * - `wait`: nothing came back within `longestWaitMs`: the window is longer than that
 * - `failing`: too many requests failed to learn anything
 */
export type End = 'complete' | 'requests' | 'time' | 'wait' | 'failing'

/**
 * What the experiment saw on its way, enough to shape one more round. Never a name:
 * - `bulk`: much of what was used comes back at once
 * - `trickle`: it comes back bit by bit
 * - `places`: the same number fits in however short the pause
 */
export interface Shape {
  readonly kind: 'bulk' | 'trickle' | 'places'
  /** What a rested limit lets through at once, requests. */
  readonly size: number
  /** How long it takes to come back, milliseconds. */
  readonly scaleMs: number
}

/** What was sent and seen, in the order of sending: plain data, so that k6 can hand it to Node as JSON. */
export interface Trace {
  readonly samples: readonly Sample[]
  readonly budget: Budget
  /** How the last round ended. */
  readonly end: End
  /** Rounds done, the first experiment included: 1 to 3. */
  readonly rounds: number
  /** Milliseconds spent probing, all rounds added up. */
  readonly spentMs: number
  /** Null where no refusal was met, or nothing came back. */
  readonly shape: Shape | null
}

/** The budget in a sentence, for printing before the first request. */
export function describeBudget(budget: Budget): string {
  const seconds = (ms: number) => `${Math.round(ms / 100) / 10} s`
  return `at most ${budget.requests} requests within ${seconds(budget.ms)}, waiting for a recovery at most ${seconds(budget.longestWaitMs)}`
}
