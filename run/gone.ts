import { answerOf } from '../contracts/answer.ts'
import { closeLookOf } from '../contracts/look.ts'
import { contractFacts, type Exchange } from '../evidence/exchange.ts'
import type { Operation } from '../fixtures/catalog/operation.ts'

/**
 * O10: products that gave one answer to the end of the run and other answers before, and since when, milliseconds since the epoch. They are
 * judged by the answers before, so no finding may tell about it. Pure.
 */
export function goneOf(operations: readonly Pick<Operation, 'id' | 'product'>[], exchanges: readonly Exchange[]) {
  const productOf = new Map<string | null, string>(operations.map(({ id, product }) => [id, product]))
  const told = exchanges.filter((one) => contractFacts(one).goneSince !== undefined)
  const last = new Map(told.map((one) => [productOf.get(one.operation), one]))
  return [...last].flatMap(([product, one]) => {
    const [answer, since] = [answerOf(one), contractFacts(one).goneSince]
    if (product === undefined || since === undefined || answer === null) return []
    const look = closeLookOf(answer)
    const isBack = exchanges.some((later) => {
      if (later.startedAt <= one.startedAt || productOf.get(later.operation) !== product) return false
      const now = answerOf(later)
      return now !== null && closeLookOf(now) !== look
    })
    return isBack ? [] : [{ product, status: answer.status, since }]
  })
}
