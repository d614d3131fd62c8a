import { inconclusive, type Judgement, notExercised, pass, undocumented } from '../../evidence/verdict.ts'
import { is429, type LimitView, phaseOf, statusOf } from '../judged.ts'

/** O17: whom else an exhausted limit refuses. §8.1 allows for limits of an account: never a violation. */
export function judgeIsolation(view: LimitView): Judgement {
  if (view.record.skipped !== null) return notExercised('skipped', view.record.skipped)
  const [asked] = view.scope
  const control = view.own.find((exchange) => phaseOf(exchange) === 'control')
  if (asked === undefined || control === undefined)
    return notExercised('not-asked', 'No other product was asked while this one was refused.')
  const exchanges = [asked.id, control.id]
  if (!is429(control) || statusOf(asked) === null)
    return inconclusive('limit-let-go', 'The limit had let go before the other product was compared.', { exchanges })
  if (is429(asked))
    return undocumented(
      'beyond-the-product',
      `While ${view.operation.id} was refused, ${asked.operation} was too: the limit is wider than the product.`,
      {
        observed: '429 for another product',
        exchanges,
      },
    )
  return pass('apart', `While ${view.operation.id} was refused, ${asked.operation} was not.`, {
    observed: `${statusOf(asked)} for another product`,
    exchanges,
  })
}
