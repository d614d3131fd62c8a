import { cannotBeValid } from '../../fixtures/bodies/body.ts'
import type { Answer } from '../answer.ts'
import type { AnsweredQuestion } from '../check.ts'
import { isMadeUp } from '../credentials.ts'
import type { Outcome } from '../outcome.ts'
import { eligibleTwin } from './controls.ts'

/** So many other operations must show an order before it is taken for the deployment's. */
const showAnOrder = 3
/** The same within its product, beside the one that is asked about: where nobody there tells otherwise. */
const showAnOrderOfOne = 1

/** What a request may be refused with before anybody looks at its key: only the shown operations say 400 for what they cannot read. */
const refusals: readonly number[] = [400, 404, 415, 422]

/** True where an invalid key got the eligible key's own refusal, false where 401, null where nothing can be seen of it. */
function refusedLikeTheKey(invalid: Outcome, status: number, all: readonly Outcome[]): boolean | null {
  const twin = eligibleTwin(invalid, all)
  if (invalid.kind !== 'answer' || twin?.kind !== 'answer' || twin.answer.status !== status) return null
  if (invalid.answer.status === 401) return false
  return invalid.answer.status === twin.answer.status
}

/**
 * The specification does not say which of two faults of one request is told (§5.2, §7). Where several operations of the
 * method tell an invalid key of its request first, and none that could tells it of its key, that is an order, no fault:
 * `shown`. `unknown` where operations are left that nobody asked.
 */
export function requestFirst(
  { status }: Answer,
  outcome: Outcome,
  { operation, seen, others, lacking }: AnsweredQuestion,
): 'shown' | 'unknown' | 'not-shown' {
  if (!refusals.includes(status)) return 'not-shown'
  const twin = eligibleTwin(outcome, seen)
  // A body that nobody can read is all that may be sent, and no right key shows what is said of it.
  if (status !== 404 && (twin === undefined || twin.kind === 'not-sent') && cannotBeValid(outcome.probe.body))
    return 'shown'
  // The key's own request may not have been allowed: the others speak for it then.
  const isTold = twin !== undefined
  if (isTold && refusedLikeTheKey(outcome, status, seen) !== true) return 'not-shown'
  const alike = others.flatMap((other) => {
    const invalid = other.seen.find((one) => isMadeUp(one.probe.credential))
    const isAlike = invalid === undefined ? null : refusedLikeTheKey(invalid, status, other.seen)
    return isAlike === null ? [] : [{ ...other.operation, isAlike }]
  })
  // Each product may be built otherwise, and so may what does not write; where a method cannot be told of, the others speak for it.
  const inProduct = alike.filter(({ prefix }) => prefix === operation.prefix)
  const sameMethod = alike.filter(({ method }) => method === operation.method)
  const telling = inProduct.length >= showAnOrderOfOne ? inProduct : sameMethod.length > 0 ? sameMethod : alike
  if (telling.some(({ isAlike }) => !isAlike)) return 'not-shown'
  if (lacking.length > 0) return 'unknown'
  return telling === inProduct || telling.length >= showAnOrder ? 'shown' : 'not-shown'
}
