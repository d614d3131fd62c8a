import type { TrialFacts } from '../../evidence/load-facts.ts'
import type { Clock, TimedAnswer } from '../limiter/limiter.ts'

/** The world around a trial: k6's clock and transport, or a test's. `send` never rejects. */
export interface TrialWorld extends Clock {
  send(facts: TrialFacts): Promise<TimedAnswer>
}

/** How trials can end; docs/terms.md has none of them, they stand in the recording alone. */
export const trialEnds = ['complete', 'no-refusal', 'requests', 'time', 'wait', 'unanswered', 'denied'] as const

/**
 * How the trials ended. `complete`: all were made; `no-refusal`: the limit did not answer within the budget; `requests` and
 * `time`: that part of the budget ended first; `wait`: a wait was told that is longer than what is left; `unanswered`: not
 * even a request at rest was answered; `denied`: at rest the key was refused as such, so there is nothing to load.
 */
export interface TrialEnd {
  readonly kind: (typeof trialEnds)[number]
  /** For `wait`: what was told, milliseconds. */
  readonly askedMs: number | null
  readonly requests: number
  /** True where the last answer but a bystander's was a refusal: the limit still holds. */
  readonly holding: boolean
  /** The longest time that a wait which was told or tried took, milliseconds. */
  readonly longestMs: number
}

/** Retry-After counts in whole seconds: one more is due to the limiter before it is blamed (O16). Milliseconds. */
export const graceMs = 1000

/**
 * O15: a wait that is longer than the budget may be milliseconds, or a date, taken for seconds. When to ask whether it means
 * what it says, milliseconds after it was told.
 */
export function earlyQuestions(toldMs: number): readonly number[] {
  return [...new Set([toldMs / 1000, 5000, 60_000])].filter((ms) => ms < toldMs).sort((one, other) => one - other)
}

/** True where the limit, or something in its place, says that it turned the request away. */
export function isRefusal({ status }: { readonly status: number | null }): boolean {
  return status === 429 || status === 503
}

/** What a request is refused with that no limit has a part in (§7). */
export const otherRefusals: readonly number[] = [400, 401, 403, 404, 410]

/**
 * O14: true for an answer of which asking one at a time tells whether a limit gave it: none, 502 or 503, and what §7 has no word for
 * (405, 420 …).
 */
export function mayBeByCount(status: number | null): boolean {
  if (status === null || status === 502 || status === 503) return true
  return status >= 400 && status < 500 && status !== 429 && !otherRefusals.includes(status)
}

/**
 * True for what is answered at rest, and for any success. Another refusal than 429, where there was none at rest, serves nobody: a
 * key that is banned for what it asked gets 403.
 *
 * @param restStatus Null where that is not known: then any answer counts that is no server error.
 */
export function isServed({ status }: { readonly status: number | null }, restStatus: number | null): boolean {
  if (status === null || status === 429) return false
  return status < (restStatus === null ? 500 : 400) || status === restStatus
}

/** What is answered at rest: the first answer there that is no refusal by a limit; null where there is none. */
export function restStatusOf(
  answers: readonly { readonly phase: string; readonly status: number | null }[],
): number | null {
  const atRest = answers.filter(({ phase }) => phase === 'rest')
  return atRest.find(({ status }) => status !== null && !isRefusal({ status }))?.status ?? null
}
