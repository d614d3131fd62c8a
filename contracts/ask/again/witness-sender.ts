import type { ContractFacts, Exchange } from '../../../evidence/exchange.ts'
import type { Outcome } from '../../outcome.ts'
import type { Dispatcher } from '../dispatcher.ts'
import type { Task } from '../queue.ts'

/** Asks once more what was answered before: that tells whether the target serves anyone, and nothing of an operation. */
export class WitnessSender {
  readonly #dispatcher: Dispatcher
  /** How often each was sent. */
  readonly #sent = new Map<string, number>()

  constructor(dispatcher: Dispatcher) {
    this.#dispatcher = dispatcher
  }

  /**
   * Asks one once, which settles nothing. Null where the run was interrupted.
   *
   * @param factsOf What is kept with its answer.
   */
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

  /** True while a wait is kept that a limit named: nothing is sent into it (O11). */
  isHeld(witness: Task): boolean {
    return this.#dispatcher.isHeld(witness)
  }

  /** How often a probe was sent, as a witness too. */
  sentOf({ probe, attempts }: Outcome): number {
    return Math.max(attempts.at(-1)?.attempt ?? 0, this.#sent.get(probe.id) ?? 0)
  }
}
