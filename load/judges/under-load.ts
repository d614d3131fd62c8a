import { counted } from '../../evidence/counted.ts'
import type { Exchange } from '../../evidence/exchange.ts'
import { inconclusive, type Judgement, notExercised } from '../../evidence/judgement.ts'
import { type LimitView, numberOf, phaseOf, seconds, statusOf } from '../judged.ts'

/** What happened in load steps and not at rest. */
export interface UnderLoad {
  /** All of them. */
  readonly seen: readonly Exchange[]
  /** True where one step shows it often enough that it is no now-and-then fault, and requests at rest were answered. */
  readonly evident: boolean
}

const calm = new Set<unknown>(['rest', 'recovery', 'poll'])

/**
 * O14: what an operation answers under load and not at rest. A fault that comes once in a hundred requests, load or not, must
 * not pass for one: at least three in one step, and a tenth of it.
 */
export function onlyUnderLoad(view: LimitView, matches: (exchange: Exchange) => boolean): UnderLoad {
  const burst = view.own.filter((exchange) => phaseOf(exchange) === 'burst')
  const rest = view.own.filter((exchange) => calm.has(phaseOf(exchange)))
  const seen = burst.filter(matches)
  const sameAtRest = rest.some(matches)
  const answeredAtRest = rest.some((exchange) => statusOf(exchange) !== null && !matches(exchange))
  const steps = new Map<number | null, number>()
  for (const exchange of seen) {
    const step = numberOf(exchange, 'step')
    steps.set(step, (steps.get(step) ?? 0) + 1)
  }
  const cluster = [...steps].some(([step, often]) => {
    const sent = burst.filter((exchange) => numberOf(exchange, 'step') === step).length
    return often >= 3 && often * 10 >= sent
  })
  return { seen, evident: cluster && answeredAtRest && !sameAtRest }
}

/** Why no refusal was seen: there was none, or the scenario did not get so far. */
export function judgeNoRefusal({ record, own }: LimitView): Judgement {
  if (record.skipped !== null) return notExercised('skipped', {}, { why: record.skipped })
  const requests = counted(own.length, 'request')
  if (record.end === null) return inconclusive('not-delivered', {}, { requests })
  if (record.end.kind === 'unanswered') return inconclusive('unanswered')
  if (record.end.kind === 'denied') return notExercised('key-refused')
  return notExercised('no-refusal', {}, { requests, time: seconds(record.durationMs) })
}
