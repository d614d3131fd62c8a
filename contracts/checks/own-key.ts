import type { Exchange } from '../../evidence/exchange.ts'
import { inconclusive, type Judgement, violation } from '../../evidence/judgement.ts'
import { bases } from '../../fixtures/bodies/bases.ts'
import { jsonOf, objectOf } from '../../fixtures/json.ts'
import { type Answer, describeAnswer } from '../answer.ts'
import type { AnsweredQuestion } from '../check.ts'
import { exchangesOf, hasSucceeded, type Outcome, wereSentBefore } from '../outcome.ts'

/** Where one was sent before this moment and served, and none that was sent later. */
function mayBeUsedUp({ seen }: AnsweredQuestion, moment: number): boolean {
  const served = seen.filter((one) => one.probe.value === 'known' && hasSucceeded(one))
  return served.length > 0 && wereSentBefore(served, moment)
}

const bodyOf = ({ request }: Exchange) => objectOf(jsonOf(request.body ?? '')) ?? {}

/** The members of a body that was sent. */
const membersOf = (exchange: Exchange) => Object.keys(bodyOf(exchange))

/** Who is said to choose; null where nobody is. */
const voterOf = (exchange: Exchange) => objectOf(bodyOf(exchange)['choiceData'])?.['userId'] ?? null

/**
 * O6a: who chose once may be refused a second time, whoever else is served later. Who that is may be told by more than the body, by
 * the address: then nobody is served later.
 */
export function mayHaveChosen({ exchange }: Answer, evidence: AnsweredQuestion): boolean {
  if (mayBeUsedUp(evidence, exchange.startedAt)) return true
  const served = evidence.seen.filter(
    (one) =>
      one.probe.value === 'known' &&
      hasSucceeded(one) &&
      one.attempts.some((attempt) => voterOf(attempt) === voterOf(exchange)),
  )
  return served.length > 0 && wereSentBefore(served, exchange.startedAt)
}

/**
 * O4c: a creation without some member that gets as far as its request: the key is none of which nothing is read. What the settings
 * vouch for has all that is wanted.
 */
function isReadWithLess({ probe: asked, ...outcome }: Outcome, { seen, learned }: AnsweredQuestion): boolean {
  if (outcome.kind !== 'answer' || ![400, 404].includes(outcome.answer.status)) return false
  const isObject = bases[asked.body.base].is === 'object' && asked.body.contentType === undefined
  const isVouched = seen.some(({ probe }) => probe.purpose === 'vouched')
  const isFew = asked.body.change === undefined || asked.body.change.to === 'absent'
  return isObject && isFew && !isVouched && learned.keyRefused !== true
}

/**
 * O4c: which permission, and for what, is not shown (§5.3). A key that some creation was served to may lack it for a member that no
 * served one had (a domain that is not its own, what its plan does not hold), and an account may hold as many embeds as it may.
 */
function mayLackPermission({ exchange }: Answer, evidence: AnsweredQuestion): boolean {
  if (evidence.operation.detail !== 'embed-create') return false
  const own = evidence.seen.filter(({ probe }) => probe.credential === 'eligible')
  const served = own.filter(hasSucceeded)
  if (served.length === 0) return own.some((one) => isReadWithLess(one, evidence))
  if (mayBeUsedUp(evidence, exchange.startedAt + exchange.endMs)) return true
  const members = membersOf(exchange)
  const hadThem = (attempt: Exchange) => members.every((member) => membersOf(attempt).includes(member))
  return !served.some(({ attempts }) => attempts.some(hadThem))
}

/** O4c, O10: the eligible key itself is refused on an operation that is shown with it. */
export function judgeKey(answer: Answer, evidence: AnsweredQuestion): Judgement | null {
  const { learned, operation } = evidence
  if (!operation.shown || (answer.status !== 401 && answer.status !== 403)) return null
  const detail = { expected: 'an answer to the eligible key', observed: describeAnswer(answer) }
  if (answer.status === 403 && mayLackPermission(answer, evidence)) return inconclusive('not-accepted', detail)
  if (answer.status === 403) return violation('eligible-key-not-authorized', detail)
  return learned.keyRefused ? inconclusive('own-credential-refused', detail) : violation('eligible-key-refused', detail)
}

/**
 * O10: what the key may ask is refused as if there were none, by an operation that serves it. A 403 tells nothing: for one member
 * or parameter a key may lack the permission (§5.3).
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
