import { counted, seconds } from '../../evidence/counted.ts'
import { inconclusive, type Judgement, notExercised } from '../../evidence/judgement.ts'
import { mediaTypeIn } from '../../fixtures/headers.ts'
import { isServed, several } from '../trial/trial.ts'
import { byCount } from './by-count.ts'
import { isAsShown, otherBody } from './envelope.ts'
import type { LimitView } from './limit-view.ts'
import { inPhase, is429, isRateLimited, type LoadAnswer } from './load-answer.ts'
import { onlyUnderLoad } from './under-load.ts'

const mediaTypeOf = ({ response }: LoadAnswer) => mediaTypeIn(response?.headers ?? [])

/** True for what is neither 429 nor answered as at rest: another status, another media type, or a success that lost its envelope. */
function otherThanAtRest({ own, atRest }: LimitView): (answer: LoadAnswer) => boolean {
  const rest = inPhase(own, 'rest').filter(({ status }) => status === atRest)
  const types = new Set(rest.map(mediaTypeOf))
  return (answer) => {
    if (is429(answer)) return false
    if (!isServed(answer, atRest)) return true
    return rest.length > 0 && (!types.has(mediaTypeOf(answer)) || (rest.some(isAsShown) && otherBody(answer) !== null))
  }
}

/**
 * What load alone brings, other than 429. Whether a limit gave these answers is not known, so neither a limit nor its absence may be
 * told. `later`: while the kind of limiter is learned; a server error there tells nothing, and few may be chance.
 */
export function otherwiseUnderLoad(view: LimitView) {
  const isOther = otherThanAtRest(view)
  const others = inPhase(view.own, 'burst').filter(isOther)
  const inBursts = [...new Set(others.map(({ status }) => status))].flatMap((status) => {
    const { sameAtRest, seen } = onlyUnderLoad(view, (one) => one.status === status && isOther(one))
    return sameAtRest || seen.length < several ? [] : seen
  })
  const later = inPhase(view.own, 'experiment').filter((one) => isOther(one) && (one.status ?? 500) < 500)
  return { inBursts, later: later.length < several ? [] : later }
}

/** Why no refusal was seen: there was none, or the scenario did not come so far. */
export function judgeNoRefusal(view: LimitView): Judgement {
  const { scenario, own } = view
  if (scenario.skipped !== null) return notExercised('skipped', {}, { why: scenario.skipped })
  const requests = counted(own.length, 'request')
  const { trials } = scenario
  if (trials === null) return inconclusive('not-delivered', {}, { requests })
  if (trials.kind === 'unanswered') return inconclusive('unanswered')
  if (trials.kind === 'denied') return notExercised('key-refused')
  // `limits.code` already says what there is. This finding must not say beside it that there is no limit.
  const { inBursts, later } = otherwiseUnderLoad(view)
  const isToldElsewhere = own.some(isRateLimited) || inBursts.length + later.length > 0
  if (isToldElsewhere || byCount(view) !== null) return notExercised('no-429')
  return notExercised('no-refusal', {}, { requests, time: seconds(scenario.durationMs) })
}
