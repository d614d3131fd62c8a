import type { Exchange } from '../../evidence/exchange.ts'
import type { Phase } from '../../evidence/load-facts.ts'
import { otherRefusals } from '../trial/trial.ts'
import { factsOf, type LimitView, phaseOf, statusOf } from './limit-view.ts'

/** What matched in load steps, compared with requests at rest. */
export interface UnderLoad {
  /** All exchanges of load steps that match. */
  readonly seen: readonly Exchange[]
  /** True where requests at rest match too. */
  readonly sameAtRest: boolean
  /** True where one step shows it too often for an occasional fault, and where requests at rest were answered. */
  readonly evident: boolean
}

const calm = new Set<Phase | null>(['rest', 'recovery', 'poll', 'alone'])

/**
 * O14: what an operation answers under load and not at rest. A fault that comes once in a hundred requests, with or without load,
 * must not pass for one of load. So one step must show it at least three times, and in a tenth of its requests.
 */
export function onlyUnderLoad(view: LimitView, matches: (exchange: Exchange) => boolean): UnderLoad {
  const burst = view.own.filter((exchange) => phaseOf(exchange) === 'burst')
  const rest = view.own.filter((exchange) => calm.has(phaseOf(exchange)))
  const seen = burst.filter(matches)
  const isAnswered = (exchange: Exchange) => statusOf(exchange) !== null && !matches(exchange)
  // What lasts from a load step until a request at rest is answered belongs to that step: a limit holds for a while.
  const telling = [...seen, ...rest.filter(isAnswered)].toSorted((one, other) => one.startedAt - other.startedAt)
  const goesOn = (exchange: Exchange) => {
    const before = telling.findLast(({ startedAt }) => startedAt <= exchange.startedAt)
    return before !== undefined && matches(before)
  }
  const sameAtRest = rest.some((exchange) => matches(exchange) && !goesOn(exchange))
  // What never ends may have come by itself.
  const since = rest.filter(({ startedAt }) => startedAt > (seen[0]?.startedAt ?? Number.POSITIVE_INFINITY))
  const answeredAtRest = rest.some(isAnswered) && (since.length === 0 || since.some(isAnswered))
  const stepOf = (exchange: Exchange) => factsOf(exchange, 'burst')?.step ?? null
  const cluster = [...Map.groupBy(seen, stepOf)].some(([step, own]) => {
    const sent = burst.filter((exchange) => stepOf(exchange) === step).length
    return own.length >= 3 && own.length * 10 >= sent
  })
  return { seen, sameAtRest, evident: cluster && answeredAtRest && !sameAtRest }
}

/** O14: refusals under load, and not at rest, with a status that §7 keeps for something else than a limit. */
export function otherRefusalsUnderLoad(view: LimitView): UnderLoad {
  return onlyUnderLoad(view, (exchange) => otherRefusals.includes(statusOf(exchange) ?? 0))
}
