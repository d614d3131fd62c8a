import { oncePer } from '../../evidence/once-per.ts'
import { cannotBeValid } from '../../fixtures/bodies/body.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { documentedCodes } from '../../fixtures/errors.ts'
import { saysGone, succeeded } from '../answer.ts'
import type { AnsweredQuestion, Comparable } from '../check.ts'
import { equalsUnknown } from '../equal-answers.ts'
import { agreement } from '../error-code.ts'
import { hasCode } from '../judging/code.ts'
import type { Learned } from '../learning/learned.ts'
import { type Answered, isAnswered, isKeyed, type Outcome, type WithAnswer } from '../outcome.ts'
import { isWatched } from '../probe.ts'
import { unreadable } from '../probes/requests.ts'

/** An answer beside what unknown routes get to the same kind of probe (O1). */
export type ComparedAnswer = Answered & {
  /** A 404 or 410. */
  readonly isAbsent: boolean
  /** A 404 or 410 without a clear `not_found`: it does not show that the operation is there. */
  readonly isGone: boolean
  /** A 404 or 410 that clearly lacks `not_found`. Where the code is unclear, no operation is blamed for it. */
  readonly isBare: boolean
  /** True where unknown routes get the same; null where their answer was never learned. */
  readonly isLike: boolean | null
}

const comparisons = oncePer((learned: Learned) =>
  oncePer((outcome: Answered): ComparedAnswer => {
    const { answer } = outcome
    const isAbsent = saysGone(answer)
    const named = isAbsent ? agreement(learned.codeOf(answer), 'not_found') : 'right'
    const unknown = learned.unknownFor(outcome)
    const isLike = unknown.length === 0 ? null : equalsUnknown(answer, unknown)
    return { ...outcome, isAbsent, isGone: named !== 'right', isBare: ['wrong', 'missing'].includes(named), isLike }
  }),
)

/** The answers among outcomes, each compared once. */
export const comparedIn = (outcomes: readonly Outcome[], learned: Learned): readonly ComparedAnswer[] =>
  outcomes.filter(isAnswered).map(comparisons(learned))

/** True for an answer that unknown routes do not get. */
export const isUnlike = (one: ComparedAnswer): boolean => one.isLike === false

/** True for an answer as a missing route gets it: it clearly lacks `not_found`, and unknown routes get the same. */
export const looksMissing = (one: ComparedAnswer): boolean => one.isBare && one.isLike === true

/**
 * True for a 403 without a documented code to a body that no operation takes, where unknown routes get the same. A firewall refuses such
 * a body everywhere (O1), and under `safe` no other body may be sent.
 */
export function isFirewalls({ probe, answer }: WithAnswer, learned: Learned): boolean {
  if (answer.status !== 403 || !cannotBeValid(probe.body)) return false
  if (documentedCodes.some((code) => hasCode(answer, code, learned))) return false
  // Unknown routes get one of these bodies, and under `safe` no key.
  return equalsUnknown(answer, learned.unknownFor({ probe: { ...probe, credential: 'none', body: unreadable } }))
}

/** Statuses of a gateway or a firewall that does not hand a request on. */
const refusals: readonly number[] = [400, 403, 406, 413, 414]

/**
 * Limits on request size and field lengths are not shown (§8.5): a gateway may refuse a large header before anybody reads the key in it.
 * It says so with 431, or with another status and a page of its own.
 */
export function isTooLong({ answer, probe }: WithAnswer, learned: Learned): boolean {
  if (probe.credential !== 'invalid:long') return false
  return answer.status === 431 || (refusals.includes(answer.status) && learned.codeOf(answer).kind === 'none')
}

/**
 * O1: an operation may be put in place while the run goes on, so that only odd input sees it. A firewall answers that with a page. An odd
 * identifier may be another path.
 */
export function servedSince({ operation, seen, learned }: AnsweredQuestion): readonly ComparedAnswer[] {
  if (operation.path.includes('{')) return []
  return comparedIn(seen, learned).filter(
    (one) => isWatched(one.probe) && isKeyed(one) && succeeded(one.answer) && one.answer.json !== undefined,
  )
}

/** How near another operation is: the nearest are likely answered by the same part of a deployment. */
export const nearness = {
  sameMethod: (one: Operation, other: Comparable) => other.prefix === one.prefix && other.method === one.method,
  sameProduct: (one: Operation, other: Comparable) => other.prefix === one.prefix,
  sameMethodAnywhere: (one: Operation, other: Comparable) => other.method === one.method,
  anywhere: () => true,
}
export type Nearness = keyof typeof nearness

/** Each operation is a neighbour of many: its answers are looked through once. */
const usualAnswers = oncePer((learned: Learned) =>
  oncePer((seen: readonly Outcome[]) => comparedIn(seen, learned).filter(({ probe }) => !isWatched(probe))),
)

/** Other operations this near. Odd input is left out: odd identifiers may be taken for unknown routes. */
export function neighbours({ operation: own, others, learned }: AnsweredQuestion, near: Nearness) {
  const answersOf = usualAnswers(learned)
  return others
    .filter(({ operation }) => nearness[near](own, operation))
    .map(({ operation, seen }) => ({ operation, answers: answersOf(seen) }))
}
