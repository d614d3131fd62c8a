import type { Answer } from '../contracts/answer.ts'
import type { Judged } from '../contracts/judge.ts'
import { equalsUnknown } from '../contracts/learning/unknown-routes.ts'
import { isAnswered, type Outcome, wasSent } from '../contracts/outcome.ts'
import type { Operation } from '../fixtures/catalog/operation.ts'

/** A product that gave one answer to everything, and its status. */
interface OneAnswer {
  readonly product: string
  readonly status: number
}

/**
 * O20: products that answered each request alike, whichever operation, key, query and body it had. Nothing was learned of them, though no
 * sentence is broken. A product that was not asked with the key and without is none, and neither is a single operation. Pure.
 */
export function oneAnswerOf(
  operations: readonly Pick<Operation, 'id' | 'product'>[],
  { outcomes }: Pick<Judged, 'outcomes'>,
): readonly OneAnswer[] {
  const productOf = new Map<string | null, string>(operations.map(({ id, product }) => [id, product]))
  const sent = [...outcomes.values()].filter((one) => wasSent(one) && productOf.has(one.probe.operation))
  return [...Map.groupBy(sent, ({ probe }) => productOf.get(probe.operation) ?? '')].flatMap(([product, own]) => {
    const answer = oneAnswer(own)
    return answer === null ? [] : [{ product, status: answer.status }]
  })
}

/** The one answer of all these requests; null where they got several, or could not tell. */
function oneAnswer(own: readonly Outcome[]): Answer | null {
  const isAsked = (credential: string) => own.some(({ probe }) => probe.credential === credential)
  const [first] = own
  if (first === undefined || !isAnswered(first) || !isAsked('eligible') || !isAsked('none')) return null
  if (own.every(({ probe }) => probe.operation === first.probe.operation)) return null
  const isAlike = (one: Outcome) => isAnswered(one) && equalsUnknown(one.answer, [[first.answer]])
  return own.every(isAlike) ? first.answer : null
}
