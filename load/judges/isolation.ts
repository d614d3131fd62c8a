import type { Exchange } from '../../evidence/exchange.ts'
import { inconclusive, type Judgement, notExercised, pass, undocumented } from '../../evidence/verdict.ts'
import { is429, type LimitView, phaseOf, statusOf } from '../judged.ts'
import { whyNoRefusal } from './under-load.ts'

const nameOf = (exchange: Exchange) =>
  exchange.facts?.['whom'] === 'key' ? 'another key' : `the same key on ${exchange.operation}`

/** Whom the limit is for, in the words of `LimitResult.scope`. */
function scopeWords(refused: readonly Exchange[]): string {
  const wide = (whom: string) => refused.some((exchange) => exchange.facts?.['whom'] === whom)
  if (wide('key')) return wide('product') ? 'everybody' : 'the product, whatever the key'
  return wide('product') ? 'the key, whatever the product' : 'the key on this product'
}

/** O17: whom else an exhausted limit refuses. §8.1 allows for limits of an account: never a violation. */
export function judgeIsolation(view: LimitView): Judgement {
  if (!view.own.some(is429)) {
    const { cause, message, cut } = whyNoRefusal(view)
    return cut ? inconclusive(cause, message) : notExercised(cause, message)
  }
  const control = view.own.find((exchange) => phaseOf(exchange) === 'control')
  const asked = view.scope.filter((exchange) => statusOf(exchange) !== null)
  if (asked.length === 0 || control === undefined)
    return notExercised('not-asked', 'Nobody else was asked for while it was refused.')
  const exchanges = [...asked, control].map((exchange) => exchange.id)
  if (!is429(control))
    return inconclusive('limit-let-go', 'The limit had let go before others were compared.', { exchanges })
  const refused = asked.filter(is429)
  const observed = scopeWords(refused)
  const whom = (refused.length > 0 ? refused : asked).map(nameOf).join(' and ')
  const message = `While ${view.operation.id} was refused, ${whom} was ${refused.length > 0 ? 'refused too' : 'not'}.`
  return refused.length > 0
    ? undocumented('wider', message, { observed, exchanges })
    : pass('apart', message, { observed, exchanges })
}
