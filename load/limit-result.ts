import type { Exchange } from '../evidence/exchange.ts'
import { type Judgement, messageOf } from '../evidence/judgement.ts'
import type { LimitEvent, LimitResult, NamedLimiter, RetryAfterResult } from '../evidence/results.ts'
import { is429, type LimitView, numberOf, phaseOf, receivedAt, retryAfterOf, statusOf, toldBy } from './judged.ts'
import { trialsOf } from './judges/recovery.ts'
import { judgeNoRefusal } from './judges/under-load.ts'
import { nameLimiter } from './limiter/limiter.ts'
import { traceOf } from './trace.ts'
import type { TraceFrame } from './wire.ts'

function kindOf(exchange: Exchange): LimitEvent['kind'] {
  if (exchange.response === null) return 'failed'
  const later = phaseOf(exchange) === 'recovery' || phaseOf(exchange) === 'poll'
  if (is429(exchange)) return later ? 'still-refused' : 'refused'
  return later ? 'recovered' : 'accepted'
}

/** The limit's story: what was sent, refused, waited for. Milliseconds from the first request. */
function timelineOf(own: readonly Exchange[]): readonly LimitEvent[] {
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

type Named = NamedLimiter & Pick<LimitResult, 'verdict'>

const unnamed = {
  algorithm: 'inconclusive',
  quota: null,
  quotaInterval: null,
  windowMs: null,
  windowIntervalMs: null,
  refillPerSecond: null,
  refillInterval: null,
} as const

/** O18: names the limiter by the experiment, or says why it cannot. */
function nameOf(view: LimitView, frame: TraceFrame | null): Named {
  const met = view.own.some(is429)
  if (frame === null) {
    const why = met ? 'There was no experiment to tell what kind of limiter it is.' : messageOf(judgeNoRefusal(view))
    return { ...unnamed, verdict: met ? 'inconclusive' : 'not-exercised', why }
  }
  const { longerThanMs, wantsRound: _, ...fit } = nameLimiter(traceOf(view.own, frame))
  if (fit.algorithm === 'none' && met) {
    const why =
      'The trials were refused and the experiment was not, so the limit does not depend on the requests alone.'
    return { ...unnamed, verdict: 'inconclusive', why }
  }
  if (fit.algorithm === 'none' || longerThanMs !== null) return { ...fit, verdict: 'not-exercised' }
  return { ...fit, verdict: fit.algorithm === 'inconclusive' ? 'inconclusive' : 'pass' }
}

/** What is known of the limit that the operation met. */
export function limitResult(view: LimitView, isolation: Judgement, frame: TraceFrame | null): LimitResult {
  return {
    scope: isolation.observed ?? 'unknown',
    operation: view.operation.id,
    ...nameOf(view, frame),
    retryAfter: retryAfterResult(view),
    timeline: timelineOf(view.own),
  }
}
