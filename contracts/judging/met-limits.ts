import { describeCode } from '../../evidence/code-reading.ts'
import { counted } from '../../evidence/counted.ts'
import type { Exchange } from '../../evidence/exchange.ts'
import { type Finding, findingOf } from '../../evidence/finding.ts'
import { type Judgement, violation } from '../../evidence/judgement.ts'
import { demanded, retryAfterOf } from '../../evidence/told-wait.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { type CheckId, checkFacts } from '../../fixtures/checks.ts'
import { isJsonMediaType } from '../../fixtures/json.ts'
import { type Answer, answerOf, validityOf } from '../answer.ts'
import { type Credential, credentials } from '../credentials.ts'
import type { Learned } from '../learning/learned.ts'
import { isRefusalByLimit, type Outcome } from '../outcome.ts'

/** The sub-id of findings about limits that a run met by chance. */
export const met = 'met'

interface Refusal {
  readonly operation: Operation
  readonly answer: Answer
  readonly credential: Credential
}

/**
 * O11, O14, O15: a limit that was met by chance says nothing about the questions. Where it breaks the documented limit, one finding reports
 * that, on the operation that met it first. Only load reports a limit that is as documented.
 */
export function metLimits(
  operations: readonly Operation[],
  outcomes: Iterable<Outcome>,
  codeOf: Learned['codeOf'],
  curlOf: (exchange: Exchange) => string,
): readonly Finding[] {
  const refusals = refusalsOf(operations, outcomes)
  const found = (check: CheckId, wrong: readonly Refusal[], judge: (first: Answer) => Judgement) =>
    wrong.slice(0, 1).map(({ operation: { id, product }, answer }) => {
      const place = { check, sub: met, clause: checkFacts(check).clauses[0], operation: id, product }
      return findingOf(place, judge(answer), curlOf(answer.exchange))
    })
  const wrong = refusals.filter((refusal) => hasWrongCode(refusal, codeOf))
  const broken = refusals.filter(isBroken)
  const unreadable = refusals.filter(
    ({ answer }) => answer.status === 429 && retryAfterOf(answer.exchange).kind === 'malformed',
  )
  return [
    ...(wrong.length > 0
      ? found('limits.code', wrong, (answer) => wrongCode(answer, counted(wrong.length, 'refusal'), codeOf))
      : found('limits.code', broken, brokenBody)),
    ...found('limits.retry-after', unreadable, unreadableWait),
  ]
}

/** Every refusal by a limit and every 503 to a listed operation, in the order of time. What stays with another status is judged as an answer. */
function refusalsOf(operations: readonly Operation[], outcomes: Iterable<Outcome>): readonly Refusal[] {
  const byId = new Map<string | null, Operation>(operations.map((operation) => [operation.id, operation]))
  return [...outcomes]
    .flatMap((outcome) => {
      const { probe, attempts } = outcome
      const operation = byId.get(probe.operation)
      if (operation === undefined) return []
      const stays = outcome.kind === 'answer' && isRefusalByLimit(outcome.answer)
      return attempts
        .flatMap((attempt) => answerOf(attempt) ?? [])
        .filter((answer) => [429, 503].includes(answer.status) || (!stays && isRefusalByLimit(answer)))
        .map((answer) => ({ operation, answer, credential: probe.credential }))
    })
    .toSorted((one, other) => one.answer.exchange.startedAt - other.answer.exchange.startedAt)
}

/**
 * Status and code belong together where statuses are shown (O5b). The code may be missing: a gateway may refuse too many requests in its
 * own way. Only load judges a limit without a code, since it knows that it met one.
 */
function hasWrongCode({ operation, answer, credential }: Refusal, codeOf: Learned['codeOf']): boolean {
  const reading = codeOf(answer)
  if (!operation.shown || reading.kind !== 'code') return false
  if (reading.code === 'rate_limited') return answer.status !== 429
  // Only the eligible key in its header is never refused for what it is (§8.1).
  if (credential === 'eligible') return answer.status === 429
  // A request without a valid key is owed 401 (§5.2). A 429 that names the missing key is no limit.
  const isDue = credentials[credential].refusedWith === 401 && reading.code === 'authentication_required'
  return isDue && answer.status === 429
}

/** O12: true for a 429 that is labelled JSON and is not, on any operation. */
function isBroken({ answer: { status, mediaType, exchange } }: Refusal): boolean {
  const body = exchange.response?.body
  const isWhole = body !== undefined && body.bytes > 0 && body.text !== null
  return status === 429 && isJsonMediaType(mediaType) && isWhole && validityOf(body) === 'invalid'
}

function brokenBody({ status, mediaType, exchange }: Answer): Judgement {
  const observed = `${status}, ${mediaType}, ${exchange.response?.body.bytes ?? 0} bytes`
  return violation('broken-json', { expected: '429 rate_limited', observed, exchanges: [exchange.id] })
}

function wrongCode(answer: Answer, refusals: string, codeOf: Learned['codeOf']): Judgement {
  const observed = `${answer.status} with ${describeCode(codeOf(answer))}`
  const detail = { expected: '429 rate_limited', observed, exchanges: [answer.exchange.id] }
  return answer.status === 429
    ? violation('code-wrong', detail, { refusals })
    : violation('status-wrong', detail, { status: answer.status })
}

function unreadableWait(answer: Answer): Judgement {
  const read = retryAfterOf(answer.exchange)
  const why = read.kind === 'malformed' ? read.why : ''
  const detail = { expected: demanded(429), observed: why, exchanges: [answer.exchange.id] }
  return violation('malformed', detail, { why })
}
