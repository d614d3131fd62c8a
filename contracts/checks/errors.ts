import { describeCode } from '../../evidence/code-reading.ts'
import { counted } from '../../evidence/counted.ts'
import { inconclusive, type Judgement, notExercised, pass, undocumented, violation } from '../../evidence/judgement.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { choiceCodes, codeFor } from '../../fixtures/errors.ts'
import { headerValue } from '../../fixtures/headers.ts'
import { type Answer, describeAnswer, evidenceOf, isRedirect } from '../answer.ts'
import type { AnsweredQuestion, Checks } from '../check.ts'
import { credentials } from '../credentials.ts'
import { describeProbe } from '../describe-probe.ts'
import { namedBy } from '../error-code.ts'
import { hasCode, judgeCode } from '../judging/code.ts'
import { nothingSeen } from '../judging/completion.ts'
import { controlFor, refusesWhoeverAsks } from '../judging/controls.ts'
import { fold } from '../judging/fold.ts'
import { mayBeGone, refusedLikeWellTyped } from '../judging/refusal.ts'
import { judgeServerErrors } from '../judging/server-errors.ts'
import type { Learned } from '../learning/learned.ts'
import { isToBeRefused } from '../look.ts'
import { type Answered, exchangesOf, marked, type Outcome, statusOf, usualFirst, type WithAnswer } from '../outcome.ts'
import { isWatched } from '../probe.ts'
import { isPlainlyOdd } from '../probes/odd-requests.ts'
import { baseQuestion } from '../probes/requests.ts'
import { isFirewalls, isTooLong } from './compared.ts'

const outsideShown = (answer: Answer) => undocumented('not-asserted', evidenceOf(answer))

/** Statuses for a state (chosen already, over, locked): no state is shown (§3), and no error about one is listed (O5c). */
const ofStates: ReadonlySet<number> = new Set([409, 410, 423])

/** O5b on the audience choice: the codes are listed without statuses. */
function judgeChoice(answer: Answer, { learned }: AnsweredQuestion): Judgement | null {
  if (answer.status === 401 || answer.status === 403) return null
  const reading = learned.codeOf(answer)
  const right = choiceCodes.some((code) => hasCode(answer, code, learned))
  const exchanges = [answer.exchange.id]
  if (right) return pass('as-documented', { exchanges }, { seen: `${answer.status} with a listed code` })
  const isOwn = reading.kind === 'other' && ofStates.has(answer.status)
  if (codeFor(answer.status) === null && (reading.kind === 'none' || isOwn)) return outsideShown(answer)
  if (reading.kind === 'ambiguous' && reading.where !== 'learned') return inconclusive('code-unclear', { exchanges })
  const code = describeCode(reading)
  const detail = { expected: choiceCodes.join(', '), observed: `${code}: ${describeAnswer(answer)}`, exchanges }
  return violation('wrong-code', detail, { status: answer.status, code })
}

/** O5b. Judges the code of one answer; null where this check does not judge the answer. */
function judgeError(outcome: WithAnswer, evidence: AnsweredQuestion): Judgement | null {
  const { answer, probe: asked } = outcome
  const { operation, learned } = evidence
  const code = codeFor(answer.status)
  if (answer.status < 400) return null
  if (operation.detail === 'audience-choice') return judgeChoice(answer, evidence)
  if (code === null || isTooLong(outcome, learned)) return outsideShown(answer)
  const caused = isToBeRefused(outcome)
  const judgement = judgeCode(answer, code, learned)
  if (judgement.verdict !== 'violation') return judgement
  if (answer.status === 401 && operation.session) return outsideShown(answer)
  const isAlike = !operation.shown && answer.status === 403 && refusesWhoeverAsks(outcome, evidence)
  if (caused && !isAlike) return judgement
  // O2d: a gateway may refuse a key in a wrong place, or a client that claims a local address, in its own way.
  if (credentials[asked.credential].kind === 'elsewhere') return outsideShown(answer)
  // No other content type of a body is shown (§1), so a gateway may refuse it.
  if (isFirewalls(outcome, learned) || asked.body.contentType !== undefined) return outsideShown(answer)
  if (operation.shown && [400, 404].includes(answer.status)) return judgement
  const { kind } = learned.codeOf(answer)
  const namesNone = kind === 'none' || namedBy(answer).length === 0
  // No firewall writes a documented code, so another one is the service's own. Other credentials are judged by their own checks.
  const isOwn = kind === 'code' && asked.credential === 'eligible'
  if (operation.shown && (namesNone || isOwn)) return judgement
  return outsideShown(answer)
}

/** O5b: a 400 or 404 of a detailed operation has its code even where the request was odd, if no firewall can have refused it. */
function owesItsCode({ answer, probe: asked }: Answered, { detail }: Operation): boolean {
  return detail !== null && [400, 404].includes(answer.status) && isPlainlyOdd(asked)
}

/** A whole answer to the eligible key's broken request. */
const answersBroken = (one: Outcome): one is WithAnswer =>
  one.kind === 'answer' && one.probe.credential === 'eligible' && one.probe.purpose === 'broken'

/**
 * O5c: a redirect from a shown operation is a violation, unless the whole deployment is redirected. So is a 304 (RFC 9110), since no request
 * of the suite is conditional.
 */
function judgeMoved(all: readonly Outcome[], { isMoved }: Learned): Judgement | null {
  const answered = usualFirst(all.filter((one) => one.kind === 'answer'))
  const redirected = answered.filter(({ answer }) => isRedirect(answer))
  const expected = '200, 400, 401, 403, 404 or 429'
  const [first] = redirected
  if (first !== undefined) {
    const { status, headers } = first.answer
    const observed = `${describeAnswer(first.answer)}, Location: ${headerValue(headers, 'Location') ?? 'no Location'}`
    const detail = { observed, exchanges: exchangesOf(redirected.slice(0, 3)) }
    if (isMoved) return inconclusive('all-redirected', detail, { status })
    return violation('redirected', { expected, ...detail }, { status, request: describeProbe(first.probe) })
  }
  const unmodified = answered.find(({ answer }) => answer.status === 304)
  if (unmodified === undefined) return null
  const detail = { expected, observed: describeAnswer(unmodified.answer), exchanges: exchangesOf([unmodified]) }
  return violation('not-modified', detail, { request: describeProbe(unmodified.probe) })
}

export const errorsChecks = {
  /** O5a, O5b: judges all answers of the operation. Of those to odd input, only refusals by the service itself count. */
  'errors.code': {
    questions: baseQuestion,
    judge(evidence) {
      const answered = evidence.seen
        .filter((outcome) => outcome.kind === 'answer')
        .filter((outcome) => !isWatched(outcome.probe) || owesItsCode(outcome, evidence.operation))
      if (answered.length === 0) return nothingSeen(evidence.seen)
      const judgements = answered.flatMap((outcome) => marked(outcome, judgeError(outcome, evidence)) ?? [])
      return judgements.length === 0 ? notExercised('no-error') : fold(judgements)
    },
  },
  /** O5c: on the shown operations a broken request gets 400, and no other 4xx. */
  'errors.listed': {
    questions: (operation, facts) => (operation.shown ? baseQuestion(operation, facts) : []),
    judge(evidence) {
      const { seen, learned } = evidence
      const moved = judgeMoved(seen, learned)
      if (moved !== null) return moved
      const judgements = seen.filter(answersBroken).flatMap((outcome): Judgement[] => {
        const { answer } = outcome
        const { status } = answer
        const control = controlFor(outcome.probe, seen)
        const detail = { expected: '400 invalid_request', ...evidenceOf(answer) }
        if (status === 400)
          return [pass('as-documented', { exchanges: detail.exchanges }, { seen: '400 to a broken request' })]
        if (status < 400 || [401, 403, 429].includes(status)) return []
        if (statusOf(control) === status) return []
        // The control was sent, but limited to the end (O11), or its answer does not count (O10): its own status is not known.
        const isUnknown = control?.kind === 'limited' || control?.kind === 'not-sent'
        if (isUnknown && control.attempts.length > 0) return []
        if (refusedLikeWellTyped(outcome, evidence)) return []
        if (mayBeGone(outcome, evidence)) return [inconclusive('gone-since', detail)]
        return [violation('unlisted-status', detail, { request: describeProbe(outcome.probe) })]
      })
      return judgements.length > 0 ? fold(judgements) : notExercised('not-arisen')
    },
  },
  'errors.server-error': {
    questions: baseQuestion,
    judge({ seen, operation, learned: { shedding } }) {
      const judgement = judgeServerErrors(seen, seen)
      if (judgement !== null) return judgement
      if (shedding?.operation === operation.id) {
        const { requests, inFlight, statuses, exchanges } = shedding
        return inconclusive(
          'load-shedding',
          { exchanges },
          { requests: counted(requests, 'request'), statuses: statuses.join(', '), inFlight },
        )
      }
      const answered = seen.filter((outcome) => outcome.kind === 'answer')
      if (answered.length === 0) return nothingSeen(seen)
      const exchanges = exchangesOf(answered.slice(0, 3))
      return pass('none', { exchanges }, { requests: counted(answered.length, 'request') })
    },
  },
} as const satisfies Checks
