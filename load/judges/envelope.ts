import { contentCoding } from '../../evidence/content-coding.ts'
import { counted } from '../../evidence/counted.ts'
import type { Exchange, RecordedResponse } from '../../evidence/exchange.ts'
import { inconclusive, type Judgement, notExercised, pass, violation } from '../../evidence/judgement.ts'
import { idsOf, isRateLimited, type LimitView, statusOf } from './limit-view.ts'
import { onlyUnderLoad } from './under-load.ts'

const isSuccess = ({ status }: RecordedResponse) => status >= 200 && status < 300

/** True for a success that came as shown: nothing else of it is kept (`load/engine/lines.ts`). */
const isAsShown = ({ response }: Exchange) => response !== null && isSuccess(response) && response.body.json === 'valid'

/** The whole body of a success that did not; null where only a beginning is kept, or it is coded in a way that is not read. */
function otherBody({ response }: Exchange): string | null {
  if (response === null || !isSuccess(response) || response.body.cut) return null
  if (response.body.text !== null) return response.body.text
  return contentCoding(response.headers) === 'none' ? '' : null
}

/** O9, O14: whoever is served under load is served what is shown, and not the answer to somebody else, or half of one. */
export function judgeEnvelope(view: LimitView): Judgement {
  // A limit that says so with a success is told by `limits.code`.
  const lacks = new Set(view.own.filter((one) => otherBody(one) !== null && !isRateLimited(view, one)))
  const successes = view.own.filter(isAsShown).length + lacks.size
  if (successes === 0) return notExercised('no-whole-success')
  const [first] = lacks
  const requests = counted(successes, 'answer')
  if (first === undefined) return pass('envelope-under-load', {}, { requests })
  const { evident, sameAtRest } = onlyUnderLoad(view, (exchange) => lacks.has(exchange))
  const detail = {
    expected: '{ data: { id: string, status: string }, requestId: string }',
    observed: `${statusOf(first)} with ${otherBody(first)?.slice(0, 80) || 'an empty body'}`,
    exchanges: idsOf([...lacks]),
  }
  if (evident) return violation('no-envelope-under-load', detail, { failed: lacks.size, requests })
  return sameAtRest ? violation('no-envelope', detail) : inconclusive('otherwise-under-load', detail)
}
