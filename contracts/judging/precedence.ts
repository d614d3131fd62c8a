import { cannotBeValid } from '../../fixtures/bodies/body.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import type { Answer } from '../answer.ts'
import type { AnsweredQuestion, Facts } from '../check.ts'
import { type Credential, isMadeUpKey } from '../credentials.ts'
import { hasSucceeded, type Outcome } from '../outcome.ts'
import { type Probe, probe, takesBody } from '../probe.ts'
import { eligibleTwin } from './controls.ts'
import { maySend } from './requests.ts'

/** So many other operations must show an order before it is taken for the deployment's. */
const showAnOrder = 3
/** The same within its product, beside the one that is asked about: where nobody there tells otherwise. */
const showAnOrderOfOne = 1

/** What a request may be refused with before anybody looks at its key: only the shown operations say 400 for what they cannot read. */
const refusals: readonly number[] = [400, 404, 415, 422]

/** What tells what a shown operation looks at first: broken requests, without a key, with a wrong one and with the right one. */
export function brokenRequests(operation: Operation, facts: Facts): readonly Probe[] {
  if (!operation.shown) return []
  const base = facts.has.embedBody ? 'embed-vouched' : 'embed-full'
  const broken = takesBody(operation)
    ? ({ body: { base, change: { path: 'name', to: 'object' } } } as const)
    : ({ query: { base: 'none', set: [['limit', 'word']] } } as const)
  return (['none', 'invalid:random', 'eligible'] as const)
    .map((credential) => probe(operation, { ...broken, credential, purpose: 'broken' }))
    .filter((asked) => maySend(operation, facts, asked))
}

const isBroken = ({ probe: { body, query } }: Outcome) => body.change !== undefined || query.set.length > 0

/**
 * True where the shown operation of the kind wants some key first, then a request that is not broken, and only then the right key: of a
 * broken request it tells a wrong key that it is, and whoever has none that a key is wanted.
 */
function wantsSomeKeyFirst({ operation, others }: AnsweredQuestion): boolean {
  const isAlike = (other: Operation) => other.shown && takesBody(other) === takesBody(operation)
  const seen = others.flatMap((other) => (isAlike(other.operation) ? other.seen : []))
  const isTold = (status: number, toBroken: boolean, isAsker: (credential: Credential) => boolean) =>
    seen.some(
      (one) =>
        one.kind === 'answer' &&
        one.answer.status === status &&
        isBroken(one) === toBroken &&
        isAsker(one.probe.credential),
    )
  return (
    isTold(401, true, (credential) => credential === 'none') &&
    isTold(400, true, isMadeUpKey) &&
    isTold(401, false, isMadeUpKey)
  )
}

const wasSent = (outcome: Outcome | undefined) => outcome !== undefined && outcome.kind !== 'not-sent'

/**
 * True where an invalid key got the eligible key's own refusal, false where 401, null where nothing can be seen of it. Where no right key
 * may be put to it, as many as are refused so speak for each other.
 */
function refusedLikeTheKey(invalid: Outcome, status: number, all: readonly Outcome[]): boolean | null {
  const twin = eligibleTwin(invalid, all)
  if (invalid.kind !== 'answer') return null
  if (!wasSent(twin)) return invalid.answer.status === status ? true : null
  if (twin?.kind !== 'answer' || twin.answer.status !== status) return null
  if (invalid.answer.status === 401) return false
  return invalid.answer.status === twin.answer.status
}

/**
 * The specification does not say which of two faults of one request is told (§5.2, §7). Where several operations of the
 * method, or the shown one of its kind, tell an invalid key of its request first, and none that could tells it of its key, that is an
 * order, no fault: `shown`. `unknown` where operations are left that nobody asked.
 */
export function requestFirst(
  { status }: Answer,
  outcome: Outcome,
  evidence: AnsweredQuestion,
): 'shown' | 'unknown' | 'not-shown' {
  const { operation, seen, others, lacking } = evidence
  if (!refusals.includes(status)) return 'not-shown'
  const twin = eligibleTwin(outcome, seen)
  // A body that nobody can read is all that may be sent, and no right key shows what is said of it.
  if (status !== 404 && !wasSent(twin) && cannotBeValid(outcome.probe.body)) return 'shown'
  const alike = others.flatMap((other) => {
    const invalid = other.seen.find((one) => isMadeUpKey(one.probe.credential))
    const isAlike = invalid === undefined ? null : refusedLikeTheKey(invalid, status, other.seen)
    return isAlike === null ? [] : [{ ...other.operation, isAlike }]
  })
  // Each product may be built otherwise, and so may what does not write, and what is shown beside what is not.
  const ofKind = alike.filter((other) => takesBody(other) === takesBody(operation) && !other.shown)
  const inProduct = ofKind.filter(({ prefix }) => prefix === operation.prefix)
  const sameMethod = ofKind.filter(({ method }) => method === operation.method)
  const nearest = inProduct.length >= showAnOrderOfOne ? inProduct : sameMethod
  if (nearest.some(({ isAlike }) => !isAlike)) return 'not-shown'
  if (!hasSucceeded(twin) && wantsSomeKeyFirst(evidence)) return 'shown'
  // Where a method cannot be told of, the others speak for it.
  const telling = nearest.length > 0 ? nearest : alike
  if (telling.some(({ isAlike }) => !isAlike)) return 'not-shown'
  // The key's own request may not have been allowed: the others speak for it then.
  if (wasSent(twin) && refusedLikeTheKey(outcome, status, seen) !== true) return 'not-shown'
  if (lacking.length > 0) return 'unknown'
  return telling === inProduct || telling.length >= showAnOrder ? 'shown' : 'not-shown'
}
