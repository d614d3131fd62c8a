import type { Exchange } from '../../evidence/exchange.ts'
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

/** A sentence for an absent refusal, or for a scenario that did not get so far. */
export function whyNoRefusal(view: LimitView): {
  readonly cause: string
  readonly message: string
  readonly cut: boolean
} {
  const { record } = view
  if (record.skipped !== null) return { cause: 'skipped', message: record.skipped, cut: false }
  const sent = view.own.length
  if (record.end === null)
    return { cause: 'not-delivered', message: `k6 did not reach its end (${sent} requests recorded).`, cut: true }
  if (record.end.kind === 'unanswered')
    return { cause: 'unanswered', message: 'No request at rest was answered, so no load was put on it.', cut: true }
  if (record.end.kind === 'denied')
    return {
      cause: 'key-refused',
      message: 'At rest the key itself was refused, so no load was put on it.',
      cut: false,
    }
  return {
    cause: 'no-refusal',
    message: `No 429 within ${sent} requests in ${seconds(record.durationMs)}.`,
    cut: false,
  }
}
