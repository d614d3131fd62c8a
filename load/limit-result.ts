import type { Exchange } from '../evidence/exchange.ts'
import type { LimitEvent, LimitResult, RetryAfterResult } from '../evidence/results.ts'
import type { Judgement } from '../evidence/verdict.ts'
import { is429, type LimitView, numberOf, phaseOf, receivedAt, retryAfterOf, statusOf, toldBy } from './judged.ts'
import { trialsOf } from './judges/recovery.ts'
import { whyNoRefusal } from './judges/under-load.ts'

function kindOf(exchange: Exchange): LimitEvent['kind'] {
  if (exchange.response === null) return 'failed'
  const later = phaseOf(exchange) === 'recovery' || phaseOf(exchange) === 'poll'
  if (is429(exchange)) return later ? 'still-refused' : 'refused'
  return later ? 'recovered' : 'accepted'
}

/** The limit's story: what was sent, refused, waited for. Milliseconds from the first request. */
export function timelineOf(own: readonly Exchange[]): readonly LimitEvent[] {
  const startedAt = own[0]?.startedAt ?? 0
  return own
    .flatMap((exchange): LimitEvent[] => {
      const event = { at: receivedAt(exchange) - startedAt, kind: kindOf(exchange), status: statusOf(exchange) }
      const waited = numberOf(exchange, 'waited')
      if (waited === null) return [event]
      const from = Math.max(0, exchange.startedAt - waited - startedAt)
      return [{ at: from, kind: 'wait', status: null, ms: waited }, event]
    })
    .sort((one, other) => one.at - other.at)
}

function retryAfterResult(view: LimitView): RetryAfterResult {
  const refusals = view.own.filter(is429)
  const forms = [...new Set(refusals.map((exchange) => retryAfterOf(exchange).kind))].sort()
  const told = refusals.map(toldBy).filter((ms) => ms !== null)
  const trials = trialsOf(view).filter((trial) => trial.outcome !== 'void')
  return {
    form: forms.length === 0 ? null : forms.join(', '),
    longestMs: told.length === 0 ? null : Math.max(...told),
    trials: trials.length,
    recovered: trials.filter((trial) => trial.outcome === 'served').length,
  }
}

function scopeOf(isolation: Judgement): string {
  if (isolation.verdict === 'pass') return 'product'
  return isolation.verdict === 'undocumented' ? 'wider than the product' : 'unknown'
}

/** What is known of the limit that the operation met (O18): the algorithm stays `inconclusive` until it is told apart. */
export function limitResult(view: LimitView, isolation: Judgement): LimitResult {
  const met = view.own.some(is429)
  const unnamed = 'The trials provoke and recover; what kind of limiter it is was not asked.'
  return {
    scope: scopeOf(isolation),
    operation: view.operation.id,
    algorithm: 'inconclusive',
    quota: null,
    quotaInterval: null,
    windowMs: null,
    windowIntervalMs: null,
    refillPerSecond: null,
    refillInterval: null,
    retryAfter: retryAfterResult(view),
    verdict: met ? 'inconclusive' : 'not-exercised',
    why: met ? unnamed : whyNoRefusal(view).message,
    timeline: timelineOf(view.own),
  }
}
