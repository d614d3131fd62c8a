import { describeCode } from '../../evidence/code-reading.ts'
import type { Exchange } from '../../evidence/exchange.ts'
import { inconclusive, type Judgement, pass, violation } from '../../evidence/judgement.ts'
import { jsonOf, objectOf } from '../../fixtures/json.ts'
import { audienceChoiceMembers } from '../../fixtures/schemas/audience-choice.ts'
import { voteEmbedMembers } from '../../fixtures/schemas/vote-embed.ts'
import { type Answer, describeAnswer, succeeded } from '../answer.ts'
import type { AnsweredQuestion } from '../check.ts'
import { describeProbe } from '../describe-probe.ts'
import { equalsUnknown } from '../equal-answers.ts'
import { agreement } from '../error-code.ts'
import type { Learned } from '../learning/learned.ts'
import { startOf } from '../learning/rows.ts'
import { hasSucceeded, type Outcome, type WithAnswer, wereSentBefore } from '../outcome.ts'
import type { Probe } from '../probe.ts'
import { idempotent } from '../probes/controls.ts'
import { hasCode } from './code.ts'
import { controlFor, isKnownMissing } from './controls.ts'
import { inPlaceOf, isServed } from './served.ts'

/** The object that was sent as a body; empty where the body is none. */
export const sentObject = ({ request }: Exchange) => objectOf(jsonOf(request.body ?? '')) ?? {}

const scalars: readonly string[] = ['string', 'number', 'boolean']
const memberTypes = new Map([...voteEmbedMembers, ...audienceChoiceMembers].map(({ path, type }) => [path, type]))

/** True where one scalar was sent for another. */
function isCoercion({ body: { change } }: Probe): boolean {
  if (change === undefined || !scalars.includes(change.to)) return false
  return scalars.includes(memberTypes.get(change.path) ?? '')
}

/** True where the control got the same refusal, so that nothing can be told from it (O6c). */
function likeControl(answer: Answer, control: Outcome | undefined, learned: Learned): boolean {
  if (control?.kind !== 'answer' || succeeded(control.answer)) return false
  const own = learned.codeOf(answer)
  const other = learned.codeOf(control.answer)
  return control.answer.status === answer.status && describeCode(own) === describeCode(other)
}

const servedLike = ({ probe: { credential } }: Outcome, seen: readonly Outcome[]) =>
  seen.filter((one) => one.probe.credential === credential && hasSucceeded(one))

/** True where the credential was served later: it was valid all the time, so the refusal is about the request. */
const isServedAfter = (refused: WithAnswer, seen: readonly Outcome[]) =>
  servedLike(refused, seen).some(({ attempts }) => attempts.some(({ startedAt }) => startedAt > startOf(refused)))

/** True where the credential was served nothing since this answer was asked for. What is checked first is not shown. */
const isServedNoMore = (refused: WithAnswer, seen: readonly Outcome[]) =>
  wereSentBefore(servedLike(refused, seen), startOf(refused))

/** True for a `not_found` after the last success of the credential: the resource may be gone. */
export function mayBeGone(refused: WithAnswer, { learned, seen }: AnsweredQuestion): boolean {
  const { answer } = refused
  return answer.status === 404 && hasCode(answer, 'not_found', learned) && isServedNoMore(refused, seen)
}

/** The member of the body, or the parameters, in which a request is broken. */
function brokenIn({ body: { change }, query }: Probe): readonly string[] {
  const [member] = change?.path.split(/[.[]/) ?? []
  return member === undefined ? query.set.map(([name]) => name) : [member]
}

/** True where nothing in the request is broken or odd. */
const isWhole = ({ purpose }: Probe) => ['control', 'valid', 'vouched'].includes(purpose)

/** True where a valid request of the same credential holds the member or parameter in which the other one is broken. */
function holdsTheSame({ probe: other, attempts }: Outcome, asked: Probe): boolean {
  if (other.credential !== asked.credential || !isWhole(other)) return false
  const names = brokenIn(asked)
  if (asked.body.change === undefined) return other.query.set.some(([name]) => names.includes(name))
  const held = attempts.flatMap((attempt) => Object.keys(sentObject(attempt)))
  return names.every((name) => held.includes(name))
}

/** True for a repeated creation with the control of the broken copy and an idempotencyKey of its own: names may be taken by then. */
function isMadeAgain({ probe: other }: Outcome, { credential, body }: Probe): boolean {
  const again = idempotent(body.base)
  return again !== body.base && other.body.base === again && other.credential === credential && other.nth === 0
}

/** The valid requests sent, like this one, after the last success of the credential, and refused: the account may hold no more embeds. */
function turnedAway(refused: WithAnswer, seen: readonly Outcome[]): readonly WithAnswer[] {
  const { credential } = refused.probe
  if (servedLike(refused, seen).length === 0 || !isServedNoMore(refused, seen)) return []
  return seen
    .filter((one) => one.kind === 'answer')
    .filter((one) => isWhole(one.probe) && one.probe.credential === credential && isServedNoMore(one, seen))
}

/**
 * O6c: true where a well-typed request for the same place, or the repeated control, got the same refusal. A service may report what the
 * account lacks, what is missing or what exists already before it looks at a type. Or any valid request got it, and the credential is served
 * no more.
 */
export function refusedLikeWellTyped(refused: WithAnswer, { learned, seen }: AnsweredQuestion): boolean {
  const { probe: asked, answer } = refused
  const twins = seen.filter((one) => holdsTheSame(one, asked) || isMadeAgain(one, asked))
  return [...twins, ...turnedAway(refused, seen)].some((one) => likeControl(answer, one, learned))
}

/** O6c: true where valid requests do not find the placement at times either, as where one of several replicas lacks it. */
function isMissedAtTimes(answer: Answer, evidence: AnsweredQuestion): boolean {
  const missed = evidence.seen.some((one) => isWhole(one.probe) && isKnownMissing(one, evidence))
  return missed && hasCode(answer, 'not_found', evidence.learned)
}

const cause = 'names-a-limit'

/**
 * O11 on the audience choice, whose codes come without statuses (§7.1): `rate_limited` with the status of another code is inconclusive,
 * since a limit may have been met again by chance. Null for any other answer.
 */
export function judgeNamedLimit(
  answer: Answer,
  { operation, learned }: AnsweredQuestion,
  detail: { readonly expected: string; readonly observed: string },
): Judgement | null {
  const isLimit = operation.detail === 'audience-choice' && hasCode(answer, 'rate_limited', learned)
  return isLimit ? inconclusive(cause, detail) : null
}

/** Where all requests of a question name a limit, after every wait, they met none: `rate_limited` is a wrong code then. */
export function unlessAllNameALimit(judgements: readonly Judgement[]): readonly Judgement[] {
  const isCode = judgements.length > 1 && judgements.every((one) => one.cause === cause)
  if (!isCode) return judgements
  return judgements.map((one) =>
    violation('another-code', {
      expected: one.expected ?? 'another code than rate_limited',
      observed: one.observed ?? 'rate_limited',
      exchanges: one.exchanges ?? [],
    }),
  )
}

/**
 * O7a. A request broken in one place is refused as `invalid_request`, with 400 where statuses are shown. The control, the
 * same request unbroken, tells whether the refusal is about that place.
 */
export function judgeRefusal(refused: WithAnswer, evidence: AnsweredQuestion): Judgement {
  const { probe: asked, answer } = refused
  const { operation, learned, seen } = evidence
  const control = controlFor(asked, seen)
  const isChoice = operation.detail === 'audience-choice'
  const expected = isChoice ? 'a refusal with invalid_request' : '400 invalid_request'
  const observed = describeAnswer(answer)
  const exchanges = [answer.exchange.id, ...(control?.attempts.slice(-1).map((attempt) => attempt.id) ?? [])]
  const detail = { expected, observed, exchanges }
  const request = describeProbe(asked)
  if (isServed(answer)) {
    const cause = isCoercion(asked) ? 'type-coerced' : 'invalid-accepted'
    return violation(cause, { ...detail, expected: inPlaceOf(answer, expected) }, { request })
  }
  // Where no key was sent, O3 reports such a refusal, once.
  const isKept = asked.credential !== 'none' && isServedAfter(refused, seen)
  if ((answer.status === 401 || answer.status === 403) && !isKept) return inconclusive('credential-refused', detail)
  const code = agreement(learned.codeOf(answer), 'invalid_request')
  const right = code === 'right' && (isChoice || answer.status === 400)
  const controlSucceeded = hasSucceeded(control)
  if (!controlSucceeded && likeControl(answer, control, learned)) return inconclusive('control-refused', detail)
  const isLikeWhole = () => turnedAway(refused, seen).some((other) => equalsUnknown(answer, [[other.answer]]))
  if (right && isLikeWhole()) return inconclusive('control-refused', detail)
  if (right) return pass('as-documented', { exchanges }, { seen: `${answer.status} invalid_request` })
  if (refusedLikeWellTyped(refused, evidence)) return inconclusive('control-refused', detail)
  if (isMissedAtTimes(answer, evidence)) return inconclusive('control-refused', detail)
  const limit = judgeNamedLimit(answer, evidence, detail)
  if (limit !== null) return limit
  if (!controlSucceeded) return inconclusive('no-control', detail)
  if (code === 'unclear') return inconclusive('code-unclear', detail)
  if (mayBeGone(refused, evidence)) return inconclusive('gone-since', detail)
  return violation('not-refused-as-invalid', detail, { request })
}
