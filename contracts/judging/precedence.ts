import { cannotBeValid } from '../../fixtures/bodies/body.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import type { AnsweredQuestion } from '../check.ts'
import { type Credential, isMadeUpKey } from '../credentials.ts'
import { hasSucceeded, type Outcome, statusOf, type WithAnswer, wasSent } from '../outcome.ts'
import { takesBody } from '../probe.ts'
import { eligibleTwin } from './controls.ts'

/** An order of checking counts as the deployment's only where at least this many other operations show it: within the product one is enough. */
const showAnOrder = 3

/** Statuses that may refuse a request before its key is looked at. Only the shown operations must say 400 to an unreadable body. */
const refusals: readonly number[] = [400, 404, 415, 422]

const isBroken = ({ probe: { body, query } }: Outcome) => body.change !== undefined || query.set.length > 0

/**
 * True where the shown operation of the kind checks for some key first, then for a broken request, and only then for the right key. To a
 * broken request it says 401 where it has no key, and 400 where the key is invalid.
 */
function wantsSomeKeyFirst({ operation, others }: AnsweredQuestion): boolean {
  const isAlike = (other: Operation) => other.shown && takesBody(other) === takesBody(operation)
  const seen = others.flatMap((other) => (isAlike(other.operation) ? other.seen : []))
  const isTold = (status: number, toBroken: boolean, isAsker: (credential: Credential) => boolean) =>
    seen.some((one) => statusOf(one) === status && isBroken(one) === toBroken && isAsker(one.probe.credential))
  return (
    isTold(401, true, (credential) => credential === 'none') &&
    isTold(400, true, isMadeUpKey) &&
    isTold(401, false, isMadeUpKey)
  )
}

/**
 * True where an invalid key got the eligible key's own refusal, false where it got 401 or another answer, null where nothing can be told.
 * Where no right key was sent, each refusal with this status counts as true.
 */
function refusedLikeTheKey(invalid: Outcome, status: number, all: readonly Outcome[]): boolean | null {
  const [own, twin] = [statusOf(invalid), eligibleTwin(invalid, all)]
  if (own === null) return null
  if (!wasSent(twin)) return own === status ? true : null
  return statusOf(twin) === status ? own === status : null
}

/**
 * The specification does not say which of two faults of one request comes first (§5.2, §7). `shown`: several operations of the method, or
 * the shown one of the kind, refuse an invalid key for its request first, and none that could tell refuses it for the key. That is an
 * order of checking and no fault. `unknown`: some of these operations were not asked.
 */
export function requestFirst(refused: WithAnswer, evidence: AnsweredQuestion): 'shown' | 'unknown' | 'not-shown' {
  const { status } = refused.answer
  const { operation, seen, others, lacking } = evidence
  if (!refusals.includes(status)) return 'not-shown'
  const twin = eligibleTwin(refused, seen)
  // Only an unreadable body may be sent, and no probe with the right key shows how it is refused.
  if (status !== 404 && !wasSent(twin) && cannotBeValid(refused.probe.body)) return 'shown'
  const alike = others.flatMap((other) => {
    const invalid = other.seen.find((one) => isMadeUpKey(one.probe.credential))
    const isAlike = invalid === undefined ? null : refusedLikeTheKey(invalid, status, other.seen)
    return isAlike === null ? [] : [{ ...other.operation, isAlike }]
  })
  // Each product may be built otherwise. So may operations without a body, and the shown operations.
  const ofKind = alike.filter((other) => takesBody(other) === takesBody(operation) && !other.shown)
  const inProduct = ofKind.filter(({ prefix }) => prefix === operation.prefix)
  const sameMethod = ofKind.filter(({ method }) => method === operation.method)
  const nearest = inProduct.length > 0 ? inProduct : sameMethod
  if (nearest.some(({ isAlike }) => !isAlike)) return 'not-shown'
  if (!hasSucceeded(twin) && wantsSomeKeyFirst(evidence)) return 'shown'
  // Where no operation of the method shows an order, all others speak for it.
  const telling = nearest.length > 0 ? nearest : alike
  if (telling.some(({ isAlike }) => !isAlike)) return 'not-shown'
  // Where the policy forbids the right key here, the other operations speak for it.
  if (wasSent(twin) && refusedLikeTheKey(refused, status, seen) !== true) return 'not-shown'
  if (lacking.length > 0) return 'unknown'
  return telling === inProduct || telling.length >= showAnOrder ? 'shown' : 'not-shown'
}
