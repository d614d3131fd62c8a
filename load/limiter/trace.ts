import type { ProbePhase } from '../../evidence/load-facts.ts'
import { nullable, Type, type ValueOf } from '../../fixtures/schemas/type.ts'

/** One answer, with the times of sending and receipt: milliseconds of the clock that `Clock.now` reads. */
export interface TimedAnswer {
  /** The HTTP status; null where no whole answer came. */
  readonly status: number | null
  readonly sentAt: number
  readonly receivedAt: number
  /** The wait that the answer asked for, milliseconds from its receipt; null where it named nothing readable. */
  readonly retryAfterMs: number | null
}

/** Let through, refused by the limit, or neither: no answer or another error, which tells nothing of a limit. */
export type Passage = 'accepted' | 'refused' | 'failed'

/** Only a status below 400 is accepted: a refusal with another status than 429 tells nothing of a limit. */
export function passageOf({ status }: Pick<TimedAnswer, 'status'>): Passage {
  if (status === 429) return 'refused'
  return status !== null && status < 400 ? 'accepted' : 'failed'
}

/**
 * Sends one request and never rejects: an error has no status. It is called again while earlier calls are in flight, and must really
 * send at once (k6: `http.asyncRequest` of one virtual user). It has a timeout of its own.
 */
export type Send = (place: Place) => Promise<TimedAnswer>

/** Time, passed in: the wall clock in k6 and Node, a queue of events in virtual time. */
export interface Clock {
  /** Milliseconds; only differences matter, but two rounds of one trace need the same origin (the epoch). */
  now(): number
  sleep(ms: number): Promise<void>
}

const number = Type.Number()

/** What may be spent. It is printed beforehand and never passed. */
export const budgetSchema = Type.Object({
  /** Requests in all. */
  requests: number,
  /** Milliseconds in which requests are sent; answers still on their way may come later. */
  ms: number,
})
export type Budget = ValueOf<typeof budgetSchema>

/** Where in the experiment a request stood. */
export interface Place {
  readonly phase: ProbePhase
  /** 0 for the first experiment, 1 and 2 for the rounds that a tie asked for. */
  readonly round: number
}

/** One request: its answer, its place in the experiment, and its passage. */
export interface Sample extends TimedAnswer, Place {
  readonly passage: Passage
}

/** Makes the sample of an answer at its place in the experiment. */
export function recordedSample({ status, sentAt, receivedAt, retryAfterMs }: TimedAnswer, place: Place): Sample {
  return { status, sentAt, receivedAt, retryAfterMs, passage: passageOf({ status }), ...place }
}

/** The round trip that this share of the requests does not exceed, milliseconds; null without requests. */
export function tripOf(samples: readonly Sample[], share = 0.5): number | null {
  const trips = samples.map(({ sentAt, receivedAt }) => receivedAt - sentAt).sort((one, other) => one - other)
  return trips[Math.floor(share * trips.length)] ?? null
}

/** The requests that were let through, refused, or neither. */
export function passing(samples: readonly Sample[], passage: Passage): readonly Sample[] {
  return samples.filter((sample) => sample.passage === passage)
}

/** How much longer accepted requests took than refused ones (medians), milliseconds: for so long each took a place. */
export function heldMs(samples: readonly Sample[]): number {
  return Math.max(0, (tripOf(passing(samples, 'accepted')) ?? 0) - (tripOf(passing(samples, 'refused')) ?? 0))
}

/** What the experiment saw on its way, enough to shape one more round. Never a name. */
const recurrence = Type.Object({
  /**
   * - `bulk`: much of what was used comes back at once
   * - `trickle`: it comes back bit by bit
   * - `places`: the same number fits in however short the pause
   */
  kind: Type.Enum(['bulk', 'trickle', 'places']),
  /** The number of requests that a rested limit lets through at once. */
  size: number,
  /** How long the limit takes to give them back, milliseconds. */
  scaleMs: number,
})
export type Recurrence = ValueOf<typeof recurrence>

/** A trace without its samples, which are recorded as exchanges. */
export const traceFrame = Type.Object({
  /** What the experiment may cost, over all phases and all rounds; and the longest wait for a recovery without any success. */
  budget: Type.Object({ ...budgetSchema.properties, longestWaitMs: number }),
  /**
   * How the last round ended.
   * - `complete`: the experiment was done
   * - `requests`, `time`: that part of the budget was spent first
   * - `wait`: nothing came back within `longestWaitMs`: the window is longer than that
   * - `failing`: too many requests failed to learn anything
   */
  end: Type.Enum(['complete', 'requests', 'time', 'wait', 'failing']),
  /** Rounds done, the first experiment included: 1 to 3. */
  rounds: number,
  /** Milliseconds spent probing, all rounds added up. */
  spentMs: number,
  /** Null where no refusal was met, or where nothing came back. */
  shape: nullable(recurrence),
})
export type TraceFrame = ValueOf<typeof traceFrame>
export type ProbeBudget = TraceFrame['budget']
export type ProbeEnd = TraceFrame['end']

/** All that was sent and seen, in the order of sending: plain data, so that k6 can hand it to Node as JSON. */
export interface Trace extends TraceFrame {
  readonly samples: readonly Sample[]
}
