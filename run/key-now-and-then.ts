import { succeeded } from '../contracts/answer.ts'
import type { Judged } from '../contracts/judge.ts'
import type { Outcome, WithAnswer } from '../contracts/outcome.ts'
import { isUnusual, likeId } from '../contracts/probe.ts'
import type { Operation } from '../fixtures/catalog/operation.ts'

/** A product, and how many of its operations refused the own key and took it otherwise. */
interface NowAndThen {
  readonly product: string
  readonly operations: number
}

const isUnauthorized = (one: Outcome | undefined) => one?.kind === 'answer' && one.answer.status === 401

/** What may be a rule of a product, as a firewall has them: the same request to its operations of one method. */
const formOf = ({ probe: { method, value, query, body } }: WithAnswer) =>
  JSON.stringify([method, value, query.set, body])

/** True for a success, or where the plain request is answered otherwise than with 401, which it gets without a key. */
const isTaken = ({ probe, answer }: WithAnswer, outcomes: Judged['outcomes']) =>
  succeeded(answer) ||
  (![401, 403].includes(answer.status) &&
    !isUnusual(probe) &&
    isUnauthorized(outcomes.get(likeId(probe, { credential: 'none' }))))

/** The operations of one product that take the key, and refuse it for a request that does not get it refused by others. */
function concerned(own: readonly WithAnswer[], outcomes: Judged['outcomes']): number {
  const [refused, others] = [
    own.filter(isUnauthorized),
    own.filter(({ answer }) => ![401, 403].includes(answer.status)),
  ]
  if (refused.length === 0) return 0
  const forms = new Set(others.map(formOf))
  const taking = new Set(others.filter((one) => isTaken(one, outcomes)).map(({ probe }) => probe.operation))
  const isByChance = (one: WithAnswer) =>
    (one.probe.value === 'known' && !isUnusual(one.probe)) || forms.has(formOf(one))
  const refusing = new Set(refused.filter(isByChance).map(({ probe }) => probe.operation))
  return [...refusing].filter((operation) => taking.has(operation)).length
}

/**
 * O20, §5.5: products in which operations answer the own key with 401 now and take it then, as where one of several replicas lacks it.
 * Which operations want a key is not shown, so no finding tells. Sessions may answer 401 for reasons of their own (§5.6). Pure.
 */
export function keyNowAndThen(
  operations: readonly Pick<Operation, 'id' | 'product' | 'session'>[],
  { outcomes }: Pick<Judged, 'outcomes'>,
): readonly NowAndThen[] {
  const listed = operations.filter(({ session }) => !session)
  const productOf = new Map<string | null, string>(listed.map(({ id, product }) => [id, product]))
  const keyed = [...outcomes.values()].flatMap((one) =>
    one.kind === 'answer' && one.probe.credential === 'eligible' && productOf.has(one.probe.operation) ? [one] : [],
  )
  return [...Map.groupBy(keyed, ({ probe }) => productOf.get(probe.operation) ?? '')].flatMap(([product, own]) => {
    const some = concerned(own, outcomes)
    return some === 0 ? [] : [{ product, operations: some }]
  })
}
