import { counted } from '../../evidence/counted.ts'
import type { Exchange } from '../../evidence/exchange.ts'
import { type Judgement, messageOf } from '../../evidence/judgement.ts'
import type { LimitEvent, LimitResult, NamedLimiter, RetryAfterResult } from '../../evidence/load-results.ts'
import { retryAfterOf, toldMs } from '../../evidence/told-wait.ts'
import { nameLimiter, unnamed } from '../limiter/limiter.ts'
import type { TraceFrame } from '../record.ts'
import { trialStory } from '../trial/story.ts'
import { is429, type LimitView, phaseOf, receivedAt, statusAtRest, statusOf, trialFacts } from './limit-view.ts'
import { judgeNoRefusal, otherwiseUnderLoad } from './no-refusal.ts'
import { trialsOf } from './recovery.ts'
import { traceOf } from './trace.ts'

function kindOf(exchange: Exchange): LimitEvent['kind'] {
  if (exchange.response === null) return 'failed'
  const later = ['recovery', 'poll', 'early'].includes(phaseOf(exchange) ?? '')
  if (is429(exchange)) return later ? 'still-refused' : 'refused'
  return later ? 'recovered' : 'accepted'
}

/**
 * The timeline of the limit: what was sent, refused and waited for. Milliseconds from the first request. Only trials stand in it. The
 * experiment and the votes rest between their bursts, which this timeline would not show.
 */
function timelineOf(trials: readonly Exchange[]): readonly LimitEvent[] {
  const startedAt = trials[0]?.startedAt ?? 0
  return trials
    .flatMap((exchange): LimitEvent[] => {
      const event = { at: receivedAt(exchange) - startedAt, kind: kindOf(exchange), status: statusOf(exchange) }
      const facts = trialFacts(exchange)
      const waited = facts !== null && 'waitedMs' in facts ? facts.waitedMs : null
      if (waited === null) return [event]
      const from = Math.max(0, exchange.startedAt - waited - startedAt)
      return [{ at: from, kind: 'wait', status: null, ms: waited }, event]
    })
    .sort((one, other) => one.at - other.at)
}

function retryAfterResult(view: LimitView): RetryAfterResult {
  const refusals = view.own.filter(is429)
  const forms = [...new Set(refusals.map((exchange) => retryAfterOf(exchange).kind))].sort()
  const told = refusals.map(toldMs).filter((ms) => ms !== null)
  const trials = trialsOf(view).filter((trial) => trial.outcome !== 'void')
  return {
    form: forms.length === 0 ? null : forms.join(', '),
    longestMs: told.length === 0 ? null : Math.max(...told),
    trials: trials.length,
    recovered: trials.filter((trial) => trial.outcome === 'served').length,
  }
}

type Named = NamedLimiter & Pick<LimitResult, 'verdict'>

/** The result where load alone brings other answers than 429; null where it brings none. */
function unclear(view: LimitView, others: readonly Exchange[]): Named | null {
  if (others.length === 0) return null
  const atRest = statusAtRest(view)
  const word = (status: number | null) => {
    if (status === null) return 'no answer'
    return status === atRest ? `another page with ${status}` : status
  }
  const got = [...new Set(others.map((other) => word(statusOf(other))))].join(', ')
  const why = `${others.length} of ${counted(view.own.length, 'request')} got ${got}, and only under load: that may be a limit or not.`
  return { ...unnamed(why), verdict: 'inconclusive' }
}

/** O18: names the limiter by the experiment, or says why it cannot be named. */
function nameOf(view: LimitView, frame: TraceFrame | null): Named {
  const met = view.own.some(is429)
  const { inBursts, later } = otherwiseUnderLoad(view)
  const notNone = met ? null : unclear(view, [...inBursts, ...later])
  if (frame === null) {
    if (notNone !== null) return notNone
    const why = met ? 'There was no experiment to tell what kind of limiter it is.' : messageOf(judgeNoRefusal(view))
    return { ...unnamed(why), verdict: met ? 'inconclusive' : 'not-exercised' }
  }
  const { longerThanMs, wantsRound: _, ...fit } = nameLimiter(traceOf(view.own, frame))
  if (fit.algorithm === 'none' && met) {
    const why =
      'The trials were refused and the experiment was not, so the limit does not depend on the requests alone.'
    return { ...unnamed(why), verdict: 'inconclusive' }
  }
  const other = fit.algorithm === 'none' ? notNone : unclear(view, later)
  if (other !== null) return other
  if (fit.algorithm === 'none' || longerThanMs !== null) return { ...fit, verdict: 'not-exercised' }
  return { ...fit, verdict: fit.algorithm === 'inconclusive' ? 'inconclusive' : 'pass' }
}

function storyOf({ own, trials }: LimitView): string {
  const answers = trials.flatMap((exchange) => {
    const facts = trialFacts(exchange)
    return facts === null ? [] : [{ facts, status: statusOf(exchange) }]
  })
  const later = own.filter((exchange) => is429(exchange) && trialFacts(exchange) === null).length
  return trials.some(is429) || later === 0
    ? trialStory(answers)
    : `${trialStory(answers)}, and ${later} of the ${own.length - trials.length} that followed were`
}

/** The result for the limit that the operation met. */
export function limitResult(view: LimitView, isolation: Judgement, frame: TraceFrame | null): LimitResult {
  return {
    scope: isolation.observed ?? 'unknown',
    operation: view.operation.id,
    ...nameOf(view, frame),
    retryAfter: retryAfterResult(view),
    seen: storyOf(view),
    timeline: timelineOf(view.trials),
  }
}
