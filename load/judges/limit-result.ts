import { counted, seconds } from '../../evidence/counted.ts'
import { type Judgement, messageOf } from '../../evidence/judgement.ts'
import type { LimitEvent, LimitResult, NamedLimiter, RetryAfterResult } from '../../evidence/load-results.ts'
import { nameLimiter, type TraceFrame, unnamed } from '../limiter/limiter.ts'
import { trialStory } from '../trial/story.ts'
import { isRefusal } from '../trial/trial.ts'
import { byCount } from './by-count.ts'
import type { LimitView } from './limit-view.ts'
import { is429, isRateLimited, type LoadAnswer, traceOf } from './load-answer.ts'
import { judgeNoRefusal, otherwiseUnderLoad } from './no-refusal.ts'
import { trialsOf } from './recovery.ts'

function kindOf(answer: LoadAnswer): LimitEvent['kind'] {
  if (answer.status === null) return 'failed'
  const later = ['recovery', 'poll', 'early'].includes(answer.facts.phase)
  if (is429(answer)) return later ? 'still-refused' : 'refused'
  return later ? 'recovered' : 'accepted'
}

/**
 * The timeline of the limit: what was sent, refused and waited for. Milliseconds from the first request. Only trials stand in it. The
 * experiment and the votes rest between their bursts, which this timeline would not show.
 */
function timelineOf(trials: LimitView['trials']): readonly LimitEvent[] {
  const startedAt = trials[0]?.startedAt ?? 0
  return trials
    .flatMap((answer): LimitEvent[] => {
      const event = { at: answer.receivedAt - startedAt, kind: kindOf(answer), status: answer.status }
      if (!('waitedMs' in answer.facts)) return [event]
      const waited = answer.facts.waitedMs
      const from = Math.max(0, answer.startedAt - waited - startedAt)
      return [{ at: from, kind: 'wait', status: null, ms: waited }, event]
    })
    .sort((one, other) => one.at - other.at)
}

function retryAfterResult(view: LimitView): RetryAfterResult {
  const refusals = view.own.filter(is429)
  const forms = [...new Set(refusals.map(({ retryAfter }) => retryAfter.kind))].sort()
  const told = refusals.map(({ toldMs }) => toldMs).filter((ms) => ms !== null)
  const trials = trialsOf(view).filter((trial) => trial.outcome !== 'void')
  return {
    form: forms.length === 0 ? null : forms.join(', '),
    longestMs: told.length === 0 ? null : Math.max(...told),
    trials: trials.length,
    recovered: trials.filter((trial) => trial.outcome === 'served').length,
  }
}

type Named = NamedLimiter & Pick<LimitResult, 'verdict'>

/** The result where load alone brings other answers than 429, or a limit gives them that is plainly one; null where there are none. */
function unclear(view: LimitView, others: readonly LoadAnswer[]): Named | null {
  const { own, atRest } = view
  const plainly = [...own.filter((one) => !is429(one) && isRateLimited(one)), ...(byCount(view)?.turnedAway ?? [])]
  if (plainly.length > 0 && !own.some(is429)) {
    const statuses = [...new Set(plainly.map(({ status }) => status ?? 'no answer'))].join(' or ')
    const why = `It refuses with ${statuses} in place of 429, by which alone the kind of a limit is told.`
    return { ...unnamed(why), verdict: 'inconclusive' }
  }
  if (others.length === 0) return null
  const word = (status: number | null) => {
    if (status === null) return 'no answer'
    return status === atRest ? `another page with ${status}` : status
  }
  const statuses = new Set(others.map(({ status }) => status))
  const got = [...statuses].map(word).join(', ')
  // Those like them that came later tell nothing more, but they came too.
  const like = own.filter((one) => others.includes(one) || (one.status !== atRest && statuses.has(one.status)))
  const why = `${like.length} of ${counted(own.length, 'request')} got ${got}, and only under load: that may be a limit or not.`
  return { ...unnamed(why), verdict: 'inconclusive' }
}

/** O18: why there was no experiment. A limiter is learned from full to empty, several times over. */
function whyNotLearned({ scenario, trials }: LimitView): string {
  const kind = scenario.trials?.kind
  const last = trials.at(-1)
  if (last?.status === null)
    return 'In the end it gave no answer, so there was no experiment to tell what kind of limiter it is.'
  if (kind === 'requests' || kind === 'time')
    return `The trials took all their ${kind}, so there was no experiment to tell what kind of limiter it is.`
  return kind === 'complete' && last !== undefined && !isRefusal(last)
    ? `It takes too long until it is full again to tell within ${seconds(scenario.budget.ms)} what kind of limiter it is: --scenario limits --duration S gives it longer.`
    : 'The trials did not end with a limit that serves again, so there was no experiment to tell what kind of limiter it is.'
}

/** O18: names the limiter by the experiment, or says why it cannot be named. */
function nameOf(view: LimitView, frame: TraceFrame | null): Named {
  const met = view.own.some(is429)
  const { inBursts, later } = otherwiseUnderLoad(view)
  const notNone = met ? null : unclear(view, [...inBursts, ...later])
  if (frame === null) {
    if (notNone !== null) return notNone
    const why = met ? whyNotLearned(view) : messageOf(judgeNoRefusal(view))
    return { ...unnamed(why), verdict: met ? 'inconclusive' : 'not-exercised' }
  }
  const { longerThanMs, wantsRound: _, ...fit } = nameLimiter(traceOf(view.own, frame))
  if (fit.algorithm === 'none' && met) {
    const why =
      'The trials were refused and the experiment was not, so the limit does not depend on the requests alone.'
    return { ...unnamed(why), verdict: 'inconclusive' }
  }
  const other = met ? unclear(view, later) : notNone
  if (other !== null) return other
  if (fit.algorithm === 'none' || longerThanMs !== null) return { ...fit, verdict: 'not-exercised' }
  return { ...fit, verdict: fit.algorithm === 'inconclusive' ? 'inconclusive' : 'pass' }
}

function storyOf({ own, trials }: LimitView): string {
  const later = own.filter(is429).length
  return trials.some(is429) || later === 0
    ? trialStory(trials)
    : `${trialStory(trials)}, and ${later} of the ${own.length - trials.length} that followed were`
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
