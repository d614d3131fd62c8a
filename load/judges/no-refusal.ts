import { counted } from '../../evidence/counted.ts'
import type { Exchange } from '../../evidence/exchange.ts'
import { inconclusive, type Judgement, notExercised } from '../../evidence/judgement.ts'
import { headerValue, mediaTypeIn } from '../../fixtures/headers.ts'
import { seconds } from '../seconds.ts'
import { isServed, several } from '../trial/trial.ts'
import { byCount } from './by-count.ts'
import { isAsShown, otherBody } from './envelope.ts'
import { is429, isRateLimited, type LimitView, phaseOf, statusAtRest, statusOf } from './limit-view.ts'
import { onlyUnderLoad } from './under-load.ts'

function mediaTypeOf({ response }: Exchange): string | null {
  const contentType = headerValue(response?.headers ?? [], 'Content-Type')
  return contentType === undefined ? null : mediaTypeIn(contentType)
}

/** True for what is neither 429 nor answered as at rest: another status, another media type, or a success that lost its envelope. */
function otherThanAtRest(view: LimitView): (exchange: Exchange) => boolean {
  const status = statusAtRest(view)
  const atRest = view.own.filter((exchange) => phaseOf(exchange) === 'rest' && statusOf(exchange) === status)
  const types = new Set(atRest.map(mediaTypeOf))
  return (exchange) => {
    if (is429(exchange)) return false
    if (!isServed({ status: statusOf(exchange) }, status)) return true
    return (
      atRest.length > 0 &&
      (!types.has(mediaTypeOf(exchange)) || (atRest.some(isAsShown) && otherBody(exchange) !== null))
    )
  }
}

/**
 * What load alone brings, other than 429. Whether a limit gave these answers is not known, so neither a limit nor its absence may be
 * told. `later`: while the kind of limiter is learned; a server error there tells nothing, and few may be chance.
 */
export function otherwiseUnderLoad(view: LimitView) {
  const isOther = otherThanAtRest(view)
  const others = view.own.filter((one) => phaseOf(one) === 'burst' && isOther(one))
  const inBursts = [...new Set(others.map(statusOf))].flatMap((status) => {
    const { sameAtRest, seen } = onlyUnderLoad(view, (one) => statusOf(one) === status && isOther(one))
    return sameAtRest || seen.length < several ? [] : seen
  })
  const later = view.own.filter((one) => phaseOf(one) === 'experiment' && isOther(one) && (statusOf(one) ?? 500) < 500)
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
  const isToldElsewhere = own.some((exchange) => isRateLimited(view, exchange)) || inBursts.length + later.length > 0
  if (isToldElsewhere || byCount(view) !== null) return notExercised('no-429')
  return notExercised('no-refusal', {}, { requests, time: seconds(scenario.durationMs) })
}
