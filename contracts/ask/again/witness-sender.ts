import type { ContractFacts, Exchange } from '../../../evidence/exchange.ts'
import { toldMs } from '../../../evidence/told-wait.ts'
import { answerOf } from '../../answer.ts'
import { isRefusalByLimit, type Outcome } from '../../outcome.ts'
import type { Entry } from '../../plan.ts'
import type { Dispatcher } from '../dispatcher.ts'
import type { Refused } from '../pace/share.ts'
import type { Task } from '../queue.ts'

/** Asks a probe once more that was answered before. The answer tells whether the target serves anyone, and nothing of the operation. */
export class WitnessSender {
  readonly #dispatcher: Dispatcher
  readonly #entries: ReadonlyMap<string, Entry>
  readonly #longestWaitMs: number
  /** How often each probe was sent. */
  readonly #sent = new Map<string, number>()

  /** `entries`: all entries of the plan, by probe. `longestWaitMs`: the longest wait that everybody keeps. */
  constructor(dispatcher: Dispatcher, entries: ReadonlyMap<string, Entry>, longestWaitMs: number) {
    this.#dispatcher = dispatcher
    this.#longestWaitMs = longestWaitMs
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
    const recorded = { ...exchange, facts: { ...factsOf(exchange), readiness: true } } as const
    this.#dispatcher.disregard(task, recorded, 0, this.#limitIn(exchange))
    return exchange
  }

  /** The wait that a limit told in an answer; null where none did. */
  #limitIn(exchange: Exchange): Refused | null {
    const answer = answerOf(exchange)
    const told = answer !== null && isRefusalByLimit(answer) ? toldMs(exchange) : null
    if (told === null) return null
    return {
      untilMs: this.#dispatcher.keptBack.now + told,
      isNamed: true,
      overBudget: told > this.#longestWaitMs,
      isWitness: true,
    }
  }

  /** The task by which a settled probe would be sent next; none where the plan does not hold the probe. */
  taskOf({ probe, attempts }: Outcome): readonly Task[] {
    const entry = this.#entries.get(probe.id)
    if (entry === undefined) return []
    const sent = Math.max(attempts.at(-1)?.attempt ?? 0, this.#sent.get(probe.id) ?? 0)
    return [{ entry, sent, attempts, notBefore: 0, fresh: false, alone: false }]
  }
}
