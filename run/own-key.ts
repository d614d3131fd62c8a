import { type Answer, succeeded } from '../contracts/answer.ts'
import type { Judged } from '../contracts/judge.ts'
import { isKeyed, isKeyless, type Outcome, type WithAnswer, wasSent } from '../contracts/outcome.ts'
import { isUnusual, likeId } from '../contracts/probe.ts'
import { counted, firstFew } from '../evidence/counted.ts'
import { type Operation, productsOf } from '../fixtures/catalog/operation.ts'
import { whereSo } from './where-so.ts'

type Listed = readonly Pick<Operation, 'id' | 'product' | 'session'>[]

const isRefusal = ({ status }: Answer) => status === 401 || status === 403
const isUnauthorized = (one: Outcome | undefined) => one?.kind === 'answer' && one.answer.status === 401

/** What may be a rule of a product, as a firewall has them: the same request to its operations of one method. */
const formOf = ({ probe: { method, value, query, body } }: WithAnswer) =>
  JSON.stringify([method, value, query.set, body])

/** True for a success, or where the plain request is answered otherwise than with 401, which it gets without a key. */
const isTaken = ({ probe, answer }: WithAnswer, outcomes: Judged['outcomes']) =>
  succeeded(answer) ||
  (!isRefusal(answer) && !isUnusual(probe) && isUnauthorized(outcomes.get(likeId(probe, { credential: 'none' }))))

/** The operations of one product that take the key, and refuse it for a request that does not get it refused by others. */
function concerned(own: readonly WithAnswer[], outcomes: Judged['outcomes']): number {
  const [refused, others] = [own.filter(isUnauthorized), own.filter(({ answer }) => !isRefusal(answer))]
  if (refused.length === 0) return 0
  const forms = new Set(others.map(formOf))
  const taking = new Set(others.filter((one) => isTaken(one, outcomes)).map(({ probe }) => probe.operation))
  const isByChance = (one: WithAnswer) =>
    (one.probe.value === 'known' && !isUnusual(one.probe)) || forms.has(formOf(one))
  const refusing = new Set(refused.filter(isByChance).map(({ probe }) => probe.operation))
  return [...refusing].filter((operation) => taking.has(operation)).length
}

/** Operations that refuse the own key. Which it may use is not shown (§5.3, §5.5): it may lack a product, or be lost with a method. */
function ownKeyRefused(operations: Listed, answered: readonly WithAnswer[]): readonly string[] {
  const products = productsOf(operations)
  const isGone = ({ answer }: WithAnswer) => answer.status === 410
  // What is gone for whoever asks is told as that.
  const goneForAll = new Set(
    answered.filter((one) => isGone(one) && isKeyless(one)).map(({ probe }) => probe.operation),
  )
  const keyed = answered.filter(isKeyed)
  const told = [...Map.groupBy(keyed, ({ probe }) => probe.operation)].flatMap(([operation, own]) => {
    if (operation === null) return []
    const isSo = own.every((one) => isRefusal(one.answer) || (isGone(one) && !goneForAll.has(operation)))
    return [{ groups: [products.get(operation) ?? '', operation.replace(/ .*/, '')], isSo }]
  })
  const so = whereSo(told)
  return so === null ? [] : [`the own key was refused by ${so.some}${so.all}`]
}

/**
 * §5.5: products in which operations answer the own key with 401 now and take it then, as where one of several replicas lacks it. Which
 * operations want a key is not shown. Sessions may answer 401 for reasons of their own (§5.6).
 */
function nowAndThen(operations: Listed, keyed: readonly WithAnswer[], outcomes: Judged['outcomes']): readonly string[] {
  const products = productsOf(operations.filter(({ session }) => !session))
  return [...Map.groupBy(keyed, ({ probe }) => products.get(probe.operation))].flatMap(([product, own]) => {
    const some = product === undefined ? 0 : concerned(own, outcomes)
    return some === 0
      ? []
      : [`the own key was refused now and then (401) by ${counted(some, 'operation')} of ${product}`]
  })
}

/**
 * §5.2: operations that refuse the own key with 401 whatever is asked, and serve a restricted one: they know keys, and want no session. A
 * restricted key may be eligible there (O4b), so no sentence is broken.
 */
function servedToOthers(operations: Listed, answered: readonly WithAnswer[]): readonly string[] {
  const listed = new Set(operations.flatMap(({ id, session }) => (session ? [] : [id as string])))
  const told = [...Map.groupBy(answered, ({ probe }) => probe.operation)].flatMap(([operation, all]) => {
    if (operation === null || !listed.has(operation)) return []
    const own = all.filter(isKeyed)
    const isRefused = own.length > 0 && own.every(isUnauthorized)
    const isServed = all.some(({ probe, answer }) => probe.credential.startsWith('restricted-') && succeeded(answer))
    return isRefused && isServed ? [operation] : []
  })
  return told.length === 0 ? [] : [`the own key was refused (401) where a restricted one was served: ${firstFew(told)}`]
}

/** O20: how operations took the own key, where no finding tells it. Pure. */
export function ownKeyNotes(operations: Listed, { outcomes }: Pick<Judged, 'outcomes'>): readonly string[] {
  const answered = [...outcomes.values()].filter((one) => one.kind === 'answer')
  return [
    ...ownKeyRefused(operations, answered),
    ...nowAndThen(operations, answered.filter(isKeyed), outcomes),
    ...servedToOthers(operations, answered),
  ]
}

/** So many operations are no longer a few whose own limits are used up. */
const enoughLimited = 5

/**
 * O20: why nothing shows what the service does for a client with a key, where the own key met nothing but a limit; null elsewhere. Odd and
 * broken requests do not count: a body that cannot be read may be refused before the limit, and a connection may break.
 */
export function onlyLimited({ outcomes }: Pick<Judged, 'outcomes'>): string | null {
  const keyed = [...outcomes.values()].filter(
    (one) => isKeyed(one) && one.probe.operation !== null && !isUnusual(one.probe) && wasSent(one),
  )
  const operations = new Set(keyed.map(({ probe }) => probe.operation)).size
  if (operations < enoughLimited || !keyed.every(({ kind }) => kind === 'limited')) return null
  return `The own key was refused by a limit whatever was asked of ${counted(operations, 'operation')}: wait until the limit is over, or see who else uses the key`
}
