import { counted, seconds } from '../../evidence/counted.ts'
import { inconclusive, type Judgement, notExercised, pass, violation } from '../../evidence/judgement.ts'
import { brokenPairs, enoughPairs, enoughWaits, isRefusedAgain, mayBeShared, outcomeOf } from '../trial/kept-waits.ts'
import { graceMs, isServed, several } from '../trial/trial.ts'
import type { LimitView } from './limit-view.ts'
import { idsOf, inPhase, is429, type LoadAnswer } from './load-answer.ts'
import { judgeNoRefusal } from './no-refusal.ts'

/** One trial: a refusal, a wait as told and a little longer, one question. `told`: the wait of the refusal, milliseconds. */
export type RecoveryTrial = ReturnType<typeof trialsOf>[number]

/** The trials of a recording. The recorded times tell whether a wait was kept; a trial whose wait was cut short is `void`. */
export function trialsOf({ trials, atRest }: LimitView) {
  return inPhase(trials, 'recovery').map((answer) => {
    const { toldMs: told, waitedMs } = answer.facts
    const outcome = outcomeOf(answer, atRest)
    // Grace is for the limiter: it is due before the limiter is blamed, and no part of the wait.
    return { answer, told, outcome: waitedMs >= told + (outcome === 'served' ? 0 : graceMs) ? outcome : 'void' }
  })
}

const isBroken = ({ outcome }: RecoveryTrial) => outcome === 'refused'

/** Others can use up a limit; they are no reason for another refusal. */
const mayBeOthers = (view: LimitView, trials: readonly RecoveryTrial[]) =>
  mayBeShared(withOthers(view)) && trials.some(({ answer }) => is429(answer))

const withOthers = ({ trials, scope }: LimitView) => [...trials, ...scope]

/** O16: true where waits were broken too often to be chance. */
function tooOften(view: LimitView, trials: readonly RecoveryTrial[]): boolean {
  const answers = withOthers(view)
  const pairs = brokenPairs(answers, view.atRest)
  if (pairs !== null && pairs >= enoughPairs) return true
  const refused = trials.filter(isBroken).length
  if (refused === 0 || trials.some(({ outcome }) => outcome === 'served')) return false
  const polled = inPhase(view.trials, 'poll')
  const isForEver = polled.every((answer) => outcomeOf(answer, view.atRest) === 'refused')
  if (mayBeOthers(view, trials)) {
    const again = answers.filter((answer) => isRefusedAgain(answer, view.atRest)).length
    return pairs !== null && again + (isForEver ? polled.length : 0) >= enoughWaits
  }
  // Refused in three of three trials; or refused after a kept wait, and then in every poll, without a further wait to keep.
  return refused >= 3 || (isForEver && refused + polled.length >= 3)
}

/**
 * O16: refusals after a told wait that was kept with its grace, and nothing was served after them. They come while the kind of limiter is
 * learned, which asks at moments of its own. Votes count only as served: they ask others too, who may use up a limit that they share.
 */
function refusedToTheEnd({ own }: LimitView): readonly LoadAnswer[] {
  const learning = own.filter(({ facts }) => facts.phase === 'experiment' || facts.phase === 'vote')
  const refused = learning.slice(learning.findLastIndex((answer) => !is429(answer)) + 1)
  let until: number | null = null
  return inPhase(refused, 'experiment').filter((answer) => {
    const isKept = until !== null && answer.startedAt >= until + graceMs
    const told = answer.toldMs === null ? null : answer.receivedAt + answer.toldMs
    until = isKept || until === null ? told : Math.max(until, told ?? 0)
    return isKept
  })
}

/** O16: a limit that let go in its trials, and later refuses for ever in spite of what it tells. Null where it does not. */
function judgeTheEnd(view: LimitView): Judgement | null {
  const refused = refusedToTheEnd(view)
  if (refused.length < several) return null
  const exchanges = idsOf(refused)
  const values = { trials: `after ${counted(refused.length, 'wait')}, and to the end` }
  if (!view.quietKey) return inconclusive('key-not-quiet', { exchanges }, values)
  // What is asked long after a wait may meet a limit that others used up, however long the wait was.
  if (refused.length < enoughWaits && mayBeShared([...inPhase(view.trials, 'rest'), ...view.scope]))
    return inconclusive('limit-not-quiet', { exchanges }, values)
  return violation('refused-again', { expected: 'served after Retry-After', observed: '429', exchanges }, values)
}

/** O16: after the told wait, one second of grace and a round trip, the client is served. */
export function judgeRecovery(view: LimitView): Judgement {
  const tried = judgeTrials(view)
  return tried.verdict === 'violation' ? tried : (judgeTheEnd(view) ?? tried)
}

/** Judges the trials alone. */
function judgeTrials(view: LimitView): Judgement {
  if (!view.trials.some(is429)) {
    // A refusal that the experiment provoked belongs to no trial.
    return view.own.some(is429)
      ? inconclusive('no-trial', { exchanges: idsOf(view.own.filter(is429)) })
      : judgeNoRefusal(view)
  }
  const trials = trialsOf(view)
  const served = trials.filter((trial) => trial.outcome === 'served')
  const refused = trials.filter(isBroken)
  if (trials.length === 0) return judgePolls(view)
  const exchanges = idsOf(trials.map(({ answer }) => answer))
  const waits = trials.map((trial) => seconds(trial.told)).join(', ')
  if (refused.length === 0 && served.length > 0)
    return pass(
      'served-again',
      { expected: 'served after Retry-After', observed: 'served', exchanges },
      { trials: `in ${served.length} of ${counted(trials.length, 'trial')} (${waits})` },
    )
  const polled = inPhase(view.trials, 'poll')
  const isBlamed = tooOften(view, trials)
  const values = { trials: `in ${refused.length} of ${counted(trials.length, 'trial')} (${waits})` }
  if (isBlamed && view.quietKey) {
    const later = polled.length > 0 ? `, and ${polled.length} times later` : ''
    const statuses = [...new Set(refused.map(({ answer }) => answer.status))].join(' or ')
    const observed = `${statuses} in ${refused.length} of ${trials.length}${later}`
    return violation('refused-again', { expected: 'served after Retry-After', observed, exchanges }, values)
  }
  if (isBlamed) return inconclusive('key-not-quiet', { exchanges }, values)
  const isShared = served.length === 0 && mayBeOthers(view, trials)
  if (refused.length > 0) return inconclusive(isShared ? 'limit-not-quiet' : 'sometimes-refused', { exchanges }, values)
  return inconclusive('no-trial', { exchanges })
}

/** Judges recovery without a trial: no refusal told a wait, or the wait was longer than the budget. */
function judgePolls(view: LimitView): Judgement {
  const ended = view.scenario.trials
  if (ended?.kind === 'wait') return notExercised('longer-than-budget', {}, { wait: seconds(ended.askedMs ?? 0) })
  const polled = inPhase(view.trials, 'poll')
  const served = polled.find((answer) => isServed(answer, view.atRest))
  if (served !== undefined) {
    const after = seconds(served.facts.waitedMs)
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
