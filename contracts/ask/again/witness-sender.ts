import type { ContractFacts, Exchange } from '../../../evidence/exchange.ts'
import type { Outcome } from '../../outcome.ts'
import type { Entry } from '../../plan.ts'
import type { Dispatcher } from '../dispatcher.ts'
import type { Task } from '../queue.ts'

/** Asks a probe once more that was answered before. The answer tells whether the target serves anyone, and nothing of the operation. */
export class WitnessSender {
  readonly #dispatcher: Dispatcher
  readonly #entries: ReadonlyMap<string, Entry>
  /** How often each probe was sent. */
  readonly #sent = new Map<string, number>()

  /** `entries`: all entries of the plan, by probe. */
  constructor(dispatcher: Dispatcher, entries: ReadonlyMap<string, Entry>) {
    this.#dispatcher = dispatcher
    this.#entries = entries
  }

  /** Asks a witness once, which settles nothing. Null where the run was interrupted. `factsOf`: what is recorded with the answer. */
  async ask(witness: Task, factsOf: (exchange: Exchange) => ContractFacts = () => ({})): Promise<Exchange | null> {
    const { id } = witness.entry.probe
    const sent = Math.max(witness.sent, this.#sent.get(id) ?? 0)
    this.#sent.set(id, sent + 1)
    const task = { ...witness, sent }
    const exchange = await this.#dispatcher.send(task)
    if (exchange === null) return null
    this.#dispatcher.disregard(task, { ...exchange, facts: { ...factsOf(exchange), readiness: true } }, 0)
    return exchange
  }

  /** The task by which a settled probe would be sent next; none where the plan does not hold the probe. */
  taskOf({ probe, attempts }: Outcome): readonly Task[] {
    const entry = this.#entries.get(probe.id)
    if (entry === undefined) return []
    const sent = Math.max(attempts.at(-1)?.attempt ?? 0, this.#sent.get(probe.id) ?? 0)
    return [{ entry, sent, attempts, notBefore: 0, fresh: false, alone: false }]
  }
}
