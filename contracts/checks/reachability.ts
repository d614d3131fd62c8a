import { counted } from '../../evidence/counted.ts'
import { inconclusive, type Judgement, notExercised, pass, violation } from '../../evidence/judgement.ts'
import { type Answer, describeAnswer } from '../answer.ts'
import type { Case, Check, Checks, Other } from '../check.ts'
import { agreement } from '../learning/code-places.ts'
import type { Learned } from '../learning/learned.ts'
import { equalsUnknown } from '../learning/unknown-routes.ts'
import { exchangesOf, type Outcome } from '../outcome.ts'
import { isWatched } from '../probe.ts'
import { baseAskings } from './askings.ts'

type Answered = Extract<Outcome, { kind: 'answer' | 'server-error' }>

const isAnswered = (outcome: Outcome): outcome is Answered =>
  outcome.kind === 'answer' || outcome.kind === 'server-error'

/** True where the answer is what unknown routes get to the same kind of probe, or where that was never learned. */
function likeUnknown(outcome: Answered, learned: Learned): boolean | null {
  const unknown = learned.unknownFor(outcome)
  return unknown.answers.length === 0 ? null : equalsUnknown(outcome.answer, unknown)
}

function isGone(answer: Answer, learned: Learned): boolean {
  return (answer.status === 404 || answer.status === 410) && agreement(learned.codeOf(answer), 'not_found') !== 'right'
}

const kindOf = ({ probe }: Outcome) => `${probe.credential} ${probe.body.base}`

/** O1: the eligible key was among the probes, or a neighbour answers the same kind of probe unlike unknown routes. */
function couldTell(own: readonly Answered[], { operation, others, learned }: Case): boolean {
  if (own.some(({ probe }) => probe.credential === 'eligible') && !learned.keyRefused) return true
  const kinds = new Set(own.map(kindOf))
  return others
    .filter((other) => other.operation.method === operation.method)
    .some(({ seen }) =>
      seen.filter(isAnswered).some((outcome) => kinds.has(kindOf(outcome)) && likeUnknown(outcome, learned) === false),
    )
}

/**
 * Whether each 404 of other operations that name one resource differs from what unknown routes get. Beside `/api/pay/` no
 * unknown route can have the depth of `/api/pay/{shortId}`: there the unknown routes of the operation itself stand in.
 */
function missingResources(others: readonly Other[], own: readonly Answered[], learned: Learned): readonly boolean[] {
  return others
    .filter((other) => other.operation.namesOneResource)
    .flatMap(({ seen }) => seen.filter(isAnswered))
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
 */
function missingResourceLooksDifferent(own: readonly Answered[], { operation, others, learned }: Case): boolean {
  const sameMethod = others.filter((other) => other.operation.method === operation.method)
  return [sameMethod, others].some((group) => {
    const differs = missingResources(group, own, learned)
    return differs.length > 0 && differs.every((one) => one)
  })
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
  const { operation, learned, lacksOthers } = evidence
  const exchanges = exchangesOf(own)
  const compared = own.filter((outcome) => likeUnknown(outcome, learned) === true)
  if (compared.length < own.length) {
    return inconclusive('not-compared', { exchanges })
  }
  const telling = own.filter((outcome) => !tellsNothing(outcome))
  const tells =
    telling.every(({ answer }) => isGone(answer, learned)) &&
    couldTell(telling, evidence) &&
    (!operation.namesOneResource || missingResourceLooksDifferent(telling, evidence))
  const [first] = telling
  if (tells && operation.namesOneResource && lacksOthers) return inconclusive('needs-others', { exchanges })
  if (!tells || first === undefined) {
    return inconclusive('like-unknown-routes', { exchanges })
  }
  const expected = `an answer to ${operation.id} that unknown paths do not get, or not_found`
  const observed = describeAnswer(first.answer)
  return violation('not-there', { expected, observed, exchanges }, { status: first.answer.status })
}

/** O1. */
const reachable: Check = {
  questions: (operation, facts) => [
    { sub: null, wishes: baseAskings(operation, facts).map((probe) => ({ probe })), reads: 'operation' },
  ],
  compares: (operation, other) => operation.prefix === other.prefix && operation.id !== other.id,
  judge,
}

export const reachabilityChecks = {
  'catalog.reachable': reachable,
} as const satisfies Checks
