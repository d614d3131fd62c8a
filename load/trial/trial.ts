import type { TrialFacts } from '../../evidence/load-facts.ts'
import type { Clock, TimedAnswer } from '../limiter/limiter.ts'

/** The surroundings of a trial: k6's clock and transport, or those of a test. `send` never rejects. */
export interface TrialWorld extends Clock {
  /** Time limit of one request, milliseconds. */
  readonly timeoutMs: number
  send(facts: TrialFacts): Promise<TimedAnswer>
}

/** The ways in which trials end. docs/terms.md has none of these words: they stand in the recording alone. */
export const trialEnds = ['complete', 'no-refusal', 'requests', 'time', 'wait', 'unanswered', 'denied'] as const

/**
 * How the trials ended. `complete`: all were made; `no-refusal`: no limit refused within the budget; `requests`, `time`: that part of
 * the budget ended first; `wait`: a told wait was longer than what was left; `unanswered`: not even a request at rest was answered;
 * `denied`: at rest the key was refused as such, so no load was tried.
 */
export interface TrialEnd {
  readonly kind: (typeof trialEnds)[number]
  /** For `wait`: the told wait, milliseconds. */
  readonly askedMs: number | null
  /** True where the last answer was a refusal (a bystander's answer does not count): the limit still holds. */
  readonly holding: boolean
  /** The longest wait that was told or tried, milliseconds. */
  readonly longestMs: number
  /** So many requests in flight are answered within half of the time limit, at the rate that was seen. */
  readonly inFlight: number
}

/** Retry-After counts whole seconds: one second more is due to the limiter before it is blamed (O16). Milliseconds. */
export const graceMs = 1000

/** So many odd answers in a step, or refusals in a row, are no chance. */
export const several = 3

/**
 * O15: a wait longer than the budget may be milliseconds, or a date, written for seconds by mistake. These are the moments to test
 * it, milliseconds after the wait was told.
 */
export function earlyQuestions(toldMs: number): readonly number[] {
  return [...new Set([toldMs / 1000, 5000, 60_000])].filter((ms) => ms < toldMs).sort((one, other) => one - other)
}

/** True where the limit, or something in its place, refuses the request. */
export function isRefusal({ status }: { readonly status: number | null }): boolean {
  return status === 429 || status === 503
}

/** Statuses of refusals that have nothing to do with a limit (§7). */
export const otherRefusals: readonly number[] = [400, 401, 403, 404, 410]

/** O14: true where asking one at a time tells a limit: no answer, 502, 503, or a status that §7 does not name. */
export function mayBeByCount(status: number | null): boolean {
  if (status === null || status === 502 || status === 503) return true
  return status >= 400 && status < 500 && status !== 429 && !otherRefusals.includes(status)
}

/**
 * True for the status at rest, and for any success. Another refusal than 429, or a redirect, where none came at rest, does not serve: a
 * banned key gets 403. Where the status at rest is not known, any answer below 500, except 429, serves.
 */
export function isServed({ status }: { readonly status: number | null }, restStatus: number | null): boolean {
  if (status === null || status === 429) return false
  return status < (restStatus === null ? 500 : 300) || status === restStatus
}

/** The status at rest: of the first answer there that is no refusal by a limit; null where there is none. */
export function restStatusOf(
  answers: readonly { readonly facts: { readonly phase: string }; readonly status: number | null }[],
): number | null {
  const atRest = answers.filter(({ facts }) => facts.phase === 'rest')
  return atRest.find((answer) => answer.status !== null && !isRefusal(answer))?.status ?? null
}

/** A timer may fire early, and k6 ends a sleep when it is interrupted: so the clock decides. */
export async function sleepUntil(world: Clock, at: number): Promise<void> {
  for (let left = at - world.now(); left > 0; left = at - world.now()) await world.sleep(Math.ceil(left))
}
