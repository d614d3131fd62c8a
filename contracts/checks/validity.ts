import { because, inconclusive, type Judgement, pass, violation } from '../../evidence/judgement.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { numberParameters } from '../../fixtures/schemas/livestream-query.ts'
import { voteEmbedMembers } from '../../fixtures/schemas/vote-embed.ts'
import { type Answer, describeAnswer, succeeded } from '../answer.ts'
import { conditionUnmet } from '../called-for.ts'
import type { AnsweredQuestion, Check, Condition, Facts, Question } from '../check.ts'
import { describeProbe } from '../describe-probe.ts'
import { hasCode } from '../judging/code.ts'
import { isKnownMissing, successOf, untilSuccess } from '../judging/controls.ts'
import { fold, gravestFirst, type Order } from '../judging/fold.ts'
import type { Learned } from '../learning/learned.ts'
import {
  exchangesOf,
  hasSucceeded,
  judged,
  judgedAll,
  type Outcome,
  unsettled,
  type WithAnswer,
  wasSent,
} from '../outcome.ts'
import { probe, repetitions } from '../probe.ts'
import { changedCopies, controlProbes, numberProbes, untilOneSucceeds } from '../probes/controls.ts'
import { judgeKey, mayHaveChosen, refusedKey } from './own-key.ts'

function questionsOf(operation: Operation, facts: Facts): readonly Question[] {
  const control: Question = { sub: null, probes: controlProbes(operation, facts) }
  if (operation.detail === 'audience-choice') {
    return [
      facts.has.placementId
        ? { ...control, reads: 'operation' }
        : { ...control, barred: because('no-known-placement') },
    ]
  }
  if (operation.detail === 'details-list') return [control, lowerCaseQuestion(operation), ...numberQuestions(operation)]
  if (operation.detail === 'embed-create') {
    return [{ ...control, reads: ['request.valid'] }, ...booleanQuestions(operation, facts)]
  }
  return []
}

const lowerCase = 'header-in-lower-case'

/** O2: names of headers have no case in HTTP, so the key counts whatever the letter case of its header. */
function lowerCaseQuestion(operation: Operation): Question {
  const plain = probe(operation, { credential: 'eligible', purpose: 'valid' })
  const lower = probe(operation, { credential: 'eligible:lower-case-name', purpose: 'control' })
  const again = probe(operation, { credential: 'eligible', nth: repetitions.sinceLowerCase, purpose: 'control' })
  return {
    sub: lowerCase,
    probes: [
      { probe: lower, when: { probe: plain.id, is: 'success' } },
      { probe: again, when: { probe: lower.id, is: 'unauthorized' } },
    ],
  }
}

/** A violation where the key is refused under the lower-case name, but served under the usual one before and right after. */
function judgeLowerCase({ outcomes }: AnsweredQuestion): Judgement {
  const [lower, again] = outcomes
  if (lower === undefined) return inconclusive('no-control')
  return judged(lower, ({ answer }) => {
    const expected = 'the answer that the key gets in X-Service-API-Key: HTTP knows no case in the names of headers'
    const detail = { expected, observed: describeAnswer(answer) }
    if (succeeded(answer)) return pass('accepted', {}, { seen: describeProbe(lower.probe) })
    const isServed = again?.kind === 'answer' && succeeded(again.answer)
    if (answer.status !== 401 || !isServed) return inconclusive('not-accepted', detail)
    return violation('eligible-key-refused', { ...detail, exchanges: exchangesOf([lower, again]) })
  })
}

function numberQuestions(operation: Operation): readonly Question[] {
  return numberParameters.map((name) => ({
    sub: name,
    probes: untilOneSucceeds(numberProbes(operation, name)),
    reads: ['envelope.status'],
  }))
}

function booleanQuestions(operation: Operation, facts: Facts): readonly Question[] {
  // A member may need others, so an embed with all of them speaks for it where it is refused beside the members of the control.
  const whole = probe(operation, { credential: 'eligible', body: { base: 'embed-other' }, purpose: 'odd' })
  return voteEmbedMembers
    .filter(({ type }) => type === 'boolean')
    .map(({ path }) => {
      const values = (['true', 'false'] as const).flatMap((to) =>
        changedCopies(operation, facts, { path, to }, 'control'),
      )
      const served = values.map((value): Condition => ({ probe: value.probe.id, is: 'success' }))
      const without = changedCopies(operation, facts, { path, to: 'absent' }, 'left-out')
      return { sub: path, probes: [...values, ...without, { probe: whole, when: { not: { any: served } } }] }
    })
}

function refusedAsInvalid(answer: Answer, learned: Learned, operation: Operation): boolean {
  const isSaid = !succeeded(answer) && hasCode(answer, 'invalid_request', learned)
  return isSaid || (operation.detail !== 'audience-choice' && answer.status === 400)
}

/** Statuses that refuse the headers of §1 themselves: the listing sends `Accept` alone, and a firewall may say 406 to a body. */
const headersRefused = { 'details-list': 406, 'embed-create': 415, 'audience-choice': null } as const

function judgeControl(one: WithAnswer, evidence: AnsweredQuestion): Judgement {
  const { probe: asked, answer } = one
  const key = judgeKey(answer, evidence)
  if (key !== null) return key
  if (succeeded(answer)) return pass('accepted', {}, { seen: answer.status })
  const { operation } = evidence
  const observed = describeAnswer(answer)
  const isOwed = asked.purpose === 'vouched' || asked.purpose === 'valid'
  const isRefused = refusedAsInvalid(answer, evidence.learned, operation)
  const isSecond = operation.detail === 'audience-choice' && mayHaveChosen(answer, evidence)
  if (isOwed && isRefused && !isSecond) {
    return violation(
      asked.purpose === 'vouched' ? 'vouched-refused' : 'valid-refused',
      { expected: 'any answer but invalid_request', observed },
      { request: describeProbe(asked) },
    )
  }
  if (operation.detail !== null && answer.status === headersRefused[operation.detail]) {
    const expected = 'an answer to `Accept: application/json`, and a body under `Content-Type: application/json`'
    return violation('headers-refused', { expected, observed }, { request: describeProbe(asked) })
  }
  return inconclusive(isKnownMissing(one, evidence) ? 'known-not-found' : 'not-accepted', { observed })
}

/** True where the vouched query has the parameter and succeeded: the parameter's range may exclude the suite's own numbers. */
function isVouchedQueryWith(name: string, outcome: Outcome): boolean {
  if (outcome.kind !== 'answer' || outcome.probe.query.base !== 'vouched' || !succeeded(outcome.answer)) return false
  const { searchParams } = new URL(outcome.answer.exchange.request.target, 'http://localhost')
  return searchParams.has(name)
}

/** True for what was to be asked and was not. */
const isKeptBack = (one: Outcome) =>
  one.kind === 'not-sent' && one.why.cause !== conditionUnmet.cause && one.why.cause !== 'not-asked'

const isUnchanged = ({ probe: { body, query } }: Outcome) => body.change === undefined && query.set.length === 0

const hasNoQuery = ({ probe: { query } }: Outcome) => query.base === 'none' && query.set.length === 0

/** O6b: a violation where every value of the documented type is refused, while the same request without it succeeds. */
function judgeValues(member: string, evidence: AnsweredQuestion): Judgement {
  const { outcomes, seen, learned, operation } = evidence
  const sent = outcomes.filter(wasSent)
  const tried = sent.filter(({ probe: asked }) => asked.purpose !== 'left-out')
  const [whole, values] = [tried.filter(isUnchanged), tried.filter((one) => !isUnchanged(one))]
  const refusal = refusedKey(tried, evidence)
  if (refusal !== null) return refusal
  const accepted = [...values, ...whole].find(hasSucceeded)
  if (accepted !== undefined) return pass('accepted', { exchanges: exchangesOf([accepted]) }, { seen: member })
  const vouched = seen.find((outcome) => isVouchedQueryWith(member, outcome))
  if (vouched !== undefined) {
    return pass('accepted', { exchanges: exchangesOf([vouched]) }, { seen: `${member}, as the settings have it` })
  }
  const [value = outcomes[0]] = values
  if (value === undefined) return inconclusive('no-control')
  if (value.kind !== 'answer' && values.every(({ kind }) => kind !== 'answer')) return unsettled(value)
  if (values.length === 0) return inconclusive('no-control')
  const without =
    sent.find((one) => one.probe.purpose === 'left-out' && hasSucceeded(one)) ??
    (operation.detail === 'details-list' ? successOf(seen.filter(hasNoQuery)) : undefined)
  // The embed with all members too: refused for another reason, as for a name that is taken, it leaves open whether the value would do.
  const refused = tried.every((one) => one.kind === 'answer' && refusedAsInvalid(one.answer, learned, operation))
  // A value that time or a limit kept back may be the one that is accepted.
  if (without === undefined || !refused || outcomes.some(isKeptBack) || value.kind !== 'answer') {
    return inconclusive('not-accepted', { exchanges: exchangesOf(values) })
  }
  return violation(
    'documented-type-refused',
    {
      expected: 'at least one value of the documented type is accepted, as the request without it is',
      observed: describeAnswer(value.answer),
      exchanges: exchangesOf([...values, without]),
    },
    { member },
  )
}

/** One valid request that is accepted is enough. */
const acceptedFirst: Order = ['violation', 'pass', ...gravestFirst]

/** O6a, O6b, and the eligible key's own standing (O4c, O10). */
export const validRequest: Check = {
  questions: questionsOf,
  judge(evidence) {
    if (evidence.sub === lowerCase) return judgeLowerCase(evidence)
    if (evidence.sub !== null) return judgeValues(evidence.sub, evidence)
    const { operation, outcomes } = evidence
    const own = operation.detail === 'embed-create' ? untilSuccess(outcomes) : outcomes
    const sent = own.filter(wasSent)
    const judgements = judgedAll(sent, (one) => judgeControl(one, evidence))
    return fold(judgements, acceptedFirst)
  },
}
