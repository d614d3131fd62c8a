import { inconclusive, type Judgement, notExercised, pass, undocumented, violation } from '../../evidence/verdict.ts'
import { codeFor, documentedCodes } from '../../fixtures/errors.ts'
import { type Answer, describeAnswer } from '../answer.ts'
import type { Case, Check } from '../check.ts'
import { agreement, describeCode, mentions } from '../learning/code-places.ts'
import { combined, exchangesOf, isIdleClose, type Outcome } from '../outcome.ts'
import { describeProbe } from '../probe.ts'
import { baseAskings } from './askings.ts'
import { judgeCode } from './code.ts'
import { controlFor } from './controls.ts'
import { breaksContract, isOdd } from './oddities.ts'

const baseQuestion: Check['questions'] = (operation, facts) => [
  { sub: null, wishes: baseAskings(operation, facts).map((probe) => ({ probe })) },
]

/** Nothing of the operation was asked, or nothing of it answered: the reason of the first. */
function nothingSeen(all: readonly Outcome[]): Judgement {
  const limited = all.filter((outcome) => outcome.kind === 'limited')
  if (limited.length > 0) {
    return notExercised('limited', 'the limit was not over within the budget', { exchanges: exchangesOf(limited) })
  }
  const silent = all.filter((outcome) => outcome.kind === 'no-answer')
  if (silent.length > 0) {
    return inconclusive('no-answer', 'no whole answer came', { exchanges: exchangesOf(silent.slice(0, 3)) })
  }
  const broken = all.filter((outcome) => outcome.kind === 'server-error')
  if (broken.length > 0) {
    const exchanges = exchangesOf(broken.slice(0, 3))
    return inconclusive('server-error', 'a server error in place of an answer', { exchanges })
  }
  const [first] = all
  return first?.kind === 'not-sent'
    ? notExercised(first.why.cause, first.why.message)
    : notExercised('nothing-asked', 'nothing was asked')
}

/** O5b: no or an invalid credential was sent, so that a 401 has a documented cause. */
const isUnauthenticated = ({ probe }: Outcome) =>
  probe.credential === 'none' || probe.credential.startsWith('invalid:') || probe.credential.startsWith('elsewhere:')

const isRestricted = ({ probe }: Outcome) =>
  probe.credential.startsWith('restricted-') || probe.credential === 'ineligible-origin'

function outsideShown(answer: Answer, why: string): Judgement {
  return undocumented('not-asserted', why, { observed: describeAnswer(answer), exchanges: [answer.exchange.id] })
}

/** O5b on the audience choice: the codes are listed without statuses. */
function judgeChoice(answer: Answer, { learned }: Case): Judgement | null {
  if (answer.status === 401 || answer.status === 403) return null
  const listed = ['invalid_request', 'not_found', 'rate_limited']
  const reading = learned.codeOf(answer)
  const right = listed.some((code) => agreement(reading, code) === 'right')
  if (right) return pass('as-documented', `${answer.status} with a listed code`, { exchanges: [answer.exchange.id] })
  if (codeFor(answer.status) === null && reading.kind === 'none') {
    return outsideShown(answer, 'a status outside §7, without a code')
  }
  if (reading.kind === 'ambiguous' && reading.where !== 'learned') {
    return inconclusive('code-unclear', 'the code cannot be told', { exchanges: [answer.exchange.id] })
  }
  return violation('wrong-code', 'the audience choice answered with an error that it does not list', {
    expected: listed.join(', '),
    observed: `${describeCode(reading)}: ${describeAnswer(answer)}`,
    exchanges: [answer.exchange.id],
  })
}

/** O5b. One answer's code, or null where this check has nothing to say of it. */
function judgeError(answer: Answer, outcome: Outcome, evidence: Case): Judgement | null {
  const { operation, learned } = evidence
  const code = codeFor(answer.status)
  if (operation.detail === 'audience-choice') return answer.status < 400 ? null : judgeChoice(answer, evidence)
  if (answer.status < 400) return null
  if (code === null) return outsideShown(answer, 'a status outside §7')
  const caused =
    (answer.status === 401 && isUnauthenticated(outcome)) || (answer.status === 403 && isRestricted(outcome))
  const judgement = judgeCode(answer, code, learned)
  if (judgement.verdict !== 'violation') return judgement
  if (answer.status === 401 && operation.session) {
    return outsideShown(answer, 'a session operation may answer 401 for reasons of its own (§5.6)')
  }
  if (caused) return judgement
  if (operation.shown && [400, 404].includes(answer.status)) return judgement
  const namesNone = learned.codeOf(answer).kind === 'none' || !documentedCodes.some((known) => mentions(answer, known))
  if (operation.shown && namesNone) return judgement
  return outsideShown(answer, `the codes of a ${answer.status} here are not shown (§7.3)`)
}

/** O5a, O5b: over everything that was asked of the operation but odd input. */
export const errorCode: Check = {
  questions: baseQuestion,
  judge(evidence) {
    const seen = evidence.all.flatMap((outcome) =>
      outcome.kind === 'answer' && !isOdd(outcome.probe) ? [{ outcome, answer: outcome.answer }] : [],
    )
    if (seen.length === 0) return nothingSeen(evidence.all)
    const judgements = seen.flatMap(({ answer, outcome }) => judgeError(answer, outcome, evidence) ?? [])
    return judgements.length === 0
      ? notExercised('no-error', 'no error was seen')
      : combined(judgements.filter((one) => one.verdict !== 'not-exercised'))
  },
}

/** A whole answer to the eligible key's broken request. */
const refusesBroken = ({ probe, kind }: Outcome) =>
  kind === 'answer' && probe.credential === 'eligible' && !isOdd(probe) && breaksContract(probe)

/** O5c: on the shown operations a broken request gets 400, and no other 4xx. */
export const listedErrors: Check = {
  questions: (operation, facts) => (operation.shown ? baseQuestion(operation, facts) : []),
  judge({ all }) {
    const judgements = all.filter(refusesBroken).flatMap((outcome): Judgement[] => {
      if (outcome.kind !== 'answer') return []
      const { answer } = outcome
      const { status } = answer
      const control = controlFor(outcome.probe, all)
      const exchanges = [answer.exchange.id]
      if (status === 400) return [pass('as-documented', 'a broken request gets 400', { exchanges })]
      if (status < 400 || [401, 403, 429].includes(status)) return []
      if (control?.kind === 'answer' && control.answer.status === status) return []
      return [
        violation(
          'unlisted-status',
          `a broken request was refused with a status that is not listed for it: ${describeProbe(outcome.probe)}`,
          {
            expected: '400 invalid_request',
            observed: describeAnswer(answer),
            exchanges,
          },
        ),
      ]
    })
    return judgements.length > 0 ? combined(judgements) : notExercised('not-arisen', 'no broken request was refused')
  },
}

const is5xx = (outcome: Outcome) => outcome.attempts.some((attempt) => (attempt.response?.status ?? 0) >= 500)

/** O5d. */
export function judgeServerErrors(outcomes: readonly Outcome[]): Judgement | null {
  const persistent = outcomes.find((outcome) => outcome.kind === 'server-error' && outcome.repeated)
  if (persistent?.kind === 'server-error') {
    return violation('server-error', `a server error that came again: ${describeProbe(persistent.probe)}`, {
      expected: 'an answer below 500',
      observed: describeAnswer(persistent.answer),
      exchanges: exchangesOf([persistent]),
    })
  }
  const once = outcomes.filter(is5xx)
  if (once.length === 0) return null
  return inconclusive(
    'unstable',
    `${once.length} of ${outcomes.length} probes met a server error that did not come again`,
    {
      exchanges: exchangesOf(once),
    },
  )
}

export const serverError: Check = {
  questions: baseQuestion,
  judge({ all }) {
    const judgement = judgeServerErrors(all)
    if (judgement !== null) return judgement
    const answered = all.filter((outcome) => outcome.kind === 'answer')
    if (answered.length === 0) return nothingSeen(all)
    return pass('none', `${answered.length} probes, no server error`, { exchanges: exchangesOf(answered.slice(0, 3)) })
  },
}

/** O12. */
export function judgeCompletion(outcomes: readonly Outcome[], anyAnswer: boolean): Judgement | null {
  const failed = outcomes.filter((outcome) => outcome.kind === 'no-answer')
  const repeated = failed.find((outcome) => outcome.repeated)
  if (repeated !== undefined && anyAnswer) {
    const { failure, probe } = repeated
    return violation(
      `no-answer-${failure.kind}`,
      `no whole answer, again and again, while others came: ${describeProbe(probe)}`,
      {
        expected: 'a whole HTTP answer',
        observed: `${failure.kind}: ${failure.message}`,
        exchanges: exchangesOf([repeated]),
      },
    )
  }
  const [first] = failed
  if (first !== undefined) {
    return inconclusive(`no-answer-${first.failure.kind}`, `no whole answer: ${describeProbe(first.probe)}`, {
      observed: `${first.failure.kind}: ${first.failure.message}`,
      exchanges: exchangesOf([first]),
    })
  }
  const unstable = outcomes.filter(({ attempts }) =>
    attempts.some((attempt) => attempt.failure !== null && !isIdleClose(attempt.failure)),
  )
  if (unstable.length === 0) return null
  return inconclusive(
    'unstable',
    `${unstable.length} of ${outcomes.length} probes were answered only when asked again`,
    {
      exchanges: exchangesOf(unstable),
    },
  )
}

export const completes: Check = {
  questions: baseQuestion,
  judge({ all, learned }) {
    const sent = all.filter((outcome) => outcome.kind !== 'not-sent')
    if (sent.length === 0) return nothingSeen(all)
    const judgement = judgeCompletion(sent, learned.anyAnswer)
    return (
      judgement ??
      pass('whole', `${sent.length} probes, each answered whole`, { exchanges: exchangesOf(sent.slice(0, 3)) })
    )
  },
}
