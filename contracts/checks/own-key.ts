import { type Exchange, endedAt } from '../../evidence/exchange.ts'
import { inconclusive, type Judgement, violation } from '../../evidence/judgement.ts'
import { bases } from '../../fixtures/bodies/bases.ts'
import { objectOf } from '../../fixtures/json.ts'
import { type Answer, describeAnswer } from '../answer.ts'
import type { AnsweredQuestion } from '../check.ts'
import { sentObject } from '../judging/refusal.ts'
import { exchangesOf, hasSucceeded, isKeyed, type Outcome, wereSentBefore } from '../outcome.ts'

/** True where some of these requests were served, and all of those were sent before this moment (milliseconds since the epoch). */
function areUsedUp(all: readonly Outcome[], moment: number): boolean {
  const served = all.filter((one) => one.probe.value === 'known' && hasSucceeded(one))
  return served.length > 0 && wereSentBefore(served, moment)
}

/** The `userId` of a choice; null where it has none. */
const voterOf = (exchange: Exchange) => objectOf(sentObject(exchange)['choiceData'])?.['userId'] ?? null

/**
 * O6a: true where the voter may have chosen before: nobody was served later, or nobody with the same `userId`. A service may know a
 * voter by more than the body, as by the address: then nobody is served later.
 */
export function mayHaveChosen({ exchange }: Answer, { seen }: AnsweredQuestion): boolean {
  const ofVoter = seen.filter(({ attempts }) => attempts.some((attempt) => voterOf(attempt) === voterOf(exchange)))
  return [seen, ofVoter].some((all) => areUsedUp(all, exchange.startedAt))
}

/**
 * O4c: true for a creation that lacks members and is refused with 400 or 404: the service read it, so it accepts the key. A body that the
 * settings vouch for lacks nothing, so where there is one this tells nothing.
 */
function isReadWithLess({ probe: asked, ...outcome }: Outcome, { seen, learned }: AnsweredQuestion): boolean {
  if (outcome.kind !== 'answer' || ![400, 404].includes(outcome.answer.status)) return false
  const isObject = bases[asked.body.base].is === 'object' && asked.body.contentType === undefined
  const isVouched = seen.some(({ probe }) => probe.purpose === 'vouched')
  const isFew = asked.body.change === undefined || asked.body.change.to === 'absent'
  return isObject && isFew && !isVouched && learned.keyRefused !== true
}

/**
 * O4c: which permission, and for what, is not shown (§5.3). The key may lack it for a member that no served creation had, such as
 * another's domain or what its plan lacks. The account may also hold as many embeds as it may.
 */
function mayLackPermission({ exchange }: Answer, evidence: AnsweredQuestion): boolean {
  if (evidence.operation.detail !== 'embed-create') return false
  const own = evidence.seen.filter(isKeyed)
  const served = own.filter(hasSucceeded)
  if (served.length === 0) return own.some((one) => isReadWithLess(one, evidence))
  if (areUsedUp(evidence.seen, endedAt(exchange))) return true
  const members = Object.keys(sentObject(exchange))
  const hadThem = (attempt: Exchange) => members.every((member) => member in sentObject(attempt))
  return !served.some(({ attempts }) => attempts.some(hadThem))
}

/** O4c, O10: judges a 401 or 403 to the eligible key on a shown operation; null for any other answer. */
export function judgeKey(answer: Answer, evidence: AnsweredQuestion): Judgement | null {
  const { learned, operation } = evidence
  if (!operation.shown || (answer.status !== 401 && answer.status !== 403)) return null
  const detail = { expected: 'an answer to the eligible key', observed: describeAnswer(answer) }
  if (answer.status === 403 && mayLackPermission(answer, evidence)) return inconclusive('not-accepted', detail)
  if (answer.status === 403) return violation('eligible-key-not-authorized', detail)
  return learned.keyRefused ? inconclusive('own-credential-refused', detail) : violation('eligible-key-refused', detail)
}

/**
 * O10: a violation where a request that the key may send gets 401 on a shown operation that serves other requests. A 403 tells nothing:
 * the key may lack the permission for one member or parameter (§5.3).
 */
export function refusedKey(
  values: readonly Outcome[],
  { seen, learned, operation }: AnsweredQuestion,
): Judgement | null {
  const refused = values.filter((one) => one.kind === 'answer').filter(({ answer }) => answer.status === 401)
  const isServed = seen.some(hasSucceeded)
  const [first] = refused
  if (first === undefined || !isServed || !operation.shown || learned.keyRefused === true) return null
  const expected = 'an answer to the eligible key'
  const detail = { expected, observed: describeAnswer(first.answer), exchanges: exchangesOf(refused) }
  return violation('eligible-key-refused', detail)
}
