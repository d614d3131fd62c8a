import type { Operation } from '../../fixtures/catalog/operation.ts'
import { saysGone } from '../answer.ts'
import type { AnsweredQuestion } from '../check.ts'
import { equalsUnknown } from '../learning/unknown-routes.ts'
import type { Answered } from '../outcome.ts'
import { kindOf } from '../probe.ts'
import { isBare, isGone, likeUnknown, type Nearness, neighbours } from './compared.ts'

type Neighbour = ReturnType<typeof neighbours>[number]

/** Prefixes beside which something may be there: a product whose every answer is an unknown route's cannot tell by itself. */
export function prefixesSeen(evidence: AnsweredQuestion): ReadonlySet<string> {
  const prefixes = Map.groupBy(neighbours(evidence, 'anywhere'), ({ operation }) => operation.prefix)
  const maySpeak = [...prefixes].filter(([, members]) => {
    const alike = members.flatMap(({ answers }) => answers.map((one) => likeUnknown(one, evidence.learned)))
    return alike.includes(false) || !alike.includes(true)
  })
  return new Set(maySpeak.map(([prefix]) => prefix))
}

/**
 * Whether each 404 of other operations that name one resource differs from what unknown routes get. Beside `/api/pay/` no
 * unknown route can have the depth of `/api/pay/{shortId}`: there the unknown routes of the operation itself stand in. A
 * parameter at the end may take what follows it as well, so that unknown routes are missing resources: where the operation itself
 * gets no `not_found`, one that names it differs all the same. A 410 counts where unknown routes get it too: it is the generic one then.
 * An operation shown in detail owes `not_found`, so that its 404 says nothing of one that does not.
 */
function missingResources(
  own: readonly Answered[],
  { learned, operation: asked }: AnsweredQuestion,
  among: readonly Neighbour[],
): readonly boolean[] {
  const ownBare = own.map(({ answer }) => answer).filter((answer) => isBare(answer, learned))
  return among
    .filter(({ operation }) => operation.namesOneResource && (operation.detail === null || asked.detail !== null))
    .flatMap(({ answers }) => answers)
    .filter((one) => one.answer.status === 404 || (one.answer.status === 410 && likeUnknown(one, learned) === true))
    .flatMap((outcome) => {
      if (ownBare.length > 0 && !isGone(outcome.answer, learned)) return [true]
      // What the operation itself got is the generic one, whatever unknown routes get to that kind of question.
      if (equalsUnknown(outcome.answer, [ownBare])) return [false]
      const alike = likeUnknown(outcome, learned)
      const twin = own.find((one) => kindOf(one.probe) === kindOf(outcome.probe))
      if (alike !== null || twin === undefined) return alike === null ? [] : [!alike]
      return [!equalsUnknown(outcome.answer, learned.unknownFor(twin))]
    })
}

/**
 * O1: one generic 404 for missing routes and missing resources conforms; another such operation must show a different one.
 * It counts only if none of the product's shows the generic one, at first with the same method: parts may be built otherwise.
 * Where the product shows none at all, the others speak for it. Says among which it is so, or null.
 */
export function missingResourceLooksDifferent(own: readonly Answered[], evidence: AnsweredQuestion): Nearness | null {
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

/** The same of all operations that other questions show to be there, wherever they are. */
export function noResourceLooksUnknown(own: readonly Answered[], evidence: AnsweredQuestion): boolean {
  const there = neighbours(evidence, 'anywhere').filter(({ answers }) =>
    answers.some((one) => likeUnknown(one, evidence.learned) === false),
  )
  const shown = missingResources(own, evidence, there)
  return shown.length > 0 && shown.every((differs) => differs)
}

/** So many listings, and this share of them, show that it is about what the account has. */
const emptyAccount = { fewest: 10, share: 0.75 }

/**
 * True where nearly all that list get nothing but what unknown routes get: an account that owns nothing, and one generic 404. Routes are
 * missing one by one, or by product.
 */
export function isListingOfNothing(evidence: AnsweredQuestion): boolean {
  if (!isListing(evidence.operation)) return false
  const listings = neighbours(evidence, 'anywhere').filter(
    ({ operation, answers }) => isListing(operation) && answers.some(isKeyed),
  )
  const alike = listings.filter(({ answers }) => {
    const keyed = answers.filter(isKeyed)
    return keyed.some(isAbsent) && !keyed.some((one) => likeUnknown(one, evidence.learned) === false)
  })
  return alike.length >= Math.max(emptyAccount.fewest, emptyAccount.share * listings.length)
}

const isListing = ({ namesOneResource, detail, effect }: Operation) =>
  !namesOneResource && detail === null && effect === 'read'

const isKeyed = ({ probe }: Answered) => probe.credential === 'eligible'

export const isAbsent = ({ answer }: Pick<Answered, 'answer'>) => saysGone(answer)
