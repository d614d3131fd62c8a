import { contentCoding } from '../../evidence/content-coding.ts'
import { counted } from '../../evidence/counted.ts'
import type { Exchange, RecordedResponse } from '../../evidence/exchange.ts'
import { type Judgement, notExercised, pass, violation } from '../../evidence/judgement.ts'
import type { LimitView } from './limit-view.ts'
import { idsOf, isRateLimited } from './load-answer.ts'
import { onlyUnderLoad } from './under-load.ts'

const isSuccess = ({ status }: RecordedResponse) => status >= 200 && status < 300

/** True for a success with the shown envelope; only this fact is kept of it (`load/engine/lines.ts`). */
export const isAsShown = ({ response }: Exchange) =>
  response !== null && isSuccess(response) && response.body.json === 'valid'

/** The body, or its beginning, of a success without the envelope. Null where nobody read the whole, or where its coding cannot be read. */
export function otherBody({ response }: Exchange): string | null {
  if (response === null || !isSuccess(response) || (response.body.cut && response.body.json !== 'invalid')) return null
  if (response.body.text !== null) return response.body.text
  return contentCoding(response.headers) === 'none' ? '' : null
}

/** O9, O14: a success under load has the shown envelope; it is not another request's answer, or half of an answer. */
export function judgeEnvelope(view: LimitView): Judgement {
  // A limit that refuses with the status of a success is a matter of `limits.code`.
  const lacks = new Set(view.own.filter((one) => otherBody(one) !== null && !isRateLimited(one)))
  const successes = view.own.filter(isAsShown).length + lacks.size
  if (successes === 0) return notExercised('no-whole-success')
  const [first] = lacks
  const requests = counted(successes, 'answer')
  if (first === undefined) return pass('envelope-under-load', {}, { requests })
  const { sameAtRest } = onlyUnderLoad(view, (answer) => lacks.has(answer))
  const detail = {
    expected: '{ data: { id: string, status: string }, requestId: string }',
    observed: `${first.status} with ${otherBody(first)?.slice(0, 80) || 'an empty body'}`,
    exchanges: idsOf([...lacks]),
  }
  // Every success has the envelope (O9): other than a refusal, one without it needs no second.
  return sameAtRest
    ? violation('no-envelope', detail, { lacks: detail.observed })
    : violation('no-envelope-under-load', detail, { failed: lacks.size, requests })
}
