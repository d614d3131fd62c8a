import type { Clock, TimedAnswer } from './limiter/limiter.ts'

/**
 * Why a request was sent. `rest`: one at a time, nothing else in flight; `burst`: many at once; `scope`: to another product
 * or by another key while refused; `control`: to the limited operation right after that; `recovery`: once, after the wait that was told;
 * `poll`: after a wait of our own, where none was told.
 */
export type TrialPhase = 'rest' | 'burst' | 'scope' | 'control' | 'recovery' | 'poll'

/** One request of a trial, before it is sent: the facts that its judge reads later. Times in milliseconds. */
export interface TrialRequest {
  readonly phase: TrialPhase
  /** 1 to 3: the trial that it belongs to. */
  readonly round: number
  /** Counts the load steps of the whole run; 0 outside a step. */
  readonly step: number
  /** How many were sent at once with it, itself included. */
  readonly atOnce: number
  /** For `recovery` the longest wait told before it, for `poll` null, and how long ago that refusal had come. */
  readonly told: number | null
  readonly waited: number | null
  /** For `scope`: what differs from the request that is refused. */
  readonly whom: Bystander | null
}

/** Whom a limit might refuse as well (O17): the same key on another product, or another key. */
export type Bystander = 'product' | 'key'

/** The world around a trial: k6's clock and transport, or a test's. `send` never rejects. */
export interface TrialWorld extends Clock {
  send(request: TrialRequest): Promise<TimedAnswer>
}

/**
 * How the trials ended. `complete`: all were made; `no-refusal`: the limit did not answer within the budget; `requests` and
 * `time`: that part of the budget ended first; `wait`: a wait was told that is longer than what is left; `unanswered`: not
 * even a request at rest was answered; `denied`: at rest the key was refused as such, so there is nothing to load.
 */
export interface TrialEnd {
  readonly kind: 'complete' | 'no-refusal' | 'requests' | 'time' | 'wait' | 'unanswered' | 'denied'
  /** For `wait`: what was told, milliseconds. */
  readonly askedMs: number | null
  readonly requests: number
  /** True where the last answer but a scope's was a refusal: the limit still holds. */
  readonly holding: boolean
  /** The longest time that a wait which was told or tried took, milliseconds. */
  readonly longestMs: number
}

/** Retry-After counts in whole seconds: one more is due to the limiter before it is blamed (O16). Milliseconds. */
export const graceMs = 1000
