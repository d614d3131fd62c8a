import { contentCoding } from '../../evidence/content-coding.ts'
import type { Exchange } from '../../evidence/exchange.ts'
import { inconclusive, type Judgement, notExercised, pass, undocumented, violation } from '../../evidence/verdict.ts'
import { count, idsOf, is429, type LimitView, statusOf, wordsOf } from '../judged.ts'
import { onlyUnderLoad, whyNoRefusal } from './under-load.ts'

const expected = '429 rate_limited'

function isRateLimited(view: LimitView, exchange: Exchange): boolean {
  const reading = view.codeOf(exchange)
  return reading.kind === 'code' && reading.code === 'rate_limited'
}

/** Why no code was read where there may be one: then nothing is claimed. */
interface Unclear {
  readonly cause: string
  readonly message: string
}

/** Only the beginning of a body is kept, and k6 leaves a coding that it does not know as it came. */
function whyUnclear(view: LimitView, exchange: Exchange): Unclear | null {
  if (isRateLimited(view, exchange)) return null
  const reading = view.codeOf(exchange)
  const { body, headers } = exchange.response ?? { body: null, headers: [] }
  if (body !== null && body.text === null && contentCoding(headers) !== 'none')
    return { cause: 'unknown-coding', message: 'The body of the refusal is in a coding that was not read.' }
  // Of half a JSON text the code is only a word that stands somewhere in it, and the place that tells may be in the rest.
  if (body?.cut === true)
    return { cause: 'too-large', message: 'The beginning of the refusal that was kept does not tell its code.' }
  if (reading.kind !== 'ambiguous') return null
  if (reading.codes.length === 0)
    return { cause: 'code-unclear', message: 'What was kept of the refusal does not tell its code.' }
  return reading.codes.includes('rate_limited')
    ? { cause: 'code-unclear', message: 'The refusal names rate_limited among other codes.' }
    : null
}

/** A contradiction of §7 where its statuses are shown; elsewhere only something that is not shown. */
function contradiction(view: LimitView, cause: string, message: string, seen: readonly Exchange[]): Judgement {
  const [first] = seen
  const observed = first === undefined ? 'nothing' : `${statusOf(first)} with ${wordsOf(view.codeOf(first))}`
  const detail = { expected, observed, exchanges: idsOf(seen) }
  return view.shown ? violation(cause, message, detail) : undocumented(cause, message, detail)
}

/** O14: a refusal under load is 429 with `rate_limited`, and nothing else changes under load. */
export function judgeCode(view: LimitView): Judgement {
  const refusals = view.own.filter(is429)
  const wrong = refusals.filter((exchange) => !isRateLimited(view, exchange) && whyUnclear(view, exchange) === null)
  if (wrong.length > 0)
    return contradiction(
      view,
      'code-wrong',
      `${count(wrong.length, 'refusal')} with 429 did not say rate_limited.`,
      wrong,
    )
  const elsewhere = view.own.filter((exchange) => !is429(exchange) && isRateLimited(view, exchange))
  if (elsewhere.length > 0)
    return contradiction(view, 'status-wrong', 'rate_limited came with another status than 429.', elsewhere)

  const other = onlyUnderLoad(view, (exchange) => [400, 401, 403].includes(statusOf(exchange) ?? 0))
  const [first] = other.seen
  if (other.evident && first !== undefined)
    return violation('refused-otherwise', `Answered at rest, and under load refused with ${statusOf(first)}.`, {
      expected,
      observed: `${statusOf(first)} with ${wordsOf(view.codeOf(first))}`,
      exchanges: idsOf(other.seen),
    })
  const unavailable = onlyUnderLoad(view, (exchange) => statusOf(exchange) === 503)
  if (unavailable.evident && refusals.length === 0)
    return undocumented('unavailable-instead', 'Under load it answers 503 in place of 429.', {
      expected,
      observed: '503',
      exchanges: idsOf(unavailable.seen),
    })
  const odd = refusals.filter((exchange) => whyUnclear(view, exchange) !== null)
  const [unclear] = odd.flatMap((exchange) => whyUnclear(view, exchange) ?? [])
  if (unclear !== undefined) return inconclusive(unclear.cause, unclear.message, { exchanges: idsOf(odd) })
  if (refusals.length > 0)
    return pass('rate-limited', `${count(refusals.length, 'refusal')} with 429 and rate_limited.`, {
      expected,
      observed: expected,
      exchanges: idsOf(refusals),
    })
  if (other.seen.length + unavailable.seen.length > 0)
    return inconclusive('unstable', 'A few requests under load were answered otherwise than at rest.', {
      exchanges: idsOf([...other.seen, ...unavailable.seen]),
    })
  const { cause, message, cut } = whyNoRefusal(view)
  return cut ? inconclusive(cause, message) : notExercised(cause, message)
}
