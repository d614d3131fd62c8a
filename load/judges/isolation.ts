import type { Exchange } from '../../evidence/exchange.ts'
import { inconclusive, type Judgement, notExercised, pass, undocumented } from '../../evidence/verdict.ts'
import { idsOf, is429, type LimitView, phaseOf, statusOf } from '../judged.ts'
import type { Scope } from '../limiter/limiter.ts'
import { whyNoRefusal } from './under-load.ts'

const nameOf = (exchange: Exchange) =>
  exchange.facts?.['whom'] === 'key' ? 'another key' : `the same key on ${exchange.operation}`

/** Whom the limit is for, in the words of `LimitResult.scope`: what has a limit of its own, of what was asked. */
function scopeWords(asked: readonly Exchange[]): string {
  const apart = (whom: string) => asked.some((exchange) => exchange.facts?.['whom'] === whom && !is429(exchange))
  const parts = [...(apart('key') ? ['credential'] : []), ...(apart('product') ? ['product'] : [])]
  return parts.length > 0 ? parts.join('+') : 'everybody'
}

/** The repeated pairs of the experiment, where they told. */
function judgeVoted(view: LimitView, { apart, scope, why }: Scope): Judgement | null {
  if (scope === null) return null
  const exchanges = idsOf(view.own.filter((exchange) => phaseOf(exchange) === 'vote'))
  const shared = (['credential', 'product'] as const).filter((dimension) => apart[dimension] === false)
  const detail = { observed: scope, exchanges }
  if (shared.length === 0) return pass('apart', `The limit is for ${scope}: ${why}.`, detail)
  const message = `While ${view.operation.id} was refused, another ${shared.join(' and another ')} was refused too: ${why}.`
  return undocumented('wider', message, detail)
}

/** O17: whom else an exhausted limit refuses. §8.1 allows for limits of an account: never a violation. */
export function judgeIsolation(view: LimitView): Judgement {
  if (!view.own.some(is429)) {
    const { cause, message, cut } = whyNoRefusal(view)
    return cut ? inconclusive(cause, message) : notExercised(cause, message)
  }
  const voted = view.voted === null ? null : judgeVoted(view, view.voted)
  if (voted !== null) return voted
  const control = view.own.find((exchange) => phaseOf(exchange) === 'control')
  const asked = view.scope.filter((exchange) => statusOf(exchange) !== null)
  if (asked.length === 0 || control === undefined)
    return notExercised('not-asked', 'Nobody else was asked for while it was refused.')
  const exchanges = [...asked, control].map((exchange) => exchange.id)
  if (!is429(control))
    return inconclusive('limit-let-go', 'The limit had let go before others were compared.', { exchanges })
  const refused = asked.filter(is429)
  const observed = scopeWords(asked)
  const named = refused.length > 0 ? refused : asked
  const were = `${named.map(nameOf).join(' and ')} ${named.length === 1 ? 'was' : 'were'}`
  const message = `While ${view.operation.id} was refused, ${were} ${refused.length > 0 ? 'refused too' : 'not'}.`
  return refused.length > 0
    ? undocumented('wider', message, { observed, exchanges })
    : pass('apart', message, { observed, exchanges })
}
