import type { Exchange } from '../../evidence/exchange.ts'
import type { Redact } from '../../evidence/redaction/redaction.ts'
import { detailed } from '../../fixtures/catalog/catalog.ts'
import type { Known } from '../../fixtures/target.ts'
import { compose } from '../compose.ts'
import type { Task } from './queue.ts'
import { exchangeOf } from './record.ts'
import type { Transport } from './transport.ts'

/** What sending takes, whatever is sent. */
export interface Sending {
  readonly known: Known
  readonly seed: number
  readonly transport: Transport
  readonly redact: Redact
  readonly userAgent: string
  /** Ends every exchange at once. */
  readonly signal: AbortSignal
}

/** Bytes of a body that are read at most. */
const maxBytes = 2 * 1024 * 1024

const nextAttempt = ({ sent }: Task) => sent + 1
const detailedOperations: ReadonlySet<string> = new Set(Object.values(detailed))

/** Names the attempt that a task is at. */
export function attemptId(task: Task): string {
  return `${task.entry.probe.id}.${nextAttempt(task)}`
}

/**
 * Sends the next attempt of a task and makes it an exchange: the only place of the contract half where a request leaves.
 * Returns null where our own interrupt cut it off, which is no evidence.
 */
export async function send(task: Task, timeoutMs: number, sending: Sending): Promise<Exchange | null> {
  const { known, seed, transport, signal, userAgent, redact } = sending
  const { probe } = task.entry
  const plain = compose(probe, known, seed)
  const request = { ...plain, headers: [...plain.headers, ['User-Agent', userAgent] as const] }
  const received = await transport.send(request, { timeoutMs, maxBytes, fresh: task.fresh, signal })
  if (signal.aborted && received.failure !== null) return null
  const isDetailed = probe.operation !== null && detailedOperations.has(probe.operation)
  return exchangeOf({ probe, attempt: nextAttempt(task), request, received }, { redact, isDetailed })
}
