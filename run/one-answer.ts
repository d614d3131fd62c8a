import { type Answer, answerOf } from '../contracts/answer.ts'
import { equalsUnknown } from '../contracts/equal-answers.ts'
import type { Judged } from '../contracts/judge.ts'
import { bringsKnownKey, lookOf } from '../contracts/look.ts'
import { isAnswered, isRefusalByLimit, type Outcome, wasSent } from '../contracts/outcome.ts'
import { counted, firstFew } from '../evidence/counted.ts'
import { contractFacts, type Exchange } from '../evidence/exchange.ts'
import { type Operation, type Products, productsOf } from '../fixtures/catalog/operation.ts'
import { present } from '../reports/plain-text.ts'

/** O10: probes that got another answer when asked again. A spell's answers are judged by those after it, so no finding tells of it. */
function forAMoment(outcomes: readonly Outcome[]): string | null {
  const again = outcomes.flatMap((outcome) => {
    if (outcome.kind !== 'answer') return []
    const look = lookOf(outcome.answer)
    const before = outcome.attempts.slice(0, -1).flatMap((attempt) => answerOf(attempt) ?? [])
    const away = before.find((one) => one.status < 500 && !isRefusalByLimit(one) && lookOf(one) !== look)
    const isPage = away?.mediaType === 'text/html' && away.status < 300
    return away === undefined
      ? []
      : [{ ...outcome, first: isPage ? `a page with ${away.status}` : String(away.status) }]
  })
  if (again.length === 0) return null
  const statuses = [...new Set(again.map(({ first }) => first))].sort().join(' or ')
  const isOfKeys = again.every(({ probe, first }) => bringsKnownKey(probe) && ['401', '403'].includes(first))
  const requests = counted(again.length, 'request')
  return isOfKeys
    ? `the own key was refused (${statuses}) for a moment, as wrong keys of this run may have locked it: ${requests} had to be asked again`
    : `${requests} got ${statuses} for a moment, and another answer when asked again`
}

/** O10: products that gave other answers before, by which they are judged, so no finding may tell about it. */
function toTheEnd(products: Products, exchanges: readonly Exchange[]): readonly string[] {
  const told = exchanges.filter((one) => contractFacts(one).goneSince !== undefined)
  const last = new Map(told.map((one) => [products.get(one.operation), one]))
  return [...last].flatMap(([product, one]) => {
    const [answer, since] = [answerOf(one), contractFacts(one).goneSince]
    if (product === undefined || since === undefined || answer === null) return []
    const look = lookOf(answer)
    const isBack = exchanges.some((later) => {
      if (later.startedAt <= one.startedAt || products.get(later.operation) !== product) return false
      const now = answerOf(later)
      return now !== null && lookOf(now) !== look
    })
    const at = new Date(since).toISOString()
    return isBack ? [] : [`from ${at} to the end ${product} gave ${answer.status}, also in place of other answers`]
  })
}

/**
 * O20: products that answered each request alike, whichever operation, key, query and body it had. Nothing was learned of them, though no
 * sentence is broken. A product that was not asked with the key and without is none, and neither is a single operation.
 */
function always(products: Products, outcomes: readonly Outcome[]): string | null {
  const sent = outcomes.filter((one) => wasSent(one) && products.has(one.probe.operation))
  const alike = [...Map.groupBy(sent, ({ probe }) => products.get(probe.operation))].flatMap(([product, own]) => {
    const answer = oneAnswer(own)
    // A refusal of the own key by all of a product is told already.
    return answer === null || [401, 403].includes(answer.status) ? [] : [`${product} (${answer.status})`]
  })
  if (alike.length === 0) return null
  return `one answer to everything, with the key and without one, came from ${firstFew(alike)}`
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

/** One answer to whatever was asked: for a moment, from a moment to the end, or always. No finding tells it. Pure. */
export function oneAnswerNotes(
  operations: readonly Pick<Operation, 'id' | 'product'>[],
  judged: Pick<Judged, 'outcomes'>,
  exchanges: readonly Exchange[],
): readonly string[] {
  const [products, outcomes] = [productsOf(operations), [...judged.outcomes.values()]]
  return present(forAMoment(outcomes), ...toTheEnd(products, exchanges), always(products, outcomes))
}
