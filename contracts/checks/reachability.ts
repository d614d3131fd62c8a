import { counted } from '../../evidence/counted.ts'
import { inconclusive, type Judgement, notExercised, pass, violation } from '../../evidence/judgement.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { describeAnswer } from '../answer.ts'
import type { Case, Check, Checks } from '../check.ts'
import { baseQuestion } from '../judging/requests.ts'
import { equalsUnknown } from '../learning/unknown-routes.ts'
import { exchangesOf, type Outcome } from '../outcome.ts'
import { isWatched } from '../probe.ts'
import { type Answered, isAnswered, isGone, likeUnknown, type Nearness, nearness, neighbours } from './compared.ts'
import { missingByWitness } from './missing-by-witness.ts'

const kindOf = ({ probe }: Outcome) => `${probe.credential} ${probe.body.base}`

/** O1: the eligible key was among the probes, or a neighbour answers the same kind of probe unlike unknown routes. */
function couldTell(own: readonly Answered[], evidence: Case): boolean {
  const { learned } = evidence
  if (own.some(({ probe }) => probe.credential === 'eligible') && !learned.keyRefused) return true
  const kinds = new Set(own.map(kindOf))
  return neighbours(evidence, 'sameMethod').some(({ answers }) =>
    answers.some((outcome) => kinds.has(kindOf(outcome)) && likeUnknown(outcome, learned) === false),
  )
}

/** So many operations that are there must answer a kind of question like unknown routes before it is left out. */
const showNothing = 2

/**
 * True where operations that other questions show to be there answer this kind like unknown routes, all of them: a body reader
 * in front of the router refuses what it cannot read on every path. Such a question tells nothing, and spoils nothing. Says among
 * which it is so, or null.
 */
function answeredAlike(outcome: Answered, evidence: Case): Nearness | null {
  const { learned } = evidence
  const kind = kindOf(outcome)
  const alikeAmong = (near: Nearness) =>
    neighbours(evidence, near).flatMap(({ answers }) => {
      const isThere = answers.some((one) => kindOf(one) !== kind && likeUnknown(one, learned) === false)
      const own = answers.find((one) => kindOf(one) === kind)
      const alike = own === undefined ? null : likeUnknown(own, learned)
      return isThere && alike !== null ? [alike] : []
    })
  const near: Nearness = alikeAmong('sameMethod').length >= showNothing ? 'sameMethod' : 'sameMethodAnywhere'
  const among = alikeAmong(near)
  return among.length >= showNothing && among.every((alike) => alike) ? near : null
}

/**
 * Whether each 404 of other operations that name one resource differs from what unknown routes get. Beside `/api/pay/` no
 * unknown route can have the depth of `/api/pay/{shortId}`: there the unknown routes of the operation itself stand in.
 */
function missingResources(own: readonly Answered[], evidence: Case, near: Nearness): readonly boolean[] {
  const { learned } = evidence
  return neighbours(evidence, near)
    .filter((other) => other.operation.namesOneResource)
    .flatMap(({ answers }) => answers)
    .filter((outcome) => outcome.answer.status === 404)
    .flatMap((outcome) => {
      const alike = likeUnknown(outcome, learned)
      const twin = own.find((one) => kindOf(one) === kindOf(outcome))
      if (alike !== null || twin === undefined) return alike === null ? [] : [!alike]
      return [!equalsUnknown(outcome.answer, learned.unknownFor(twin))]
    })
}

/**
 * O1: one generic 404 for missing routes and missing resources conforms; another such operation must show a different one.
 * It counts only if none of the product's shows the generic one, at first with the same method: parts may be built otherwise.
 * Where the product shows none at all, the others speak for it. Says among which it is so, or null.
 */
function missingResourceLooksDifferent(own: readonly Answered[], evidence: Case): Nearness | null {
  const among = (near: Nearness) => missingResources(own, evidence, near)
  const sameMethod = among('sameMethod')
  if (sameMethod.length > 0 && sameMethod.every((differs) => differs)) return 'sameProduct'
  const near: Nearness = among('sameProduct').length > 0 ? 'sameProduct' : 'anywhere'
  const shown = among(near)
  return shown.length > 0 && shown.every((differs) => differs) ? near : null
}

function judge(evidence: Case): Judgement {
  const { operation, outcomes, seen, learned } = evidence
  const answered = seen.filter(isAnswered)
  // Odd identifiers may be taken for other paths on the way: only a server error or silence is judged of them (O7c).
  const refused = answered.find(({ answer, probe }) => [405, 501].includes(answer.status) && !isWatched(probe))
  if (refused !== undefined) {
    const observed = describeAnswer(refused.answer)
    return violation(
      'method-refused',
      { expected: `an answer to ${operation.id}`, observed, exchanges: exchangesOf([refused]) },
      { status: refused.answer.status },
    )
  }
  if (answered.length === 0) return judgeUnanswered(evidence)
  const own = outcomes.filter(isAnswered)
  const reached = own.find((outcome) => likeUnknown(outcome, learned) === false)
  if (reached !== undefined) {
    const { status } = reached.answer
    return pass('unlike-unknown-routes', { exchanges: exchangesOf([reached]) }, { status })
  }
  if (own.length === 0) {
    return inconclusive('not-compared', { exchanges: exchangesOf(outcomes) })
  }
  return judgeAlike(own, evidence)
}

function judgeUnanswered({ seen, learned, operation }: Case): Judgement {
  const silent = seen.filter((outcome) => outcome.kind === 'no-answer')
  const [first] = silent
  if (first !== undefined) {
    const exchanges = exchangesOf(silent)
    const requests = counted(silent.length, 'request')
    if (!silent.some((outcome) => outcome.repeated) || !learned.anyAnswer) {
      return inconclusive('no-answer', { exchanges }, { requests })
    }
    const detail = { expected: `an answer to ${operation.id}`, observed: first.failure.message, exchanges }
    return violation('no-answer', detail, { requests })
  }
  const limited = seen.filter((outcome) => outcome.kind === 'limited')
  return notExercised(limited.length > 0 ? 'limited' : 'not-asked', { exchanges: exchangesOf(limited) })
}

/** O1: a refused credential, a limit, a redirect or a success that unknown routes get as well tells nothing. */
function tellsNothing({ answer: { status } }: Answered): boolean {
  return status < 400 || [401, 403, 429].includes(status)
}

/** Every answer is what unknown routes get as well, or nothing is known of those. */
function judgeAlike(own: readonly Answered[], evidence: Case): Judgement {
  const { operation, learned } = evidence
  const exchanges = exchangesOf(own)
  const compared = own.filter((outcome) => likeUnknown(outcome, learned) === true)
  if (compared.length < own.length) {
    return inconclusive('not-compared', { exchanges })
  }
  const shown = missingByWitness(own, evidence)
  if (shown !== null && 'missing' in shown) return notThere(own, operation, [...exchanges, ...shown.exchanges])
  const unclear = shown === null ? 'like-unknown-routes' : 'needs-others'
  const plain = own.filter((outcome) => !tellsNothing(outcome))
  const spoiling = plain.filter(({ answer }) => !isGone(answer, learned))
  const leftOut = spoiling.map((one) => answeredAlike(one, evidence))
  const telling = plain.filter((one) => !spoiling.includes(one))
  const different = operation.namesOneResource ? [missingResourceLooksDifferent(telling, evidence)] : []
  const [first] = telling
  const standsOn = [...leftOut, ...different]
  if (first === undefined || !couldTell(telling, evidence) || standsOn.includes(null)) {
    return inconclusive(unclear, { exchanges })
  }
  const lacksSome = (near: Nearness | null) =>
    near !== null && evidence.lacking.some((other) => nearness[near](operation, other))
  if (standsOn.some(lacksSome)) return inconclusive('needs-others', { exchanges })
  return notThere(telling, operation, exchanges)
}

function notThere(seen: readonly Answered[], operation: Operation, exchanges: readonly string[]): Judgement {
  const gone = seen.find(({ answer }) => answer.status === 404 || answer.status === 410) ?? seen[0]
  const expected = `an answer to ${operation.id} that unknown paths do not get`
  const observed = gone === undefined ? 'the answer of an unknown path' : describeAnswer(gone.answer)
  return violation('not-there', { expected, observed, exchanges }, { status: gone?.answer.status ?? 404 })
}

/** O1. */
const reachable: Check = {
  questions: baseQuestion,
  compares: (operation, other) => operation.id !== other.id,
  judge,
}

export const reachabilityChecks = {
  'catalog.reachable': reachable,
} as const satisfies Checks
