import { contractFacts, type Exchange, type Failure, isShed, mayBeShedding } from '../evidence/exchange.ts'
import { inconclusive, type Judgement, notExercised, type Reason } from '../evidence/judgement.ts'
import { tellsToWait } from '../evidence/told-wait.ts'
import { detailed } from '../fixtures/catalog/catalog.ts'
import { codeFor } from '../fixtures/errors.ts'
import { type Answer, answerOf, describeAnswer, succeeded } from './answer.ts'
import { describeProbe } from './describe-probe.ts'
import { namedBy } from './error-code.ts'
import { isUnusual, type Probe } from './probe.ts'

/** What became of a probe, all attempts considered (O5d, O11, O12). Judges of answers get only `answer`. */
export type Outcome = { readonly probe: Probe; readonly attempts: readonly Exchange[] } & (
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'server-error'; readonly answer: Answer; readonly repeated: boolean }
  | { readonly kind: 'limited'; readonly answer: Answer }
  | { readonly kind: 'no-answer'; readonly failure: Failure; readonly repeated: boolean }
  | { readonly kind: 'not-sent'; readonly why: Reason }
)

/** The outcome that judges of answers read. */
export type WithAnswer = Extract<Outcome, { kind: 'answer' }>

/** An outcome with a whole answer, a server error too. */
export type Answered = Extract<Outcome, { kind: 'answer' | 'server-error' }>

export const isAnswered = (outcome: Outcome): outcome is Answered =>
  outcome.kind === 'answer' || outcome.kind === 'server-error'

/** True where the probe was sent, whatever came of it. */
export function wasSent(outcome: Outcome | undefined): boolean {
  return outcome !== undefined && outcome.kind !== 'not-sent'
}

/** True for a request with the own key in its header. */
export const isKeyed = ({ probe }: Pick<Outcome, 'probe'>): boolean => probe.credential === 'eligible'

/** True for a request without a key. */
export const isKeyless = ({ probe }: Pick<Outcome, 'probe'>): boolean => probe.credential === 'none'

/** The status of an answer that judges read; null for every other outcome. */
export const statusOf = (outcome: Outcome | undefined): number | null =>
  outcome?.kind === 'answer' ? outcome.answer.status : null

/** True where the probe was answered with 2xx. */
export function hasSucceeded(outcome: Outcome | undefined): boolean {
  return outcome?.kind === 'answer' && succeeded(outcome.answer)
}

/** True where all attempts began before this moment, milliseconds since the epoch. */
export function wereSentBefore(outcomes: readonly Outcome[], moment: number): boolean {
  return outcomes.every(({ attempts }) => attempts.every(({ startedAt }) => startedAt < moment))
}

/** True where an idle connection was closed before the first byte of an answer: that proves nothing (O12). */
export function isIdleClose(failure: Failure | null): boolean {
  return failure !== null && failure.kind === 'reset' && failure.reusedConnection && !failure.began
}

const isToTheChoice = ({ exchange: { operation } }: Answer) => operation === detailed['audience-choice']

/** True where an answer names `rate_limited` and no other code. */
const namesALimit = (answer: Answer) => namedBy(answer).join() === 'rate_limited'

/**
 * True for a 429, and for another refusal that names `rate_limited` and no other code and tells a wait. The audience choice, whose codes have
 * no statuses (§7.1), need not tell one. Asking waits until the limit is over (O11), and no contract check reads the refusal.
 */
export function isRefusalByLimit(answer: Answer): boolean {
  const { status, exchange } = answer
  if (status === 429) return true
  const mayBe = status >= 400 && (isToTheChoice(answer) || (status < 500 && tellsToWait(exchange)))
  return mayBe && namesALimit(answer)
}

/**
 * Makes the outcome of a probe's attempts; `why` tells why there is none. Silence counts from `silenceMs` on (O12). At `goneAt` the whole
 * target fell silent: later failures blame no operation. `isConfirmed`: a 502, 503 or 504 comes from the operation itself.
 */
export function outcomeOf(
  probe: Probe,
  attempts: readonly Exchange[],
  why: Reason,
  silenceMs: number,
  goneAt: number = Number.POSITIVE_INFINITY,
  isConfirmed = false,
): Outcome {
  const last = attempts.at(-1)
  if (last === undefined) return { probe, attempts, kind: 'not-sent', why }
  const answer = answerOf(last)
  if (answer !== null) {
    // After the waits a refusal with another status than 429 is an answer. A choice is still limited where no code has its status (§7).
    const stays = answer.status === 429 || (isToTheChoice(answer) && codeFor(answer.status) === null)
    if (stays && isRefusalByLimit(answer)) return { probe, attempts, kind: 'limited', answer }
    if (answer.status < 500) return { probe, attempts, kind: 'answer', answer }
    const repeated = isErrorRepeated(attempts, last, goneAt, isConfirmed)
    return { probe, attempts, kind: 'server-error', answer, repeated }
  }
  const failure = last.failure ?? { kind: 'broken', message: 'no answer', reusedConnection: false, began: false }
  return { probe, attempts, kind: 'no-answer', failure, repeated: isRepeated(attempts, silenceMs, goneAt) }
}

/** O5d: true for a 502, 503 or 504 by itself: nothing else was in flight, and another request was served right after. */
export function isByItself(exchange: Pick<Exchange, 'facts'>): boolean {
  return contractFacts(exchange).othersServed === true
}

/** O5d: true where the server error came again. A 502, 503 or 504 counts only where it is shown to be about the operation. */
function isErrorRepeated(attempts: readonly Exchange[], last: Exchange, goneAt: number, isConfirmed: boolean): boolean {
  // Recordings of earlier versions lack the number of requests in flight.
  if (mayBeShedding(last) && contractFacts(last).inFlight !== undefined) return isConfirmed || isByItself(last)
  const errors = attempts.filter((attempt) => (attempt.response?.status ?? 0) >= 500 && !isShed(attempt))
  return errors.filter(({ startedAt }) => startedAt <= goneAt).length > 1
}

/** True for failures that a service may be blamed for (O12). An answer that was too large, deep, coded or slow to read proves nothing. */
export function isBlamed(kind: Failure['kind']): kind is 'refused' | 'reset' | 'silence' | 'broken' {
  return ['refused', 'reset', 'silence', 'broken'].includes(kind)
}

/** O12: true where a connection broke more than once, or was once silent for `silenceMs`. */
function isRepeated(attempts: readonly Exchange[], silenceMs: number, goneAt: number): boolean {
  if (!isBlamed(attempts.at(-1)?.failure?.kind ?? 'slow')) return false
  const failed = attempts.filter(
    ({ failure, startedAt }) => failure !== null && !isIdleClose(failure) && startedAt <= goneAt,
  )
  const counted = failed.filter(({ failure }) => failure?.kind === 'reset' || failure?.kind === 'broken')
  const silent = failed.filter(({ failure, endMs }) => failure?.kind === 'silence' && endMs >= silenceMs)
  return counted.length > 1 || silent.length > 0
}

/** True for a repeated server error or broken connection. A fault of some seconds that everybody meets looks the same. */
export function hasFailedAgain(outcome: Outcome): boolean {
  if (outcome.kind === 'no-answer') return outcome.repeated && outcome.failure.kind !== 'silence'
  return outcome.kind === 'server-error' && outcome.repeated
}

/** O10: an answer becomes `not-sent` where `why` gives a reason that blames no operation: its probe was not exercised. */
export function setAside(
  outcomes: ReadonlyMap<string, Outcome>,
  why: (answered: WithAnswer) => Reason | null,
): ReadonlyMap<string, Outcome> {
  return new Map(
    [...outcomes].map(([id, outcome]) => {
      const reason = outcome.kind === 'answer' ? why(outcome) : null
      const { probe, attempts } = outcome
      return [id, reason === null ? outcome : { probe, attempts, kind: 'not-sent', why: reason }]
    }),
  )
}

/** The ids of the exchanges that an outcome stands on. */
export function exchangesOf(outcomes: readonly Outcome[]): readonly string[] {
  return outcomes.flatMap((outcome) => outcome.attempts.map((attempt) => attempt.id))
}

/** The judgement of a probe without an answer to judge: 429, 5xx, silence and a probe that was not sent never pass. */
export function unsettled(outcome: Exclude<Outcome, { kind: 'answer' }>): Judgement {
  const exchanges = exchangesOf([outcome])
  const request = describeProbe(outcome.probe)
  switch (outcome.kind) {
    case 'not-sent':
      return { verdict: 'not-exercised', ...outcome.why }
    case 'limited':
      return notExercised('limited', { exchanges })
    case 'server-error': {
      const observed = describeAnswer(outcome.answer)
      return inconclusive('server-error', { observed, exchanges }, { status: outcome.answer.status, request })
    }
    case 'no-answer':
      return inconclusive('no-answer', { observed: outcome.failure.message, exchanges }, { requests: request })
  }
}

export function marked<J extends Judgement | null>({ probe }: Pick<Outcome, 'probe'>, judgement: J): J {
  return judgement === null || !isUnusual(probe) ? judgement : { ...judgement, isUnusual: true }
}

/** Puts the outcomes of usual requests before those of others. */
export function usualFirst<T extends Pick<Outcome, 'probe'>>(outcomes: readonly T[]): readonly T[] {
  return outcomes.toSorted((one, other) => Number(isUnusual(one.probe)) - Number(isUnusual(other.probe)))
}

/** Applies a judge of answers to an outcome. One without an answer is judged by `unsettled`. */
export function judged(outcome: Outcome, judge: (one: WithAnswer) => Judgement): Judgement {
  if (outcome.kind !== 'answer') return unsettled(outcome)
  const judgement = judge(outcome)
  return marked(outcome, { ...judgement, exchanges: judgement.exchanges ?? exchangesOf([outcome]) })
}

export const judgedAll = (outcomes: readonly Outcome[], judge: Parameters<typeof judged>[1]): readonly Judgement[] =>
  outcomes.map((outcome) => judged(outcome, judge))
