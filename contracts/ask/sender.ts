import type { Exchange } from '../../evidence/exchange.ts'
import type { Redact } from '../../evidence/redaction/redaction.ts'
import { detailed } from '../../fixtures/catalog/catalog.ts'
import type { Known } from '../../fixtures/target.ts'
import { compose } from '../compose.ts'
import type { Task } from './queue.ts'
import { exchangeOf } from './record.ts'
import type { Transport } from './transport.ts'

/** What sending needs for every task. */
export interface Sending {
  readonly known: Known
  readonly seed: number
  readonly transport: Transport
  readonly redact: Redact
  readonly userAgent: string
  /** 32 hex digits that name the run in the W3C `traceparent` of each request. @default no `traceparent` */
  readonly traceId?: string | undefined
  /** Ends every exchange at once. */
  readonly signal: AbortSignal
}

/** Bytes of a body that are read at most. */
const maxBytes = 2 * 1024 * 1024

const nextAttempt = ({ sent }: Task) => sent + 1
const detailedOperations: ReadonlySet<string> = new Set(Object.values(detailed))

export const attemptId = (task: Task): string => `${task.entry.probe.id}.${nextAttempt(task)}`

/**
 * The `traceparent` header, so that a service's own tracing knows run and probe. The span is the probe's id and the attempt. For a
 * clean-up it is the planned id, and the number of the creation together with the attempt.
 */
function traceparentOf(task: Task, traceId: string | undefined): readonly (readonly [string, string])[] {
  if (traceId === undefined) return []
  const [id, creation = '0'] = task.entry.probe.id.split('-')
  const attempt = ((Number(creation) * 16 + nextAttempt(task)) % 0x10000).toString(16).padStart(4, '0')
  return [['traceparent', `00-${traceId}-${id}${attempt}-01`]]
}

/**
 * Sends the next attempt of a task and makes its exchange. It is the only place of the contract half where a request leaves.
 * Returns null where our own interrupt cut the attempt off, which is no evidence.
 */
export async function send(task: Task, timeoutMs: number, sending: Sending): Promise<Exchange | null> {
  const { known, seed, transport, signal, userAgent, redact } = sending
  const { probe } = task.entry
  const plain = compose(probe, known, seed)
  const headers = [...plain.headers, ['User-Agent', userAgent] as const, ...traceparentOf(task, sending.traceId)]
  const request = { ...plain, headers }
  const received = await transport.send(request, { timeoutMs, maxBytes, fresh: task.fresh, signal })
  if (received.failure !== null && signal.aborted) return null
  const isDetailed = probe.operation !== null && detailedOperations.has(probe.operation)
  const secretHeaders = known.extraHeaders.map(([name]) => name)
  return exchangeOf({ probe, attempt: nextAttempt(task), request, received }, { redact, isDetailed, secretHeaders })
}
