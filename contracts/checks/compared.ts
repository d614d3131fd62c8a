import { oncePer } from '../../evidence/once-per.ts'
import { cannotBeValid } from '../../fixtures/bodies/body.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { documentedCodes } from '../../fixtures/errors.ts'
import { type Answer, saysGone } from '../answer.ts'
import type { AnsweredQuestion, Comparable } from '../check.ts'
import { agreement } from '../learning/code-places.ts'
import type { Learned } from '../learning/learned.ts'
import { equalsUnknown } from '../learning/unknown-routes.ts'
import { type Answered, isAnswered, type Outcome, type WithAnswer } from '../outcome.ts'
import { isWatched } from '../probe.ts'

const likenessBy = oncePer(({ unknownFor }: Learned) =>
  oncePer((outcome: Answered): boolean | null => {
    const unknown = unknownFor(outcome)
    return unknown.length === 0 ? null : equalsUnknown(outcome.answer, unknown)
  }),
)

/** True where an answer is what unknown routes get to the same kind of probe; null where their answer was never learned. */
export const likeUnknown = (outcome: Answered, learned: Learned): boolean | null => likenessBy(learned)(outcome)

/** True for a 404 or 410 without a clear `not_found`: it does not show that the operation is there. */
export function isGone(answer: Answer, learned: Learned): boolean {
  return saysGone(answer) && agreement(learned.codeOf(answer), 'not_found') !== 'right'
}

/** True for a 404 or 410 that clearly lacks `not_found` (O1). Where the code is unclear, no operation is blamed for it. */
export function isBare(answer: Answer, learned: Learned): boolean {
  return isGone(answer, learned) && agreement(learned.codeOf(answer), 'not_found') !== 'unclear'
}

/** True for an answer as a missing route gets it: it clearly lacks `not_found`, and unknown routes get the same. */
export const looksMissing = (one: Answered, learned: Learned): boolean =>
  isBare(one.answer, learned) && likeUnknown(one, learned) === true

/**
 * True for a 403 without a documented code to a body that no operation takes, where unknown routes get the same. A firewall refuses such
 * a body everywhere (O1), and under `safe` no other body may be sent.
 */
export function isFirewalls(outcome: Outcome, learned: Learned): boolean {
  if (!isAnswered(outcome) || outcome.answer.status !== 403 || !cannotBeValid(outcome.probe.body)) return false
  const reading = learned.codeOf(outcome.answer)
  if (documentedCodes.some((code) => agreement(reading, code) === 'right')) return false
  // Under `safe` unknown routes are asked only without a key.
  const keyless = { ...outcome, probe: { ...outcome.probe, credential: 'none' as const } }
  return equalsUnknown(outcome.answer, learned.unknownFor(keyless))
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

/** How near another operation is: the nearest are likely answered by the same part of a deployment. */
export const nearness = {
  sameMethod: (one: Operation, other: Comparable) => other.prefix === one.prefix && other.method === one.method,
  sameProduct: (one: Operation, other: Comparable) => other.prefix === one.prefix,
  sameMethodAnywhere: (one: Operation, other: Comparable) => other.method === one.method,
  anywhere: () => true,
}
export type Nearness = keyof typeof nearness

/** Other operations this near, with their answers. Odd input is left out: odd identifiers may be taken for unknown routes. */
export function neighbours({ operation, others }: AnsweredQuestion, near: Nearness) {
  return others
    .filter((other) => nearness[near](operation, other.operation))
    .map((other) => ({
      operation: other.operation,
      answers: other.seen.filter(isAnswered).filter(({ probe }) => !isWatched(probe)),
    }))
}
