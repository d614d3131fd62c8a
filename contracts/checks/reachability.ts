import { counted } from '../../evidence/counted.ts'
import { inconclusive, type Judgement, pass, violation } from '../../evidence/judgement.ts'
import { leadsToOwnPath } from '../../evidence/redirects.ts'
import { takesAllBesideIt } from '../../fixtures/catalog/routes.ts'
import { describeAnswer } from '../answer.ts'
import type { AnsweredQuestion, Check } from '../check.ts'
import { equalsUnknown } from '../equal-answers.ts'
import { isMadeUpValue } from '../identifiers.ts'
import { nothingSeen } from '../judging/completion.ts'
import { exchangesOf, isKeyed, isKeyless } from '../outcome.ts'
import { isWatched, kindOf } from '../probe.ts'
import { baseQuestion } from '../probes/requests.ts'
import {
  type ComparedAnswer,
  comparedIn,
  isUnlike,
  looksMissing,
  type Nearness,
  nearness,
  neighbours,
  servedSince,
} from './compared.ts'
import { allowedByOptions, missingByWitness } from './missing-by-witness.ts'
import { missingOnSome } from './missing-on-some.ts'
import { isListingOfNothing, prefixesSeen, toldApartAmong } from './missing-resources.ts'

/** The other operations that a conclusion needs; `itself` where it needs none. */
type StandsOn = Nearness | 'itself'

/**
 * O1: the probes can tell where the eligible key was among them, or where neighbours answer the same kind of probe unlike unknown
 * routes. Returns the operations that this conclusion needs, or null where the probes cannot tell.
 */
function toldBy(own: readonly ComparedAnswer[], evidence: AnsweredQuestion): StandsOn | null {
  const { learned } = evidence
  if (own.some(isKeyed) && !learned.keyRefused) return 'itself'
  const kinds = new Map(own.map((one) => [kindOf(one.probe), one]))
  // Shown operations ask for the key because that is documented. This says nothing about others.
  const alike = neighbours(evidence, 'sameMethod')
    .filter(({ operation }) => !operation.shown)
    .flatMap(({ answers }) => answers.filter((one) => kinds.has(kindOf(one.probe))))
  // Some operations may be hidden (§5.5).
  const isTold = alike.filter(isUnlike).length > alike.filter(({ isLike }) => isLike === true).length
  if (isTold) return hidesReads(evidence) ? null : 'itself'
  if (prefixesSeen(evidence).has(evidence.operation.prefix)) return null
  // Nothing of the product is there, not even for the eligible key: then operations of other products may tell.
  const isGoneWithKey = neighbours(evidence, 'sameProduct').some(({ answers }) =>
    answers.some((one) => isKeyed(one) && one.isBare),
  )
  if (!isGoneWithKey || learned.keyRefused) return null
  const isToldElsewhere = neighbours(evidence, 'sameMethodAnywhere').some(({ answers }) =>
    answers.some((outcome) => {
      const twin = kinds.get(kindOf(outcome.probe))
      return twin !== undefined && !equalsUnknown(outcome.answer, learned.unknownFor(twin))
    }),
  )
  return isToldElsewhere ? 'sameProduct' : null
}

/**
 * §5.5: where reads are answered to the own key and hidden from whoever has none, what that key may not ask may be hidden too. Such
 * reads count in the same product, or in two others: each product may hide as it likes.
 */
function hidesReads(evidence: AnsweredQuestion): boolean {
  const { operation } = evidence
  const hiding = neighbours(evidence, 'anywhere').filter(({ answers }) => {
    const isHidden = answers.some((one) => isKeyless(one) && looksMissing(one))
    return isHidden && answers.some((one) => isKeyed(one) && !one.isGone && isUnlike(one))
  })
  const prefixes = new Set(hiding.map(({ operation: { prefix } }) => prefix))
  return prefixes.has(operation.prefix) || prefixes.size >= 2
}

/** A kind of probe is left out only where at least this many operations that are there were asked with it. */
const showNothing = 2

/**
 * A body reader in front of the router refuses an unreadable body on every path. An operation that is there answers such a probe alike,
 * so that it tells nothing, or asks for the key first, so that the probe speaks for a missing route. So the probe may be left out.
 * Returns among which operations this was seen, or null.
 */
function refusedBeforeRouting({ probe }: ComparedAnswer, evidence: AnsweredQuestion): Nearness | null {
  const isOfKind = (one: ComparedAnswer) => kindOf(one.probe) === kindOf(probe)
  const askedAmong = (near: Nearness) =>
    neighbours(evidence, near).filter(({ answers }) => {
      const isThere = answers.some((one) => !isOfKind(one) && isUnlike(one))
      return isThere && answers.some((one) => isOfKind(one) && one.isLike !== null)
    }).length
  if (askedAmong('sameMethod') >= showNothing) return 'sameMethod'
  return askedAmong('sameMethodAnywhere') >= showNothing ? 'sameMethodAnywhere' : null
}

function judge(evidence: AnsweredQuestion): Judgement {
  const { operation, outcomes, seen, learned } = evidence
  const answered = comparedIn(seen, learned)
  // A gateway may take an odd identifier for another path: only a server error or silence is judged of it (O7c).
  const refused = answered.find(({ answer, probe }) => [405, 501].includes(answer.status) && !isWatched(probe))
  if (refused !== undefined) {
    const observed = describeAnswer(refused.answer)
    return violation(
      'method-refused',
      { expected: 'an answer other than 405 and 501', observed, exchanges: exchangesOf([refused]) },
      { status: refused.answer.status },
    )
  }
  if (answered.length === 0) return judgeUnanswered(evidence)
  const onSome = missingOnSome(evidence)
  if (onSome !== null) return onSome
  const own = comparedIn(outcomes, learned)
  // Here the unknown routes have another prefix and another service may answer them, so a difference tells nothing.
  const unlike = takesAllBesideIt(operation) ? [] : [...own, ...servedSince(evidence)].filter(isUnlike)
  const [different] = unlike
  const isOtherwise = (one: ComparedAnswer) => !one.isGone && (tellsNothing(one) || one.isLike !== true)
  const reached = unlike.find(({ isGone }) => !isGone) ?? (answered.some(isOtherwise) ? different : undefined)
  if (reached !== undefined) {
    const { status } = reached.answer
    const telling = answered.filter(({ answer }) => ![401, 403, 429].includes(answer.status))
    const [moved] = telling
    if (moved !== undefined && telling.every(({ answer }) => leadsToOwnPath(answer.exchange))) {
      return inconclusive('leads-to-own-path', { exchanges: exchangesOf(telling) }, { status: moved.answer.status })
    }
    return pass('unlike-unknown-routes', { exchanges: exchangesOf([reached]) }, { status })
  }
  // A gateway has 404 pages of its own.
  if (different !== undefined) {
    const detail = { observed: describeAnswer(different.answer), exchanges: exchangesOf(own) }
    return inconclusive('gone-whatever-asked', detail, { status: different.answer.status })
  }
  const apart = answered.find((one) => isToldApart(one, answered))
  if (apart !== undefined) {
    return pass('unlike-made-up', { exchanges: exchangesOf([apart]) }, { status: apart.answer.status })
  }
  if (own.length === 0) return inconclusive('not-compared', { exchanges: exchangesOf(outcomes) })
  return judgeAlike(own, evidence)
}

function judgeUnanswered({ seen, learned }: AnsweredQuestion): Judgement {
  const silent = seen.filter((outcome) => outcome.kind === 'no-answer')
  const [first] = silent
  if (first !== undefined) {
    const exchanges = exchangesOf(silent)
    const requests = counted(silent.length, 'request')
    if (!silent.some((outcome) => outcome.repeated) || !learned.anyAnswer) {
      return inconclusive('no-answer', { exchanges }, { requests })
    }
    const detail = { expected: 'a whole HTTP answer', observed: first.failure.message, exchanges }
    return violation('no-answer', detail, { requests })
  }
  return nothingSeen(seen)
}

/** True where the known identifier is served and a made-up one refused to the same kind of probe. Odd input may be refused anywhere. */
function isToldApart(one: ComparedAnswer, answered: readonly ComparedAnswer[]): boolean {
  if (one.probe.value !== 'known' || one.answer.status >= 400) return false
  const alike = answered.filter(({ probe }) => !isWatched(probe) && kindOf(probe) === kindOf(one.probe))
  return alike.some(({ probe, answer: { status } }) => isMadeUpValue(probe.value) && status >= 400 && status < 500)
}

/** O1: a refused credential, a limit, a redirect or a success that unknown routes get as well tells nothing. */
function tellsNothing({ answer: { status } }: ComparedAnswer): boolean {
  return status < 400 || [401, 403, 429].includes(status)
}

/** Judges an operation whose every answer is like that of unknown routes, or cannot be compared. */
function judgeAlike(own: readonly ComparedAnswer[], evidence: AnsweredQuestion): Judgement {
  const { operation } = evidence
  const exchanges = exchangesOf(own)
  if (!own.every(({ isLike }) => isLike === true)) return inconclusive('not-compared', { exchanges })
  if (isListingOfNothing(evidence)) return inconclusive('like-unknown-routes', { exchanges })
  const shown = missingByWitness(own, evidence)
  if (shown !== null && 'missing' in shown) return notThere(own, [...exchanges, ...shown.exchanges])
  const unclear = shown === null ? 'like-unknown-routes' : 'needs-others'
  const plain = own.filter((outcome) => !tellsNothing(outcome))
  const spoiling = plain.filter((one) => !one.isBare)
  const leftOut = spoiling.map((one) => refusedBeforeRouting(one, evidence))
  const telling = plain.filter((one) => !spoiling.includes(one))
  const [first] = telling
  const toKey = ({ answer }: ComparedAnswer) =>
    inconclusive('unknown-to-the-key', { observed: describeAnswer(answer), exchanges }, { status: answer.status })
  const keyed = own.find((one) => isKeyed(one) && tellsNothing(one))
  if (first === undefined && shown === null && keyed !== undefined) return toKey(keyed)
  const different = operation.namesOneResource ? [toldApartAmong(telling, evidence)] : []
  const standsOn: readonly (StandsOn | null)[] = [...leftOut, ...different, toldBy(telling, evidence)]
  if (first === undefined || standsOn.includes(null)) {
    const options = allowedByOptions(own, evidence)
    if (options !== null) return pass('allowed', { exchanges: [options] })
    // What a missing resource gets says nothing of a route; a list or a creation names none.
    const absent = operation.namesOneResource ? undefined : plain.find((one) => isKeyed(one) && one.isAbsent)
    return shown === null && absent !== undefined ? toKey(absent) : inconclusive(unclear, { exchanges })
  }
  const lacksSome = (near: StandsOn | null) =>
    near !== null && near !== 'itself' && evidence.lacking.some((other) => nearness[near](operation, other))
  if (standsOn.some(lacksSome)) return inconclusive('needs-others', { exchanges })
  return notThere(telling, exchanges)
}

function notThere(seen: readonly ComparedAnswer[], exchanges: readonly string[]): Judgement {
  const gone = seen.find(({ isAbsent }) => isAbsent) ?? seen[0]
  const expected = 'an answer that unknown paths do not get'
  const observed = gone === undefined ? 'the answer of an unknown path' : describeAnswer(gone.answer)
  return violation('not-there', { expected, observed, exchanges }, { status: gone?.answer.status ?? 404 })
}

/** O1. */
export const reachable: Check = {
  questions: baseQuestion,
  compares: (operation, other) => operation.id !== other.id,
  judge,
}
