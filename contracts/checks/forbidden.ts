import {
  because,
  inconclusive,
  type Judgement,
  type Reason,
  undocumented,
  violation,
} from '../../evidence/judgement.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { evidenceOf, succeeded } from '../answer.ts'
import type { AnsweredQuestion, Check, Checks, ConditionalProbe, Facts } from '../check.ts'
import type { Restricted } from '../credentials.ts'
import { describeProbe } from '../describe-probe.ts'
import { judgeCode } from '../judging/code.ts'
import { eligibleTwin, isRefusedAgain, refusesWhoeverAsks, tells } from '../judging/controls.ts'
import { fold, type Order } from '../judging/fold.ts'
import { inPlaceOf, isRefusedAsSuccess, isServed } from '../judging/served.ts'
import { judgedAll, statusOf, type WithAnswer, wasSent } from '../outcome.ts'
import { onControlsThatSucceed, onKept, onNumbersThatSucceed } from '../probes/controls.ts'
import { whereProtected, withCredential } from '../probes/requests.ts'
import { leftToAnother, outOfTurn } from '../sample.ts'
import { sentWithTheKey } from './refused-key.ts'

const expected = '403 not_authorized'

/** Judges the code of a 403. A 403 that the eligible key gets too, for the very same request, is not about the credential. */
function judgeForbidden(one: WithAnswer, evidence: AnsweredQuestion): Judgement {
  const judgement = judgeCode(one.answer, 'not_authorized', evidence.learned)
  if (judgement.verdict !== 'violation' || !refusesWhoeverAsks(one, evidence)) return judgement
  return inconclusive('refused-like-the-key', { expected, ...evidenceOf(one.answer) })
}

/** O4a: the credential must be refused here. */
function judgeRefused(one: WithAnswer, evidence: AnsweredQuestion): Judgement {
  const { operation, seen, learned } = evidence
  const { probe, answer } = one
  const { status } = answer
  const request = describeProbe(probe)
  const detail = { expected, ...evidenceOf(answer) }
  if (isRefusedAsSuccess(answer, 'not_authorized', learned)) return violation('not-refused-as-403', detail, { request })
  if (isServed(answer))
    return violation('accepted-ineligible', { ...detail, expected: inPlaceOf(answer, expected) }, { request })
  if (status === 403) return judgeForbidden(one, evidence)
  /** The status that the eligible key got for the same request; null where no answer came. */
  const control = statusOf(eligibleTwin(one, seen))
  const isForTheFirst = isRefusedAgain(one, seen)
  if (status === 400 || status === 404) {
    // How much an account may ask for at once is not shown (§8.3).
    const isOfLimit = status === 400 && probe.query.set.length > 0
    const isAlike = !operation.shown || control === status || control === null || isForTheFirst || isOfLimit
    return isAlike
      ? inconclusive('refused-for-the-request', detail)
      : violation('not-refused-as-403', detail, { request })
  }
  // O10: where the eligible key is refused too, as in another environment, nothing is learned about eligibility.
  const isLikeTheKey = control === status && (status === 401 || !operation.shown)
  if (isLikeTheKey || (status === 401 && learned.keyRefused)) return inconclusive('refused-like-the-key', detail)
  if (status === 401) return violation('ineligible-as-401', detail, { request })
  // §5.3, where the eligible key is served for the same request. A second creation may be refused because of the first one.
  const served = control !== null && succeeded({ status: control }) && !isForTheFirst
  if (operation.shown && served && !(operation.method === 'POST' && aboutState.includes(status)))
    return violation('not-refused-as-403', detail, { request })
  return inconclusive('refused-otherwise', detail, { status })
}

/** Statuses that may come from what exists already, whichever credential asks. */
const aboutState: readonly number[] = [409, 412, 422, 423]

/** O4b: a key that lacks one permission may have others, so only the code of a 403 is asserted. */
function judgeElsewhere(one: WithAnswer, evidence: AnsweredQuestion): Judgement {
  const { answer } = one
  const detail = evidenceOf(answer)
  if (answer.status === 403) return judgeForbidden(one, evidence)
  if (succeeded(answer)) return undocumented('eligible-here', detail)
  return inconclusive('refused-otherwise', detail, { status: answer.status })
}

function restrictedProbes(operation: Operation, facts: Facts, credential: Restricted): readonly ConditionalProbe[] {
  const asked = withCredential(operation, facts, credential)
  if (operation.detail === 'embed-create') {
    const ofKept = credential === 'restricted-account' ? onKept(operation, facts, credential) : []
    return [{ probe: asked }, ...onControlsThatSucceed(operation, facts, credential), ...ofKept]
  }
  if (operation.shown) return [{ probe: asked }, ...onNumbersThatSucceed(operation, ['limit'], credential)]
  const ofAll = credential === telling(operation, facts)
  const leftOut = outOfTurn(operation, facts, 'one-of-resource') ?? (ofAll ? null : leftToAnother(operation, facts))
  return [{ probe: asked, ...whereProtected(operation, facts), leftOut }]
}

/**
 * The one credential with which the nightly asks every protected operation, since each words its own 403: the product key where it must
 * be refused, else the account key. All others, and in the gate this one too, ask one operation of each resource.
 */
const telling = ({ product }: Operation, { restrictedProducts }: Facts): Restricted =>
  restrictedProducts.includes(product) ? 'restricted-product' : 'restricted-account'

/** O4. The check of one restricted credential. `barred` says why its question cannot be asked, if so. */
function ineligible(
  credential: Restricted,
  barred: (operation: Operation, facts: Facts) => Reason | null = () => null,
): Check {
  return {
    questions(operation, facts) {
      if (operation.detail === 'audience-choice') return []
      const reason = barred(operation, facts)
      if (reason !== null) return [{ sub: null, probes: [], barred: reason }]
      const reads = sentWithTheKey(operation)
      return [{ sub: null, probes: restrictedProbes(operation, facts, credential), reads }]
    },
    judge(evidence) {
      const { operation } = evidence
      const mustRefuse = operation.shown || credential === 'restricted-product'
      const sent = evidence.outcomes.filter((outcome) => wasSent(outcome) && tells(outcome))
      const judge = mustRefuse ? judgeRefused : judgeElsewhere
      return fold(
        judgedAll(sent, (one) => judge(one, evidence)),
        whatCouldTell,
      )
    },
  }
}

/** The request is sent in several forms: one form with a clear result is enough. */
const whatCouldTell: Order = ['violation', 'pass', 'undocumented', 'not-exercised', 'inconclusive']

/** Why an operation is not asked with the product key: only the settings know which products that key lacks. */
function whyNotRestricted({ product }: Operation, { restrictedProducts }: Facts): Reason | null {
  if (restrictedProducts.length === 0) return because('no-restricted-products')
  return restrictedProducts.includes(product) ? null : because('not-restricted', { product })
}

export const forbiddenChecks = {
  'auth.ineligible-account': ineligible('restricted-account'),
  'auth.ineligible-origin': ineligible('ineligible-origin'),
  'auth.ineligible-permission': ineligible('restricted-permission'),
  'auth.ineligible-product': ineligible('restricted-product', whyNotRestricted),
} as const satisfies Checks
