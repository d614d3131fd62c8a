import type { Exchange, Failure } from '../evidence/exchange.ts'
import { inconclusive, type Judgement, notExercised } from '../evidence/verdict.ts'
import { detailed } from '../fixtures/catalog/catalog.ts'
import { codeFor, documentedCodes } from '../fixtures/errors.ts'
import { type Answer, answerOf, describeAnswer, succeeded } from './answer.ts'
import type { Condition } from './check.ts'
import { mentions } from './learning/code-places.ts'
import type { Barred } from './policy.ts'
import { describeProbe, type Probe } from './probe.ts'

/** What became of a probe, all attempts considered (O5d, O11, O12). Judges of answers get only `answer`. */
export type Outcome = { readonly probe: Probe; readonly attempts: readonly Exchange[] } & (
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'server-error'; readonly answer: Answer; readonly repeated: boolean }
  | { readonly kind: 'limited'; readonly answer: Answer }
  | { readonly kind: 'no-answer'; readonly failure: Failure; readonly repeated: boolean }
  | { readonly kind: 'not-sent'; readonly why: Barred }
)

/** The reason of an entry whose condition did not come true. */
export const conditionUnmet: Barred = {
  cause: 'not-arisen',
  message: 'the answer that this asking depends on did not come',
}

/** The reason of an entry that was still to be sent when the whole target was given up (O12). */
export const targetGone: Barred = { cause: 'target-gone', message: 'the target was given up before it was asked' }

/** True where a failure proves nothing: an idle connection was closed before any byte of an answer (O12). */
export function isIdleClose(failure: Failure | null): boolean {
  return failure !== null && failure.kind === 'reset' && failure.reusedConnection && !failure.began
}

/**
 * True for a 429, and on the audience choice, whose codes are listed without statuses (§7.1), for a refusal that names
 * `rate_limited` and no other code: O11 waits it out, and no check of the contract half reads it.
 */
export function isRefusalByLimit(answer: Answer): boolean {
  if (answer.status === 429) return true
  const isChoice = answer.exchange.operation === detailed['audience-choice']
  if (!isChoice || answer.status < 400) return false
  const named = documentedCodes.filter((code) => mentions(answer, code))
  return named.length === 1 && named[0] === 'rate_limited'
}

/**
 * Makes the outcome of a probe's attempts.
 *
 * @param why Stands for an empty list.
 * @param silenceMs How long silence must last to count (O12).
 * @param goneAt When the target fell silent as a whole, milliseconds since the epoch: what failed then blames no operation.
 */
export function outcomeOf(
  probe: Probe,
  attempts: readonly Exchange[],
  why: Barred,
  silenceMs: number,
  goneAt: number = Number.POSITIVE_INFINITY,
): Outcome {
  const last = attempts.at(-1)
  if (last === undefined) return { probe, attempts, kind: 'not-sent', why }
  const answer = answerOf(last)
  if (answer !== null) {
    // What still says so after the waits, with a status that §7 gives to another code, is the answer.
    const stays = answer.status === 429 || codeFor(answer.status) === null
    if (stays && isRefusalByLimit(answer)) return { probe, attempts, kind: 'limited', answer }
    if (answer.status < 500) return { probe, attempts, kind: 'answer', answer }
    const errors = attempts.filter((attempt) => (attempt.response?.status ?? 0) >= 500 && attempt.startedAt <= goneAt)
    return { probe, attempts, kind: 'server-error', answer, repeated: errors.length > 1 }
  }
  const failure = last.failure ?? { kind: 'broken', message: 'no answer', reusedConnection: false, began: false }
  return { probe, attempts, kind: 'no-answer', failure, repeated: isRepeated(attempts, silenceMs, goneAt) }
}

/** O12: the failure came again, silence with the long limit. What was large, deep, coded or slow proves nothing. */
function isRepeated(attempts: readonly Exchange[], silenceMs: number, goneAt: number): boolean {
  const came = ['large', 'deep', 'coded', 'slow'].includes(attempts.at(-1)?.failure?.kind ?? '')
  if (came) return false
  const failed = attempts.filter(
    ({ failure, startedAt }) => failure !== null && !isIdleClose(failure) && startedAt <= goneAt,
  )
  const counted = failed.filter(({ failure }) => failure?.kind === 'reset' || failure?.kind === 'broken')
  const silent = failed.filter(({ failure, endMs }) => failure?.kind === 'silence' && endMs >= silenceMs)
  return counted.length > 1 || silent.length > 0
}

/** Evaluates a plan entry's condition on what is known of the probes it names. */
export function holds(condition: Condition, outcome: (probe: string) => Outcome | undefined): boolean {
  if ('not' in condition) return !holds(condition.not, outcome)
  if ('all' in condition) return condition.all.every((part) => holds(part, outcome))
  if ('any' in condition) return condition.any.some((part) => holds(part, outcome))
  const found = outcome(condition.probe)
  if (found?.kind !== 'answer') return false
  return condition.is === 'unauthorized' ? found.answer.status === 401 : succeeded(found.answer)
}

/** The probes that a condition looks at. */
export function probesOf(condition: Condition): readonly string[] {
  if ('not' in condition) return probesOf(condition.not)
  if ('all' in condition) return condition.all.flatMap(probesOf)
  if ('any' in condition) return condition.any.flatMap(probesOf)
  return [condition.probe]
}

/** The ids of the exchanges that an outcome stands on. */
export function exchangesOf(outcomes: readonly Outcome[]): readonly string[] {
  return outcomes.flatMap((outcome) => outcome.attempts.map((attempt) => attempt.id))
}

/** What is said of a probe without an answer that a judge could read: 429, 5xx, silence and what was not sent never pass. */
export function unsettled(outcome: Exclude<Outcome, { kind: 'answer' }>): Judgement {
  const exchanges = exchangesOf([outcome])
  const asked = describeProbe(outcome.probe)
  switch (outcome.kind) {
    case 'not-sent':
      return notExercised(outcome.why.cause, outcome.why.message)
    case 'limited':
      return notExercised('limited', `the limit was not over within the budget: ${asked}`, { exchanges })
    case 'server-error':
      return inconclusive('server-error', `a server error in place of an answer: ${asked}`, {
        observed: describeAnswer(outcome.answer),
        exchanges,
      })
    case 'no-answer':
      return inconclusive('no-answer', `no whole answer (${outcome.failure.kind}): ${asked}`, {
        observed: outcome.failure.message,
        exchanges,
      })
  }
}

/** Applies a judge of answers to an outcome; what has none is settled by `unsettled`. */
export function judged(outcome: Outcome, judge: (answer: Answer, outcome: Outcome) => Judgement): Judgement {
  if (outcome.kind !== 'answer') return unsettled(outcome)
  const judgement = judge(outcome.answer, outcome)
  return { ...judgement, exchanges: judgement.exchanges ?? exchangesOf([outcome]) }
}

const weight = { violation: 0, inconclusive: 1, pass: 2, undocumented: 3, 'not-exercised': 4 } as const

/**
 * Makes one finding of several answers: a violation wins, then what could not be told, then a pass. What was barred or did
 * not arise beside a pass takes nothing from it; what was limited does.
 */
export function combined(judgements: readonly Judgement[]): Judgement {
  const effective = judgements.map((one) =>
    one.verdict === 'not-exercised' && one.cause === 'limited' && judgements.length > 1
      ? { ...one, verdict: 'inconclusive' as const }
      : one,
  )
  const [worst] = [...effective].sort((one, other) => weight[one.verdict] - weight[other.verdict])
  if (worst === undefined) return notExercised('nothing-asked', 'nothing was asked')
  const same = effective.filter((one) => one.verdict === worst.verdict && one.cause === worst.cause)
  const exchanges = [...new Set((worst.verdict === 'pass' ? effective : same).flatMap((one) => one.exchanges ?? []))]
  const more = same.length > 1 && worst.verdict !== 'pass' ? ` (and ${same.length - 1} more alike)` : ''
  return { ...worst, message: worst.message + more, exchanges }
}
