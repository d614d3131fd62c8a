import {
  because,
  inconclusive,
  type Judgement,
  type Reason,
  undocumented,
  violation,
} from '../../evidence/judgement.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { type Answer, evidenceOf, succeeded } from '../answer.ts'
import type { AnsweredQuestion, Check, ConditionalProbe, Facts } from '../check.ts'
import { type Credential, credentials, credentialsOf, isMadeUpKey } from '../credentials.ts'
import { describeProbe } from '../describe-probe.ts'
import { tells } from '../judging/controls.ts'
import { fold } from '../judging/fold.ts'
import { requestFirst } from '../judging/precedence.ts'
import { isRefusedAsSuccess, isServed } from '../judging/served.ts'
import { judgedAll, type Outcome, statusOf, type WithAnswer, wasSent } from '../outcome.ts'
import { takesBody } from '../probe.ts'
import { onKept } from '../probes/controls.ts'
import { brokenRequests, isAskedSince, maySend, sinceThen, whereProtected, withCredential } from '../probes/requests.ts'
import { leads } from '../sample.ts'
import { isCaptcha } from './captcha.ts'
import { isTooLong } from './compared.ts'
import { expected, forTheRequest, judgeShown, judgeUnauthorized, requestLast, withTheKey } from './refused-key.ts'

/** If this many other operations later refuse a request without a key with the same status, one of two replicas refuses so. */
const showTwoMinds = 3

/** True where the probe without a key, sent right after the invalid key, got the same status. */
const saysToNobody =
  ({ status }: Answer) =>
  (outcome: Outcome): boolean =>
    isAskedSince(outcome) && statusOf(outcome) === status

/** O2b, second half: the very same request with an invalid key must get what it got without a key. */
function judgeInvalid(one: WithAnswer, evidence: AnsweredQuestion): Judgement {
  const { operation } = evidence
  const { probe, answer } = one
  const request = describeProbe(probe)
  const detail = { expected, ...evidenceOf(answer) }
  if (answer.status === 401) return judgeUnauthorized(answer, evidence, detail)
  if (isRefusedAsSuccess(answer, 'authentication_required', evidence.learned))
    return violation('invalid-key-not-401', detail, { request })
  if (succeeded(answer)) return violation('accepted-invalid-key', detail, { request })
  if (operation.session) return undocumented('session-refusal', detail)
  const order = requestFirst(one, evidence)
  if (order === 'shown') return inconclusive('refused-for-the-request', detail)
  if (order === 'unknown') return inconclusive('needs-others', detail)
  const isSaidToNobody = saysToNobody(answer)
  const alsoElsewhere = evidence.others.filter(({ seen }) => seen.some(isSaidToNobody)).length
  if (evidence.outcomes.some(isSaidToNobody) || alsoElsewhere >= showTwoMinds)
    return inconclusive('refused-since', detail)
  if (isCaptcha(one, evidence)) return inconclusive('page-by-chance', detail)
  return violation('invalid-key-not-401', detail, { request })
}

/** O2c: all invalid keys but those that are only watched. */
const judgedKeys = credentialsOf('invalid').filter((key) => !credentials[key].isWatched)

/** Why an operation is not asked with a form of an invalid key; null where it is asked. */
function leftOutOf(key: Credential, operation: Operation, { profile, asksAll }: Facts): Reason | null {
  if (operation.shown || isMadeUpKey(key) || profile === 'cutover' || asksAll) return null
  if (profile === 'gate') return because('left-to-the-nightly')
  const isAsked = key !== 'invalid:blanks' && leads(operation, key === 'invalid:long' ? 'method' : 'resource')
  return isAsked ? null : because('one-for-its-resource')
}

/**
 * Each operation may fail to look at the key, so each is asked with a random one. Operations share the code that compares keys: so the
 * nightly sends the other forms to one operation of each resource, and a long key to one of each method there. HTTP trims blanks to
 * an empty key, so in the nightly only the shown operations get them.
 */
function invalidKeyProbes(operation: Operation, facts: Facts): readonly ConditionalProbe[] {
  // The random key has the form of the right one, where something made from the right key may be sent.
  const other = facts.policy === 'full' && facts.hasKey ? 'invalid:random' : 'invalid:well-formed'
  const isForAll = (key: Credential) => key !== other && !credentials[key].isForShown
  const ofKept = operation.detail === 'embed-create' ? onKept(operation, facts, other) : []
  const asItIs = judgedKeys.flatMap((key): readonly ConditionalProbe[] => {
    if (!operation.shown && !isForAll(key)) return []
    const asked = withCredential(operation, facts, key)
    if (operation.shown) return [{ probe: credentials[key].isOdd ? { ...asked, purpose: 'odd' } : asked }]
    const leftOut = leftOutOf(key, operation, facts)
    const keyed = { probe: asked, ...whereProtected(operation, facts), leftOut }
    if (operation.session || leftOut !== null || !maySend(operation, facts, asked)) return [keyed]
    const again = isMadeUpKey(key) ? (['none', key] as const) : [key]
    return [keyed, ...again.map((credential) => sinceThen(operation, facts, asked, credential))]
  })
  return [...asItIs, ...ofKept, ...brokenRequests(operation, facts).map((asked) => ({ probe: asked }))]
}

/** O2a to O2c. */
export const invalidCredential: Check = {
  questions: (operation, facts) =>
    operation.detail === 'audience-choice'
      ? []
      : [{ sub: null, probes: invalidKeyProbes(operation, facts), reads: withTheKey }],
  compares: (operation, other) => {
    const { id, method, prefix, detail } = other
    // No right key may be sent to a DELETE, so other methods that write speak for it.
    const mayWrite = operation.method === 'DELETE' && method !== 'GET'
    const isShown =
      (detail === 'embed-create' || detail === 'details-list') && takesBody(other) === takesBody(operation)
    const isAlike = operation.method === method || operation.prefix === prefix || mayWrite || isShown
    return isAlike && operation.id !== id && detail !== 'audience-choice'
  },
  judge(evidence) {
    const ofOperation = evidence.operation.shown ? judgeShown : judgeInvalid
    const judge = (one: WithAnswer) => {
      const isOdd = credentials[one.probe.credential].isOdd && !isServed(one.answer)
      return isOdd || isTooLong(one, evidence.learned) ? forTheRequest(one.answer) : ofOperation(one, evidence)
    }
    const own = evidence.outcomes.filter(({ probe }) => credentials[probe.credential].kind === 'invalid')
    const sent = own.filter((outcome) => wasSent(outcome) && tells(outcome))
    const judgement = fold(judgedAll(sent.length > 0 ? sent : own, judge), requestLast)
    return judgement.verdict === 'pass' ? aboutSome(judgement, keysOf(sent), keysOf(own)) : judgement
  },
}

/** How many forms of a key were sent. */
const keysOf = (outcomes: readonly Outcome[]): number => new Set(outcomes.map(({ probe }) => probe.credential)).size

/** A pass that says how many forms of a wrong key it is about, where others were left to another operation. */
function aboutSome(judgement: Judgement, asked: number, all: number): Judgement {
  if (asked === all) return judgement
  return {
    ...judgement,
    values: { ...judgement.values, seen: `${judgement.values['seen']}, to ${asked} of ${all} wrong keys` },
  }
}
