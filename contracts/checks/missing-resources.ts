import type { Operation } from '../../fixtures/catalog/operation.ts'
import type { AnsweredQuestion } from '../check.ts'
import { equalsUnknown } from '../equal-answers.ts'
import { isKeyed } from '../outcome.ts'
import { kindOf } from '../probe.ts'
import { type ComparedAnswer, isUnlike, type Nearness, neighbours } from './compared.ts'

type Neighbour = ReturnType<typeof neighbours>[number]

/** The prefixes of products that may speak. A product whose every answer is that of an unknown route cannot tell by itself. */
export function prefixesSeen(evidence: AnsweredQuestion): ReadonlySet<string> {
  const prefixes = Map.groupBy(neighbours(evidence, 'anywhere'), ({ operation }) => operation.prefix)
  const maySpeak = [...prefixes].filter(([, members]) => {
    const alike = members.flatMap(({ answers }) => answers.map(({ isLike }) => isLike))
    return alike.includes(false) || !alike.includes(true)
  })
  return new Set(maySpeak.map(([prefix]) => prefix))
}

/**
 * For each 404 of other operations that name one resource: whether it differs from what unknown routes get. No unknown route beside
 * `/api/pay/` is as deep as `/api/pay/{shortId}`: there the unknown routes of the operation itself stand in. A parameter at the end
 * may take the rest of a path, so that unknown routes are missing resources. So where the operation itself gets no `not_found`, a 404
 * with it differs all the same. A 410 counts where unknown routes get it too: then it is the generic answer.
 * An operation shown in detail owes `not_found`, so its 404 says nothing of an operation that is not.
 */
function missingResources(
  own: readonly ComparedAnswer[],
  { learned, operation: asked }: AnsweredQuestion,
  among: readonly Neighbour[],
): readonly boolean[] {
  const ownBare = own.filter(({ isBare }) => isBare).map(({ answer }) => answer)
  return among
    .filter(({ operation }) => operation.namesOneResource && (operation.detail === null || asked.detail !== null))
    .flatMap(({ answers }) => answers)
    .filter((one) => one.answer.status === 404 || (one.answer.status === 410 && one.isLike === true))
    .flatMap((outcome) => {
      if (ownBare.length > 0 && !outcome.isGone) return [true]
      // A 404 like the operation's own is the generic one, whatever unknown routes get to that kind of probe. Replicas may have one each.
      if (equalsUnknown(outcome.answer, [ownBare])) return [false]
      if (ownBare.some((answer) => learned.comeInTurn(answer, outcome.answer))) return [false]
      const { isLike: alike } = outcome
      const twin = own.find((one) => kindOf(one.probe) === kindOf(outcome.probe))
      if (alike !== null || twin === undefined) return alike === null ? [] : [!alike]
      return [!equalsUnknown(outcome.answer, learned.unknownFor(twin))]
    })
}

/**
 * O1: one generic 404 for missing routes and missing resources conforms, so another operation that names a resource must show another
 * 404. None of the product may show the generic one. Those of the same method come first: parts may be built otherwise. Where the
 * product shows no 404, the whole deployment speaks for it. Returns among which operations this is so, or null.
 */
export function toldApartAmong(own: readonly ComparedAnswer[], evidence: AnsweredQuestion): Nearness | null {
  const isSeen = prefixesSeen(evidence)
  const among = (near: Nearness) => {
    const nearby = neighbours(evidence, near).filter(({ operation }) => isSeen.has(operation.prefix))
    return missingResources(own, evidence, nearby)
  }
  const sameMethod = among('sameMethod')
  if (sameMethod.length > 0 && sameMethod.every((differs) => differs)) return 'sameProduct'
  const near: Nearness = among('sameProduct').length > 0 ? 'sameProduct' : 'anywhere'
  const shown = among(near)
  return shown.length > 0 && shown.every((differs) => differs) ? near : null
}

/** True where missing resources of all operations that are shown to be there, in any product, differ from unknown routes. */
export function noResourceLooksUnknown(own: readonly ComparedAnswer[], evidence: AnsweredQuestion): boolean {
  const there = neighbours(evidence, 'anywhere').filter(({ answers }) => answers.some(isUnlike))
  const shown = missingResources(own, evidence, there)
  return shown.length > 0 && shown.every((differs) => differs)
}

/** An account counts as empty where at least this many listings, and this share of all listings, look like unknown routes. */
const emptyAccount = { fewest: 10, share: 0.75 }

/**
 * True where nearly all listings get with the key only what unknown routes get: the account owns nothing, and there is one generic 404.
 * Missing routes are missing one by one, or by product.
 */
export function isListingOfNothing(evidence: AnsweredQuestion): boolean {
  if (!isListing(evidence.operation)) return false
  const listings = neighbours(evidence, 'anywhere').filter(
    ({ operation, answers }) => isListing(operation) && answers.some(isKeyed),
  )
  const alike = listings.filter(({ answers }) => {
    const keyed = answers.filter(isKeyed)
    return keyed.some(({ isAbsent }) => isAbsent) && !keyed.some(isUnlike)
  })
  return alike.length >= Math.max(emptyAccount.fewest, emptyAccount.share * listings.length)
}

const isListing = ({ namesOneResource, detail, effect }: Operation) =>
  !namesOneResource && detail === null && effect === 'read'
