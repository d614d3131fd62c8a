import type { AnsweredQuestion } from '../check.ts'
import type { Testimony, Witnesses } from '../learning/witnesses.ts'
import type { Answered } from '../outcome.ts'
import { isBare, likeUnknown, neighbours } from './compared.ts'
import { isAbsent, noResourceLooksUnknown } from './missing-resources.ts'

/** So many operations that are there a witness must have told before it is believed. */
const fewestTold = 5

/** What a witness shows of an operation that every other question shows as unknown: it is missing, or among which it must be asked. */
export type Shown =
  | { readonly missing: true; readonly exchanges: readonly string[] }
  | { readonly needs: 'others' }
  | null

/** Operations that other questions show to be there: some answer is unlike those of unknown routes. */
function present(evidence: AnsweredQuestion, near: 'sameProduct' | 'anywhere') {
  const { learned } = evidence
  return neighbours(evidence, near).filter(
    ({ operation, answers }) =>
      !operation.path.includes('{') && answers.some((one) => likeUnknown(one, learned) === false),
  )
}

/** True where a witness tells every one of them, and enough. */
const isBelieved = (told: readonly Testimony[]) =>
  told.length >= fewestTold && told.every((testimony) => testimony === 'there')

/**
 * What the plain question without a key shows: a deployment that routes first asks for the key only where something is. A part of one
 * that asks for the key everywhere, or serves everybody alike, says nothing.
 */
function withoutKey(answers: readonly Answered[], { learned }: AnsweredQuestion): Testimony {
  const plain = answers.filter(({ probe }) => probe.credential === 'none' && probe.body.base !== 'not-json')
  const alike = plain.filter((one) => likeUnknown(one, learned) === true)
  if (plain.some((one) => likeUnknown(one, learned) === false)) return 'there'
  return alike.some(isAbsent) ? 'not-there' : null
}

/** The end of a path is enough, since a gateway may keep the beginning to itself, and some write `\\/` in JSON. */
function repeatsItsPath({ answer: { text, exchange } }: Answered): boolean {
  const [path = ''] = exchange.request.target.split('?', 1)
  return text?.replaceAll('\\/', '/').includes(path.split('/').slice(-2).join('/')) ?? false
}

/**
 * A `not_found` is a router's where it repeats the path: an operation that has nothing to show says nothing of its route, unless all
 * that is not found is answered so.
 */
function isRouters(own: readonly Answered[], evidence: AnsweredQuestion): boolean {
  const { learned } = evidence
  const named = own.filter((one) => isAbsent(one) && !isBare(one.answer, learned))
  const others = neighbours(evidence, 'anywhere').flatMap(({ answers }) => answers)
  const missing = others.filter((one) => isAbsent(one) && likeUnknown(one, learned) === false)
  return named.length === 0 || (named.every(repeatsItsPath) && !missing.some(repeatsItsPath))
}

/**
 * What is missing by the question without a key alone might as well be open and have nothing to show. So it is believed only where
 * the answer is plainly a router's, missing resources are answered otherwise than unknown routes are, and not of sessions, which may
 * well be open.
 */
function missingWithoutKey(
  own: readonly Answered[],
  others: readonly (readonly Answered[])[],
  evidence: AnsweredQuestion,
): boolean {
  const { operation } = evidence
  const isClear = !operation.session && !['session', 'message'].includes(operation.effect)
  if (!isClear || withoutKey(own, evidence) !== 'not-there') return false
  if (!isBelieved(others.map((answers) => withoutKey(answers, evidence)))) return false
  return isRouters(own, evidence) && noResourceLooksUnknown(own, evidence)
}

/**
 * O1: an operation without a path parameter is missing where all questions, the eligible key's among them, show it as unknown,
 * and a witness as well that tells every operation which is there: of its product, or of the whole deployment where the product
 * shows too few.
 */
export function missingByWitness(own: readonly Answered[], evidence: AnsweredQuestion): Shown {
  const { operation, learned, lacking } = evidence
  const isKeyed = own.some(({ probe }) => probe.credential === 'eligible') && !learned.keyRefused
  const { witnesses } = learned
  const asked = witnesses.answer(operation)
  const isGone = own.some(isAbsent) || (asked !== null && isAbsent({ answer: asked }))
  if (operation.path.includes('{') || !isKeyed || !isGone) return null
  const product = present(evidence, 'sameProduct')
  const isNear = product.length >= fewestTold
  const others = isNear ? product : present(evidence, 'anywhere')
  const says = (witness: Witnesses['path']) =>
    witness(operation) === 'not-there' && isBelieved(others.map((other) => witness(other.operation)))
  const byOptions = says(witnesses.path) || says(witnesses.allow)
  const answers = others.map((other) => other.answers)
  if (!byOptions && !missingWithoutKey(own, answers, evidence)) return null
  const isLacking = isNear && byOptions ? lacking.some(({ prefix }) => prefix === operation.prefix) : lacking.length > 0
  if (isLacking) return { needs: 'others' }
  return { missing: true, exchanges: asked === null ? [] : [asked.exchange.id] }
}
