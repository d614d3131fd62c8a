import type { Exchange } from '../../evidence/exchange.ts'
import { inconclusive, type Judgement, violation } from '../../evidence/judgement.ts'
import { jsonOf, objectOf } from '../../fixtures/json.ts'
import { type Answer, describeAnswer } from '../answer.ts'
import type { AnsweredQuestion } from '../check.ts'
import { exchangesOf, hasSucceeded, type Outcome, wereSentBefore } from '../outcome.ts'

/** Where one was sent before this moment and served, and none that was sent later. */
export function mayBeUsedUp({ seen }: AnsweredQuestion, moment: number): boolean {
  const served = seen.filter((one) => one.probe.value === 'known' && hasSucceeded(one))
  return served.length > 0 && wereSentBefore(served, moment)
}

/** The members of a body that was sent. */
const membersOf = ({ request }: Exchange) => Object.keys(objectOf(jsonOf(request.body ?? '')) ?? {})

/**
 * O4c: which permission, and for what, is not shown (§5.3). A key that some creation was served to may lack it for a member that no
 * served one had (a domain that is not its own, what its plan does not hold), and an account may hold as many embeds as it may.
 */
function mayLackPermission({ exchange }: Answer, evidence: AnsweredQuestion): boolean {
  if (evidence.operation.detail !== 'embed-create') return false
  const served = evidence.seen.filter((one) => one.probe.credential === 'eligible' && hasSucceeded(one))
  if (served.length === 0) return false
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
