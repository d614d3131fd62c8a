import { saysGone } from '../answer.ts'
import type { AnsweredQuestion } from '../check.ts'
import type { Testimony, Witnesses } from '../learning/witnesses.ts'
import { isKeyed } from '../outcome.ts'
import type { Probe } from '../probe.ts'
import { type ComparedAnswer, isUnlike, neighbours } from './compared.ts'
import { noResourceLooksUnknown } from './missing-resources.ts'

/** A witness is believed only where it showed at least this many operations as there. */
const fewestTold = 5

/** What witnesses show of an operation that all other questions show as unknown: missing, unclear without other operations, or nothing. */
export type Shown =
  | { readonly missing: true; readonly exchanges: readonly string[] }
  | { readonly needs: 'others' }
  | null

/** Operations without a path parameter that other questions show to be there: some answer is unlike those of unknown routes. */
const present = (evidence: AnsweredQuestion, near: 'sameProduct' | 'anywhere') =>
  neighbours(evidence, near).filter(({ operation, answers }) => !operation.path.includes('{') && answers.some(isUnlike))

/** True where a witness shows all these operations as there, and they are enough. */
const isBelieved = (told: readonly Testimony[]) =>
  told.length >= fewestTold && told.every((testimony) => testimony === 'there')

/** A kind of probe that tells of a route where a missing one is answered before such a request is refused. */
type IsOfKind = (probe: Probe) => boolean

/**
 * The plain probe without a key. A deployment that routes first asks for the key only where an operation is. Where it asks for the key
 * everywhere, or answers all alike, the probe says nothing.
 */
const isPlainKeyless: IsOfKind = ({ credential, body }) => credential === 'none' && body.base !== 'not-json'

/** A body that nothing can read, with the own key: no resource can be meant. */
const isUnreadable: IsOfKind = ({ credential, body }) => credential === 'eligible' && body.base === 'not-json'

/** What the answers to one kind of probe show. */
function shownBy(isOfKind: IsOfKind, answers: readonly ComparedAnswer[]): Testimony {
  const asked = answers.filter(({ probe }) => isOfKind(probe))
  if (asked.some(isUnlike)) return 'there'
  return asked.some((one) => one.isAbsent && one.isLike === true) ? 'not-there' : null
}

/**
 * True where a `not_found` may tell of a resource: the operation names one, and only whole requests with a key got it. OPTIONS alone says
 * nothing then, where the product is there: it may lack a handler on this one path. Where others show their routes by another kind of probe, that one tells.
 */
function mayLackResource(
  own: readonly ComparedAnswer[],
  others: readonly (readonly ComparedAnswer[])[],
  { operation }: AnsweredQuestion,
): boolean {
  if (!operation.namesOneResource || !own.some(({ isAbsent }) => isAbsent) || own.some(({ isBare }) => isBare))
    return false
  return ![isPlainKeyless, isUnreadable].some((isOfKind) => {
    const told = others.map((answers) => shownBy(isOfKind, answers)).filter((one) => one !== null)
    return shownBy(isOfKind, own) === 'not-there' && isBelieved(told)
  })
}

/** True where the body holds the last two parts of its path: a gateway may cut the beginning. JSON may write `\\/` for a slash. */
function repeatsItsPath({ answer: { text, exchange } }: ComparedAnswer): boolean {
  const [path = ''] = exchange.request.target.split('?', 1)
  return text?.replaceAll('\\/', '/').includes(path.split('/').slice(-2).join('/')) ?? false
}

/**
 * True where each `not_found` is a router's: it repeats the path, and no missing resource's answer does so. An operation that has
 * nothing to show would say nothing of its route.
 */
function isRouters(own: readonly ComparedAnswer[], evidence: AnsweredQuestion): boolean {
  const named = own.filter((one) => one.isAbsent && !one.isBare)
  const others = neighbours(evidence, 'anywhere').flatMap(({ answers }) => answers)
  const missing = others.filter((one) => one.isAbsent && isUnlike(one))
  return named.length === 0 || (named.every(repeatsItsPath) && !missing.some(repeatsItsPath))
}

/** The answers of those that the plain probe without a key can tell of. Under `safe` that are the reads, and a product may have too few. */
function askedWithoutKey(evidence: AnsweredQuestion): readonly (readonly ComparedAnswer[])[] {
  const askedOf = (near: 'sameProduct' | 'anywhere') =>
    present(evidence, near)
      .map(({ answers }) => answers)
      .filter((answers) => answers.some(({ probe }) => isPlainKeyless(probe)))
  const ofProduct = askedOf('sameProduct')
  return ofProduct.length >= fewestTold ? ofProduct : askedOf('anywhere')
}

/**
 * True where the operation may be open and have nothing to show: another one of its product is open, and some were not asked without a key.
 * Under `safe` these are the writes, and no write shows whether missing resources are answered like missing routes.
 */
function mayBeOpen(evidence: AnsweredQuestion): boolean {
  const product = neighbours(evidence, 'sameProduct').map(({ answers }) =>
    answers.filter(({ probe }) => isPlainKeyless(probe)),
  )
  const isOpen = (one: ComparedAnswer) => isUnlike(one) && ![401, 403].includes(one.answer.status)
  return product.some(({ length }) => length === 0) && product.flat().some(isOpen)
}

/**
 * True where the probe without a key alone shows the operation as missing. The operation might be open and have nothing to show. So
 * the answer must be a router's, and missing resources must be answered unlike unknown routes. Sessions and messages may well be open,
 * so their operations are never missing by this probe alone.
 */
function missingWithoutKey(own: readonly ComparedAnswer[], evidence: AnsweredQuestion): boolean {
  const { operation } = evidence
  const isClear = !operation.session && !['session', 'message'].includes(operation.effect)
  if (!isClear || shownBy(isPlainKeyless, own) !== 'not-there') return false
  if (!isBelieved(askedWithoutKey(evidence).map((answers) => shownBy(isPlainKeyless, answers)))) return false
  return !mayBeOpen(evidence) && isRouters(own, evidence) && noResourceLooksUnknown(own, evidence)
}

/**
 * O1: an operation without a path parameter is missing where all questions show it as unknown, the eligible key's among them, and a
 * witness does so too. The witness must show every operation that is there as there: of the product, or of the whole deployment where
 * the product shows too few.
 */
export function missingByWitness(own: readonly ComparedAnswer[], evidence: AnsweredQuestion): Shown {
  const { operation, learned, lacking } = evidence
  const { witnesses } = learned
  const asked = witnesses.answer(operation)
  const isGone = own.some(({ isAbsent }) => isAbsent) || (asked !== null && saysGone(asked))
  if (operation.path.includes('{') || !own.some(isKeyed) || learned.keyRefused || !isGone) return null
  const product = present(evidence, 'sameProduct')
  const isNear = product.length >= fewestTold
  const others = isNear ? product : present(evidence, 'anywhere')
  const says = (witness: Witnesses['path']) =>
    witness(operation) === 'not-there' && isBelieved(others.map((other) => witness(other.operation)))
  const answers = others.map((other) => other.answers)
  const isAlone = product.length > 0 && mayLackResource(own, answers, evidence)
  const byOptions = (says(witnesses.path) || says(witnesses.allow)) && !isAlone
  if (!byOptions && !missingWithoutKey(own, evidence)) return null
  const isLacking = isNear && byOptions ? lacking.some(({ prefix }) => prefix === operation.prefix) : lacking.length > 0
  if (isLacking) return { needs: 'others' }
  return { missing: true, exchanges: asked === null ? [] : [asked.exchange.id] }
}

/**
 * O1: the exchange in which OPTIONS names the method of an operation on its path, as on no unknown path. That shows the operation where
 * all other questions get what unknown routes get, as behind a body reader under `safe`; null where any of them says that it is gone.
 */
export function allowedByOptions(
  own: readonly ComparedAnswer[],
  { operation, learned }: AnsweredQuestion,
): string | null {
  const { path, allow, answer } = learned.witnesses
  if (own.some(({ isAbsent }) => isAbsent)) return null
  const isNamed = path(operation) === 'there' && allow(operation) === 'there'
  return isNamed ? (answer(operation)?.exchange.id ?? null) : null
}
