import { counted } from '../../evidence/counted.ts'
import type { Exchange } from '../../evidence/exchange.ts'
import { inconclusive, type Judgement, notExercised, pass, violation } from '../../evidence/judgement.ts'
import { seconds } from '../seconds.ts'
import { graceMs, isServed } from '../trial/trial.ts'
import { factsOf, idsOf, is429, type LimitView, phaseOf, statusAtRest, statusOf } from './limit-view.ts'
import { judgeNoRefusal } from './under-load.ts'

/** One trial: refused, waited as told and longer, asked once. */
export interface RecoveryTrial {
  readonly exchange: Exchange
  /** Milliseconds. */
  readonly told: number
  /** `void`: the wait was cut short, or no usable answer came: it counts for nothing. */
  readonly outcome: 'served' | 'refused' | 'void'
}

/** How an answer ended a wait that was kept. */
function outcomeOf(exchange: Exchange, atRest: number | null): RecoveryTrial['outcome'] {
  const status = statusOf(exchange)
  if (status === null || (status >= 500 && status < 600)) return 'void'
  return isServed({ status }, atRest) ? 'served' : 'refused'
}

/** The trials of a recording. That a wait was kept is read off the clock, not believed. */
export function trialsOf(view: Pick<LimitView, 'own' | 'trials'>): readonly RecoveryTrial[] {
  const atRest = statusAtRest(view)
  return view.trials.flatMap((exchange): RecoveryTrial[] => {
    const facts = factsOf(exchange, 'recovery')
    if (facts === null) return []
    const told = facts.toldMs
    const kept = facts.waitedMs >= told + graceMs
    return [{ exchange, told, outcome: kept ? outcomeOf(exchange, atRest) : 'void' }]
  })
}

/** Each begins with a limit that served before: what is told and kept since then is about one refusal. */
function sinceServed(trials: readonly RecoveryTrial[]): readonly (readonly RecoveryTrial[])[] {
  const parts: RecoveryTrial[][] = []
  for (const [index, trial] of trials.entries()) {
    const last = parts.at(-1)
    if (last === undefined || trials[index - 1]?.outcome === 'served') parts.push([trial])
    else last.push(trial)
  }
  return parts
}

/** Each time it was limited it told two waits, one after the other, and kept neither. */
function breaksEachTwice(trials: readonly RecoveryTrial[]): boolean {
  const parts = sinceServed(trials)
  return parts.length >= 3 && parts.every((part) => part.slice(0, 2).filter(isBroken).length === 2)
}

const isBroken = ({ outcome }: RecoveryTrial) => outcome === 'refused'

/** O16: after the wait that was told, one second of grace and a round trip, the client is served. */
export function judgeRecovery(view: LimitView): Judgement {
  if (!view.trials.some(is429)) {
    // What the experiment provoked is nobody's trial.
    return view.own.some(is429)
      ? inconclusive('no-trial', { exchanges: idsOf(view.own.filter(is429)) })
      : judgeNoRefusal(view)
  }
  const trials = trialsOf(view)
  const served = trials.filter((trial) => trial.outcome === 'served')
  const refused = trials.filter(isBroken)
  if (trials.length === 0) return judgePolls(view)
  const exchanges = idsOf(trials.map((trial) => trial.exchange))
  const waits = trials.map((trial) => seconds(trial.told)).join(', ')
  if (refused.length === 0 && served.length > 0)
    return pass(
      'served-again',
      { expected: 'served after Retry-After', observed: 'served', exchanges },
      { trials: `in ${served.length} of ${counted(trials.length, 'trial')} (${waits})` },
    )
  const polled = view.trials.filter((exchange) => phaseOf(exchange) === 'poll')
  // Three of three, or: promised once, and then refused for ever, with nothing told that a further trial could keep.
  const atRest = statusAtRest(view)
  const isRefused = (exchange: Exchange) => outcomeOf(exchange, atRest) === 'refused'
  const forEver = polled.every(isRefused) && refused.length + polled.length >= 3
  const never =
    breaksEachTwice(trials) || (served.length === 0 && refused.length > 0 && (refused.length >= 3 || forEver))
  const values = { trials: `in ${refused.length} of ${counted(trials.length, 'trial')} (${waits})` }
  if (never && view.quietKey) {
    const later = polled.length > 0 ? `, and ${polled.length} times later` : ''
    const statuses = [...new Set(refused.map(({ exchange }) => statusOf(exchange)))].join(' or ')
    const observed = `${statuses} in ${refused.length} of ${trials.length}${later}`
    return violation('refused-again', { expected: 'served after Retry-After', observed, exchanges }, values)
  }
  if (never) return inconclusive('key-not-quiet', { exchanges }, values)
  if (refused.length > 0) return inconclusive('sometimes-refused', { exchanges }, values)
  return inconclusive('no-trial', { exchanges })
}

/** Nothing was told, or more than there was time for. */
function judgePolls(view: LimitView): Judgement {
  const ended = view.record.trials
  if (ended?.kind === 'wait') return notExercised('longer-than-budget', {}, { wait: seconds(ended.askedMs ?? 0) })
  const polled = view.trials.filter((exchange) => phaseOf(exchange) === 'poll')
  const served = polled.find((exchange) => isServed({ status: statusOf(exchange) }, statusAtRest(view)))
  if (served !== undefined) {
    const after = seconds(factsOf(served, 'poll')?.waitedMs ?? 0)
    return pass(
      'served-again',
      { expected: 'served after the limit resets', observed: 'served', exchanges: [served.id] },
      { trials: `no wait was named, and ${after} were enough` },
    )
  }
  const exchanges = idsOf(polled)
  return ended === null
    ? inconclusive('not-delivered', { exchanges }, { requests: counted(view.own.length, 'request') })
    : inconclusive('not-served-again', { exchanges })
}
