import type { Exchange } from '../../evidence/exchange.ts'
import { inconclusive, type Judgement, notExercised, pass, violation } from '../../evidence/verdict.ts'
import { count, idsOf, is429, type LimitView, numberOf, phaseOf, seconds, statusOf } from '../judged.ts'
import { graceMs } from '../trial.ts'
import { whyNoRefusal } from './under-load.ts'

/** One trial: refused, waited as told and longer, asked once. */
export interface RecoveryTrial {
  readonly exchange: Exchange
  /** Milliseconds. */
  readonly told: number
  readonly waited: number
  /** `void`: the wait was cut short, or no usable answer came: it counts for nothing. */
  readonly outcome: 'served' | 'refused' | 'void'
}

/** The trials of a recording. That a wait was kept is read off the clock, not believed. */
export function trialsOf(view: Pick<LimitView, 'own'>): readonly RecoveryTrial[] {
  return view.own
    .filter((exchange) => phaseOf(exchange) === 'recovery')
    .map((exchange) => {
      const told = numberOf(exchange, 'told') ?? 0
      const waited = numberOf(exchange, 'waited') ?? 0
      const status = statusOf(exchange)
      const kept = waited >= told + graceMs
      if (!kept || status === null || (status >= 500 && status < 600))
        return { exchange, told, waited, outcome: 'void' }
      return { exchange, told, waited, outcome: status === 429 ? 'refused' : 'served' }
    })
}

/** O16: after the wait that was told, one second of grace and a round trip, the client is served. */
export function judgeRecovery(view: LimitView): Judgement {
  if (!view.own.some(is429)) {
    const { cause, message, cut } = whyNoRefusal(view)
    return cut ? inconclusive(cause, message) : notExercised(cause, message)
  }
  const trials = trialsOf(view)
  const served = trials.filter((trial) => trial.outcome === 'served')
  const refused = trials.filter((trial) => trial.outcome === 'refused')
  if (trials.length === 0) return judgePolls(view)
  const exchanges = idsOf(trials.map((trial) => trial.exchange))
  const waits = trials.map((trial) => seconds(trial.told)).join(', ')
  if (refused.length === 0 && served.length > 0)
    return pass(
      'served-again',
      `Served after the wait in ${served.length} of ${count(trials.length, 'trial')} (${waits}).`,
      {
        expected: 'served after Retry-After',
        observed: 'served',
        exchanges,
      },
    )
  const polled = view.own.filter((exchange) => phaseOf(exchange) === 'poll')
  // Three of three, or: promised once, and then refused for ever, with nothing told that a further trial could keep.
  const forEver = polled.every(is429) && refused.length + polled.length >= 3
  const never = served.length === 0 && refused.length > 0 && (refused.length >= 3 || forEver)
  const message = `Refused again after the wait that was told, one second and a round trip: ${refused.length} of ${count(trials.length, 'trial')} (${waits}).`
  if (never && view.quietKey)
    return violation('refused-again', message, {
      expected: 'served after Retry-After',
      observed: `429 in ${refused.length} of ${trials.length}${polled.length > 0 ? `, and ${polled.length} times later` : ''}`,
      exchanges,
    })
  if (never)
    return inconclusive('refused-again', `${message} Others may use the key: LOAD_API_KEY names a quiet one.`, {
      exchanges,
    })
  if (refused.length > 0) return inconclusive('sometimes-refused', message, { exchanges })
  return inconclusive('no-answer', 'No trial ended in an answer that tells.', { exchanges })
}

/** Nothing was told, or more than there was time for. */
function judgePolls(view: LimitView): Judgement {
  const { end } = view.record
  if (end?.kind === 'wait')
    return notExercised('longer-than-budget', `${end.why ?? 'The wait that was told'} is longer than the budget.`)
  const polled = view.own.filter((exchange) => phaseOf(exchange) === 'poll')
  const served = polled.find(
    (exchange) => statusOf(exchange) !== null && !is429(exchange) && (statusOf(exchange) ?? 500) < 500,
  )
  if (served !== undefined) {
    const after = seconds(numberOf(served, 'waited') ?? 0)
    return pass('served-again', `No wait was told; served again after ${after} at most.`, {
      expected: 'served after the limit resets',
      observed: 'served',
      exchanges: [served.id],
    })
  }
  const message =
    end === null
      ? 'k6 did not reach its end after the refusal.'
      : 'No wait was told, and it was not served again within the budget.'
  return inconclusive(end === null ? 'not-delivered' : 'not-served-again', message, { exchanges: idsOf(polled) })
}
