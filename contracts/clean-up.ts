import type { Exchange } from '../evidence/exchange.ts'
import type { Redact } from '../evidence/redaction/redaction.ts'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import type { CleanUp, Known } from '../fixtures/target.ts'
import { answerOf, succeeded } from './answer.ts'
import { retryAfterOf } from './ask/patience.ts'
import { exchangeOf } from './ask/record.ts'
import type { Transport } from './ask/transport.ts'
import { compose } from './compose.ts'
import { identified } from './probe.ts'

/** A resource that this run made: its creation and the identifier that it was given. */
export interface Created {
  readonly operation: string
  readonly id: string
}

function idIn(json: unknown): string | null {
  if (typeof json !== 'object' || json === null || !('data' in json)) return null
  const { data } = json
  if (typeof data !== 'object' || data === null || !('id' in data)) return null
  return typeof data.id === 'string' && data.id !== '' ? data.id : null
}

/** What the exchanges show to have been created with the own key, each once. */
export function createdBy(exchanges: readonly Exchange[], operations: readonly string[]): readonly Created[] {
  const made = exchanges.flatMap((exchange): Created[] => {
    if (exchange.operation === null || !operations.includes(exchange.operation)) return []
    const answer = answerOf(exchange)
    const id = answer !== null && succeeded(answer) ? idIn(answer.json) : null
    return id === null ? [] : [{ operation: exchange.operation, id }]
  })
  return [...new Map(made.map((one) => [one.id, one])).values()]
}

function withId(body: unknown, id: string): unknown {
  if (typeof body === 'string') return body.replaceAll('{id}', id)
  if (Array.isArray(body)) return body.map((item) => withId(item, id))
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, withId(value, id)]))
}

interface Cleaning {
  readonly known: Known
  readonly seed: number
  readonly transport: Transport
  readonly redact: Redact
  readonly userAgent: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly record: (exchange: Exchange) => void
  /** Milliseconds since the epoch after which nothing more is undone. */
  readonly deadline: number
}

/** Who leaves so many undoings in a row unanswered is not asked for more. */
const mostFailures = 2

/** True while a wait that some answer named is not over: nothing is sent into it, whomever it concerned. */
export function isWaitedFor(exchanges: readonly Exchange[], now: number): boolean {
  return exchanges.some((exchange) => {
    if (exchange.response?.status !== 429 && exchange.response?.status !== 503) return false
    const told = retryAfterOf(exchange)
    return 'waitMs' in told && exchange.startedAt + exchange.endMs + told.waitMs > now
  })
}

/**
 * Undoes what this run created, one by one, where a clean-up is declared (DESIGN section 6). What cannot be undone stays
 * listed; a refusal by a limit ends it, as do silence and the deadline, since nothing depends on the rest.
 */
export async function cleanUp(created: readonly Created[], cleaning: Cleaning): Promise<readonly Created[]> {
  const left: Created[] = []
  let failures = 0
  let limited = false
  for (const [index, one] of created.entries()) {
    const rule = cleaning.known.cleanUps.find((candidate) => candidate.created === one.operation)
    const over = limited || failures >= mostFailures || cleaning.signal.aborted || Date.now() >= cleaning.deadline
    if (rule === undefined || over) {
      left.push(one)
      continue
    }
    const status = await undo(one, rule, index, cleaning)
    if (status === null || status >= 300) left.push(one)
    failures = status === null ? failures + 1 : 0
    limited = status === 429
  }
  return left
}

async function undo(one: Created, rule: CleanUp, index: number, cleaning: Cleaning): Promise<number | null> {
  const operation = catalogue.find(({ id }) => id === rule.operation)
  if (operation === undefined) return null
  const probe = identified({
    operation: operation.id,
    method: operation.method,
    path: operation.path,
    credential: 'eligible',
    value: 'known',
    query: { base: 'none', set: [] },
    body: { base: 'none' },
    nth: index + 1,
    group: 'clean-up',
  })
  const { known, seed, transport, redact, userAgent, timeoutMs, signal } = cleaning
  const plain = compose({ ...probe, body: { base: 'empty-object' } }, known, seed)
  const request = { ...plain, body: JSON.stringify(withId(rule.body, one.id)) }
  const sent = { ...request, headers: [...request.headers, ['User-Agent', userAgent] as const] }
  const received = await transport.send(sent, { timeoutMs, maxBytes: 64 * 1024, fresh: false, signal })
  const exchange = exchangeOf({ probe, attempt: 1, request, received }, { redact, isDetailed: false, userAgent })
  cleaning.record(exchange)
  return exchange.response?.status ?? null
}
