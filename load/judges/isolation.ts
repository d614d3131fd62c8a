import type { Exchange } from '../../evidence/exchange.ts'
import { inconclusive, type Judgement, notExercised, pass, undocumented } from '../../evidence/judgement.ts'
import { idsOf, is429, type LimitView, phaseOf, statusOf } from '../judged.ts'
import type { Scope } from '../limiter/limiter.ts'
import { judgeNoRefusal } from './under-load.ts'

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
  if (shared.length === 0) return pass('apart', detail, { whom: `the limit is for ${scope}; ${why}` })
  return undocumented('wider', detail, { whom: `another ${shared.join(' and another ')}; ${why}` })
}

/** O17: whom else an exhausted limit refuses. §8.1 allows for limits of an account: never a violation. */
export function judgeIsolation(view: LimitView): Judgement {
  if (!view.own.some(is429)) return judgeNoRefusal(view)
  const voted = view.voted === null ? null : judgeVoted(view, view.voted)
  if (voted !== null) return voted
  const control = view.own.find((exchange) => phaseOf(exchange) === 'control')
  const asked = view.scope.filter((exchange) => statusOf(exchange) !== null)
  if (asked.length === 0 || control === undefined) return notExercised('nobody-else-asked')
  const exchanges = [...asked, control].map((exchange) => exchange.id)
  if (!is429(control)) return inconclusive('limit-let-go', { exchanges })
  const refused = asked.filter(is429)
  const observed = scopeWords(asked)
  const whom = (refused.length > 0 ? refused : asked).map(nameOf).join(' and ')
  return refused.length > 0
    ? undocumented('wider', { observed, exchanges }, { whom })
    : pass('apart', { observed, exchanges }, { whom })
}
