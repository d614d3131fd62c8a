import type { Exchange } from '../../evidence/exchange.ts'
import { compose } from '../compose.ts'
import type { Plan } from '../plan.ts'
import type { AskOptions } from './ask-options.ts'
import type { Task } from './queue.ts'
import { exchangeOf } from './record.ts'

/** Bytes of a body that are read at most. */
const maxBytes = 2 * 1024 * 1024

const nextAttempt = ({ sent }: Task) => sent + 1

/** Names the attempt that a task is at. */
export function attemptId(task: Task): string {
  return `${task.entry.probe.id}.${nextAttempt(task)}`
}

/** Sends attempts of a plan, one by one, and makes each an exchange. */
export class Sender {
  readonly #options: AskOptions
  readonly #seed: number
  readonly #detailed: ReadonlySet<string>

  constructor(plan: Plan, options: AskOptions) {
    this.#options = options
    this.#seed = plan.facts.seed
    this.#detailed = new Set(plan.operations.flatMap(({ id, detail }) => (detail === null ? [] : [id])))
  }

  /** Sends the next attempt of a task; null where our own interrupt cut it off, which is no evidence. */
  async attempt(task: Task, timeoutMs: number): Promise<Exchange | null> {
    const { known, transport, signal, userAgent, redact } = this.#options
    const { probe } = task.entry
    const request = compose(probe, known, this.#seed)
    const sent = { ...request, headers: [...request.headers, ['User-Agent', userAgent] as const] }
    const received = await transport.send(sent, { timeoutMs, maxBytes, fresh: task.fresh, signal })
    if (signal.aborted && received.failure !== null) return null
    const isDetailed = probe.operation !== null && this.#detailed.has(probe.operation)
    return exchangeOf({ probe, attempt: nextAttempt(task), request, received }, { redact, isDetailed, userAgent })
  }
}
