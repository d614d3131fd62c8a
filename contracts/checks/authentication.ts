import {
  because,
  inconclusive,
  type Judgement,
  type Reason,
  undocumented,
  violation,
} from '../../evidence/judgement.ts'
import { cannotBeValid } from '../../fixtures/bodies/body.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { listingParameters } from '../../fixtures/schemas/livestream-query.ts'
import { type Answer, describeAnswer, isRedirect, succeeded } from '../answer.ts'
import type { AnsweredQuestion, Check, Checks, ConditionalProbe, Facts } from '../check.ts'
import { type Credential, credentials, credentialsOf, isMadeUp } from '../credentials.ts'
import { describeProbe } from '../describe-probe.ts'
import { judgeCode } from '../judging/code.ts'
import { eligibleTwin, onControlsThatSucceed, onKept, onNumbersThatSucceed, tells } from '../judging/controls.ts'
import { fold, type Order } from '../judging/fold.ts'
import { brokenRequests, requestFirst } from '../judging/precedence.ts'
import { isAskedSince, sinceThen, whereProtected, withCredential, withoutKey } from '../judging/requests.ts'
import { isTooLong } from '../judging/too-long.ts'
import { hasSucceeded, judged, type Outcome } from '../outcome.ts'
import { probe, takesBody } from '../probe.ts'
import { leads } from '../sample.ts'
import { isFirewalls } from './compared.ts'
import { headerOnly } from './header-only.ts'

const expected = '401 authentication_required'

/** How many times beyond the first the shown operations are asked without a key (O2e). */
const repeats = 9

/** O2a. On an operation that shows the header: 401, unless the same request is refused for other reasons with the key too. */
function judgeShown(answer: Answer, outcome: Outcome, { seen, learned }: AnsweredQuestion): Judgement {
  const request = describeProbe(outcome.probe)
  const detail = { expected, observed: describeAnswer(answer), exchanges: [answer.exchange.id] }
  if (answer.status === 401) return judgeCode(answer, 'authentication_required', learned)
  if (succeeded(answer)) {
    const cause = outcome.probe.credential === 'none' ? 'accepted-without-key' : 'accepted-invalid-key'
    return violation(cause, detail, { request })
  }
  if (isRedirect(answer)) {
    const { status } = answer
    if (learned.isMoved) return inconclusive('all-redirected', detail, { status })
    return violation('not-refused-as-401', detail, { request })
  }
  const control = eligibleTwin(outcome, seen)
  if (hasSucceeded(control)) {
    return violation('not-refused-as-401', detail, { request })
  }
  if (answer.status === 400 || answer.status === 404) {
    return inconclusive('refused-for-the-request', detail)
  }
  if (control?.kind === 'answer' && control.answer.status === answer.status) {
    return inconclusive('refused-like-the-key', detail)
  }
  if (control === undefined || control.kind === 'not-sent') {
    const { body } = outcome.probe
    // Nothing shows that another content type is read.
    const isBlocked = answer.status !== 403 || isFirewalls(outcome, learned)
    const unreadable = body.contentType !== undefined || (cannotBeValid(body) && isBlocked)
    if (unreadable) return inconclusive('refused-for-the-request', detail)
  }
  return violation('not-refused-as-401', detail, { request })
}

/** O2b, first half: an operation that answers 401 without a credential is protected, and its code is documented. */
function judgeProtected(answer: Answer, { operation, learned }: AnsweredQuestion): Judgement {
  const observed = describeAnswer(answer)
  const exchanges = [answer.exchange.id]
  if (answer.status !== 401) return undocumented('open-or-undecided', { observed, exchanges })
  const judgement = judgeCode(answer, 'authentication_required', learned)
  if (judgement.verdict === 'violation' && operation.session) {
    return undocumented('session-refusal', { observed, exchanges })
  }
  return judgement
}

/** What a body is called that is no JSON, where a key may be looked at by what reads JSON. */
const otherTypes = ['text/plain', 'application/x-www-form-urlencoded'] as const

/** What a listing is narrowed by, one of them at a time. */
const numbers = listingParameters.filter(({ type }) => type === 'number').map(({ name }) => name)

/** The checks that put the same requests with the eligible key. */
const withTheKey = ['catalog.reachable', 'envelope.status', 'idempotency.observed'] as const

function keylessProbes(operation: Operation, facts: Facts): readonly ConditionalProbe[] {
  const first = { probe: withoutKey(operation, facts) }
  if (!operation.shown) return [first]
  const again = Array.from({ length: repeats }, (_, index) => ({ probe: withoutKey(operation, facts, index + 1) }))
  if (operation.detail !== 'embed-create') {
    // Right after somebody was served: what is kept for a moment may be served to anybody.
    const when = { probe: probe(operation, { credential: 'eligible' }).id, is: 'success' } as const
    const soon = { probe: withoutKey(operation, facts, repeats + 1), when }
    // Who lets anybody search may let in whoever does.
    const searching = { probe: probe(operation, { query: { base: 'none', set: [['search', 'word']] } }), when }
    return [first, ...again, soon, searching, ...onNumbersThatSucceed(operation, numbers, 'none')]
  }
  const onControls = onControlsThatSucceed(operation, facts, 'none')
  // What looks at a key may do so behind a reader of JSON alone.
  const asOther = otherTypes.flatMap((contentType) =>
    onControls.map(({ probe: asked, when }) => ({
      when,
      probe: probe(operation, { body: { ...asked.body, contentType } }),
    })),
  )
  return [first, ...again, ...onControls, ...asOther, ...onKept(operation, facts, 'none')]
}

/** What was refused for its request takes nothing from another that was refused for its credential. */
const keyFirst: Order = [
  'violation',
  'inconclusive',
  'pass',
  'undocumented',
  'not-exercised',
  'refused-for-the-request',
]

/** O2a, O2b, O2e. */
const missingCredential: Check = {
  questions: (operation, facts) =>
    operation.detail === 'audience-choice'
      ? []
      : [{ sub: null, probes: keylessProbes(operation, facts), reads: withTheKey }],
  judge(evidence) {
    const sent = evidence.outcomes.filter((outcome) => outcome.kind !== 'not-sent')
    if (evidence.operation.shown) {
      return fold(
        sent.filter(tells).map((one) => judged(one, (answer) => judgeShown(answer, one, evidence))),
        keyFirst,
      )
    }
    return fold(evidence.outcomes.map((one) => judged(one, (answer) => judgeProtected(answer, evidence))))
  },
}

/** So many other operations say to whoever has no key, by and by, what they said to a wrong one: one of two behind a balancer says it. */
const showTwoMinds = 3

/** Whether somebody who had no key was told, right after the wrong one, what that was told. */
const saysToNobody =
  ({ status }: Answer) =>
  (outcome: Outcome): boolean =>
    isAskedSince(outcome) && outcome.kind === 'answer' && outcome.answer.status === status

/** O2b, second half: the very same request with an invalid credential gets what it got without one. */
function judgeInvalid(answer: Answer, outcome: Outcome, evidence: AnsweredQuestion): Judgement {
  const { operation, learned } = evidence
  const request = describeProbe(outcome.probe)
  const detail = { expected, observed: describeAnswer(answer), exchanges: [answer.exchange.id] }
  if (answer.status === 401) {
    const judgement = judgeCode(answer, 'authentication_required', learned)
    return judgement.verdict === 'violation' && operation.session ? undocumented('session-refusal', detail) : judgement
  }
  if (succeeded(answer)) return violation('accepted-invalid-key', detail, { request })
  if (operation.session) return undocumented('session-refusal', detail)
  const order = requestFirst(answer, outcome, evidence)
  if (order === 'shown') return inconclusive('refused-for-the-request', detail)
  if (order === 'unknown') return inconclusive('needs-others', detail)
  const isSaidToNobody = saysToNobody(answer)
  const alsoElsewhere = evidence.others.filter(({ seen }) => seen.some(isSaidToNobody)).length
  if (evidence.outcomes.some(isSaidToNobody) || alsoElsewhere >= showTwoMinds)
    return inconclusive('refused-since', detail)
  return violation('invalid-key-not-401', detail, { request })
}

const tooLong = (answer: Answer) =>
  inconclusive('refused-for-the-request', { observed: describeAnswer(answer), exchanges: [answer.exchange.id] })

/** O2c: all but those that are only watched. */
const judgedKeys = credentialsOf('invalid').filter((key) => !credentials[key].isWatched)

const oneForItsResource = because('one-for-its-resource')

/** Why a form of an invalid key is not put to an operation; null where it is. */
function leftOutOf(key: Credential, operation: Operation, { profile, asksAll }: Facts): Reason | null {
  if (operation.shown || isMadeUp(key) || profile === 'cutover' || asksAll) return null
  if (profile === 'gate') return because('left-to-the-nightly')
  const isAsked = key !== 'invalid:blanks' && leads(operation, key === 'invalid:long' ? 'method' : 'resource')
  return isAsked ? null : oneForItsResource
}

/**
 * Whether any key is looked at is a matter of each operation, so each is asked with a random one. How a key is compared is a
 * matter of what compares it, which operations share: the nightly puts the forms near the right key to one of each resource, and
 * a long one to one of each method there. Blanks are told from an empty key by nobody who reads HTTP, and go to the shown ones.
 */
function invalidKeyProbes(operation: Operation, facts: Facts): readonly ConditionalProbe[] {
  // Made of the right key where that may be sent, a random key has its form.
  const other = facts.policy === 'full' && facts.hasKey ? 'invalid:random' : 'invalid:well-formed'
  const isForAll = (key: Credential) => key !== other && !credentials[key].isForShown
  const protectedOnly = whereProtected(operation, facts)
  const ofKept = operation.detail === 'embed-create' ? onKept(operation, facts, other) : []
  const asItIs = judgedKeys.flatMap((key): readonly ConditionalProbe[] => {
    const asked = withCredential(operation, facts, key)
    if (operation.shown) return [{ probe: asked }]
    if (!isForAll(key)) return []
    const leftOut = leftOutOf(key, operation, facts)
    const keyed = { ...protectedOnly(asked), ...(leftOut === null ? {} : { leftOut }) }
    return isMadeUp(key) && !operation.session ? [keyed, sinceThen(operation, facts, asked)] : [keyed]
  })
  return [...asItIs, ...ofKept, ...brokenRequests(operation, facts).map((asked) => ({ probe: asked }))]
}

/** O2a to O2c. */
const invalidCredential: Check = {
  questions: (operation, facts) =>
    operation.detail === 'audience-choice'
      ? []
      : [{ sub: null, probes: invalidKeyProbes(operation, facts), reads: withTheKey }],
  compares: (operation, other) => {
    const { id, method, prefix, detail } = other
    // No right key may be put to what deletes, so that other methods that write speak for it.
    const mayWrite = operation.method === 'DELETE' && method !== 'GET'
    const isShown =
      (detail === 'embed-create' || detail === 'details-list') && takesBody(other) === takesBody(operation)
    const isAlike = operation.method === method || operation.prefix === prefix || mayWrite || isShown
    return isAlike && operation.id !== id && detail !== 'audience-choice'
  },
  judge(evidence) {
    const judge = evidence.operation.shown ? judgeShown : judgeInvalid
    const own = evidence.outcomes.filter(({ probe: { credential } }) => credential !== 'none')
    const sent = own.filter((outcome) => outcome.kind !== 'not-sent' && tells(outcome))
    const asked = sent.length > 0 ? sent : own
    return fold(
      asked.map((one) =>
        judged(one, (answer) =>
          isTooLong(answer, one, evidence.learned) ? tooLong(answer) : judge(answer, one, evidence),
        ),
      ),
      keyFirst,
    )
  },
}

export const authenticationChecks = {
  'auth.header-only': headerOnly,
  'auth.invalid-credential': invalidCredential,
  'auth.missing-credential': missingCredential,
} as const satisfies Checks
