import { inconclusive, type Judgement, undocumented, violation } from '../../evidence/judgement.ts'
import { cannotBeValid } from '../../fixtures/bodies/body.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { type Answer, evidenceOf, isRedirect } from '../answer.ts'
import type { AnsweredQuestion } from '../check.ts'
import { describeProbe } from '../describe-probe.ts'
import { judgeCode } from '../judging/code.ts'
import { eligibleTwin } from '../judging/controls.ts'
import { gravestFirst, type Order } from '../judging/fold.ts'
import { inPlaceOf, isRefusedAsSuccess, isServed } from '../judging/served.ts'
import { hasSucceeded, statusOf, type WithAnswer, wasSent } from '../outcome.ts'
import { isFirewalls } from './compared.ts'

export const expected = '401 authentication_required'

/** The judgement of a refusal that is about the request and not about the credential. */
export const forTheRequest = (answer: Answer) => inconclusive('refused-for-the-request', evidenceOf(answer))

/** The checks that send the same requests with the eligible key. */
export const withTheKey = ['catalog.reachable', 'envelope.status', 'idempotency.observed'] as const

/** The same, and on the listing the check that sends the numbers of `onNumbersThatSucceed`. */
export const sentWithTheKey = ({ detail }: Operation) =>
  detail === 'details-list' ? ([...withTheKey, 'request.valid'] as const) : withTheKey

/** A refusal for the request counts last: it does not weaken a refusal for the credential. */
export const requestLast: Order = [...gravestFirst, 'refused-for-the-request']

/** O2b. Judges the code of a 401. An operation about sessions may say 401 for other reasons (§5.6). */
export function judgeUnauthorized(
  answer: Answer,
  { operation, learned }: AnsweredQuestion,
  detail = evidenceOf(answer),
): Judgement {
  const judgement = judgeCode(answer, 'authentication_required', learned)
  const isOwn = judgement.verdict === 'violation' && operation.session
  return isOwn ? undocumented('session-refusal', detail) : judgement
}

/** O2a. On an operation that shows the header: 401, unless the same request is refused for other reasons with the key too. */
export function judgeShown(one: WithAnswer, { seen, learned }: AnsweredQuestion): Judgement {
  const { probe, answer } = one
  const request = describeProbe(probe)
  const detail = { expected, ...evidenceOf(answer) }
  if (isRefusedAsSuccess(answer, 'authentication_required', learned))
    return violation('not-refused-as-401', detail, { request })
  if (isServed(answer)) {
    const cause = probe.credential === 'none' ? 'accepted-without-key' : 'accepted-invalid-key'
    return violation(cause, { ...detail, expected: inPlaceOf(answer, expected) }, { request })
  }
  if (answer.status === 401) return judgeCode(answer, 'authentication_required', learned)
  if (isRedirect(answer)) {
    const { status } = answer
    if (learned.isMoved) return inconclusive('all-redirected', detail, { status })
    return violation('not-refused-as-401', detail, { request })
  }
  const control = eligibleTwin(one, seen)
  if (hasSucceeded(control)) return violation('not-refused-as-401', detail, { request })
  if (answer.status === 400 || answer.status === 404) return inconclusive('refused-for-the-request', detail)
  if (statusOf(control) === answer.status) return inconclusive('refused-like-the-key', detail)
  if (!wasSent(control)) {
    const { body } = probe
    // Nothing shows that another content type is read.
    const isBlocked = answer.status !== 403 || isFirewalls(one, learned)
    const unreadable = body.contentType !== undefined || (cannotBeValid(body) && isBlocked)
    if (unreadable) return inconclusive('refused-for-the-request', detail)
  }
  return violation('not-refused-as-401', detail, { request })
}
