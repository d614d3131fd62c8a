import type { Operation } from '../../fixtures/catalog/operation.ts'
import type { Case } from '../check.ts'
import type { Testimony, Witnesses } from '../learning/witnesses.ts'
import { type Answered, likeUnknown, neighbours } from './compared.ts'

/** So many operations that are there a witness must have told before it is believed. */
const fewestTold = 5

/** What a witness shows of an operation that every other question shows as unknown: it is missing, or among which it must be asked. */
export type Shown =
  | { readonly missing: true; readonly exchanges: readonly string[] }
  | { readonly needs: 'others' }
  | null

/** Operations that other questions show to be there: some answer is unlike those of unknown routes. */
function present(evidence: Case, near: 'sameProduct' | 'anywhere'): readonly Operation[] {
  const { learned } = evidence
  return neighbours(evidence, near)
    .filter(({ answers }) => answers.some((one) => likeUnknown(one, learned) === false))
    .map(({ operation }) => operation)
    .filter(({ path }) => !path.includes('{'))
}

/** True where a witness tells every one of them, and enough. */
const isBelieved = (told: readonly Testimony[]) =>
  told.length >= fewestTold && told.every((testimony) => testimony === 'there')

/**
 * O1: an operation without a path parameter is missing where all questions, the eligible key's among them, show it as unknown,
 * and a witness as well that tells every operation which is there: of its product, or of the whole deployment where the product
 * shows too few.
 */
export function missingByWitness(own: readonly Answered[], evidence: Case): Shown {
  const { operation, learned, lacking } = evidence
  const isKeyed = own.some(({ probe }) => probe.credential === 'eligible') && !learned.keyRefused
  const { witnesses } = learned
  const asked = witnesses.answer(operation)
  const isGone = [asked, ...own.map(({ answer }) => answer)].some((answer) => [404, 410].includes(answer?.status ?? 0))
  if (operation.path.includes('{') || !isKeyed || !isGone) return null
  const product = present(evidence, 'sameProduct')
  const isNear = product.length >= fewestTold
  const others = isNear ? product : present(evidence, 'anywhere')
  const says = (witness: Witnesses['path']) =>
    witness(operation) === 'not-there' && isBelieved(others.map((other) => witness(other)))
  if (!says(witnesses.path) && !says(witnesses.allow)) return null
  const isLacking = isNear ? lacking.some(({ prefix }) => prefix === operation.prefix) : lacking.length > 0
  if (isLacking) return { needs: 'others' }
  return { missing: true, exchanges: asked === null ? [] : [asked.exchange.id] }
}
