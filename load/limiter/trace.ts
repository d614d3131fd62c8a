import type { ProbePhase } from '../../evidence/load-facts.ts'

/** One answer, and when it was asked for and came; milliseconds of the clock that `Clock.now` reads. */
export interface TimedAnswer {
  /** The HTTP status; null where no whole answer came. */
  readonly status: number | null
  readonly sentAt: number
  readonly receivedAt: number
  /** What the answer asked to wait, milliseconds from its receipt; null where it named nothing readable. */
  readonly retryAfterMs: number | null
}

/** Let through, turned away by the limit, or neither (no answer, another error: it tells nothing of a limit). */
export type Passage = 'accepted' | 'refused' | 'failed'

/** Only an ordinary answer is accepted: one that is refused in other words than 429 tells nothing of a limit. */
export function passageOf({ status }: Pick<TimedAnswer, 'status'>): Passage {
  if (status === 429) return 'refused'
  return status !== null && status < 400 ? 'accepted' : 'failed'
}

/**
 * Sends one request and never rejects: an error has no status. It is called again while earlier calls are in flight, and
 * must really send at once (k6: `http.asyncRequest` of one virtual user, with a timeout of its own). What it answers with
 * beside the answer itself is handed on to `record`.
 */
export type Send<A extends TimedAnswer = TimedAnswer> = () => Promise<A>

/** Time, passed in: the wall clock in k6 and Node, a queue of events in virtual time. */
export interface Clock {
  /** Milliseconds; only differences matter, but two rounds of one trace need the same origin (the epoch). */
  now(): number
  sleep(ms: number): Promise<void>
}

/** What may be spent; printed beforehand and never passed. */
export interface Budget {
  /** Requests in all. */
  readonly requests: number
  /** Milliseconds in which requests are sent; answers still on their way may come later. */
  readonly ms: number
}

/** What an experiment may cost: every phase and round counted, all rounds added up. */
export interface ProbeBudget extends Budget {
  /** The longest time without any success that is waited for a recovery, milliseconds. */
  readonly longestWaitMs: number
}

/** Where in the experiment a request stood. */
export interface Place {
  readonly phase: ProbePhase
  /** 0 for the first experiment, 1 and 2 for the rounds that a tie asked for. */
  readonly round: number
}

/** One request in its place in the experiment. */
export interface Sample extends TimedAnswer, Place {
  readonly passage: Passage
}

/** A trace's sample, of an answer that stood there. */
export function recordedSample({ status, sentAt, receivedAt, retryAfterMs }: TimedAnswer, place: Place): Sample {
  return { status, sentAt, receivedAt, retryAfterMs, passage: passageOf({ status }), ...place }
}

/** The round trip that this share of the requests with such a passage is no slower than, milliseconds; null without any. */
export function tripOf(samples: readonly Sample[], passage: Passage, share = 0.5): number | null {
  const trips = samples.flatMap((one) => (one.passage === passage ? [one.receivedAt - one.sentAt] : []))
  return trips.sort((one, other) => one - other)[Math.floor(share * trips.length)] ?? null
}

/** How much longer what was let through took than what was turned away, milliseconds: that long its place was taken. */
export function heldMs(samples: readonly Sample[]): number {
  return Math.max(0, (tripOf(samples, 'accepted') ?? 0) - (tripOf(samples, 'refused') ?? 0))
}

/**
 * - `complete`: the experiment was done
 * - `requests`, `time`: that part of the budget was spent first
 * - `wait`: nothing came back within `longestWaitMs`: the window is longer than that
 * - `failing`: too many requests failed to learn anything
 */
export type ProbeEnd = 'complete' | 'requests' | 'time' | 'wait' | 'failing'

/**
 * What the experiment saw on its way, enough to shape one more round. Never a name:
 * - `bulk`: much of what was used comes back at once
 * - `trickle`: it comes back bit by bit
 * - `places`: the same number fits in however short the pause
 */
export interface Recurrence {
  readonly kind: 'bulk' | 'trickle' | 'places'
  /** What a rested limit lets through at once, requests. */
  readonly size: number
  /** How long it takes to come back, milliseconds. */
  readonly scaleMs: number
}

/** What was sent and seen, in the order of sending: plain data, so that k6 can hand it to Node as JSON. */
export interface Trace {
  readonly samples: readonly Sample[]
  readonly budget: ProbeBudget
  /** How the last round ended. */
  readonly end: ProbeEnd
  /** Rounds done, the first experiment included: 1 to 3. */
  readonly rounds: number
  /** Milliseconds spent probing, all rounds added up. */
  readonly spentMs: number
  /** Null where no refusal was met, or nothing came back. */
  readonly shape: Recurrence | null
}
