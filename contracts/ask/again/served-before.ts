import { isServed } from '../../../evidence/exchange.ts'
import type { AskClock } from '../clock.ts'
import type { Dispatcher } from '../dispatcher.ts'
import type { Task } from '../queue.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import type { WitnessSender } from './witness-sender.ts'

/** So many are asked whether the target serves anyone: one product may have gone down since it was served. */
const most = 2

/** How long a target that served something and is gone is waited for, each once in a run: a service starts again. Milliseconds. */
const restsMs = [1_000, 4_000]

/** What asking again takes. */
interface Asking {
  readonly clock: AskClock
  readonly dispatcher: Dispatcher
  readonly witnesses: WitnessSender
  readonly isOver: () => boolean
  readonly retry: Pick<RetryPolicy, 'longestWaitMs'>
  /** Called where something is served again. */
  readonly served: () => void
}

/** What was served before, of each product: whether the target serves anyone is told by it, and nothing of its operation. */
export class ServedBefore {
  readonly #asking: Asking
  readonly #byProduct = new Map<string, Task>()
  /** What is left of the waits. */
  readonly #rests = [...restsMs]

  constructor(asking: Asking) {
    this.#asking = asking
  }

  /** Takes note of what was served: a route that nobody lists may be answered by whoever stands in front, and says nothing. */
  note(task: Task): void {
    const { product, probe } = task.entry
    if (probe.operation === null || this.#byProduct.has(product)) return
    if (probe.method === 'GET' || probe.credential === 'none') this.#byProduct.set(product, task)
  }

  /** Asks once more, alone: of another product than what was refused, if there is such. Null where the run is over. */
  readonly isServing = (refused?: Task): Promise<boolean | null> => {
    const rank = ({ entry }: Task) => (entry.product === refused?.entry.product ? 1 : 0)
    const all = [...this.#byProduct.values()].filter((one) => !this.#asking.dispatcher.refusesByItself(one))
    return this.#isAnyServed(all.toSorted((one, other) => rank(one) - rank(other)))
  }

  /** The same of a target that seems to be gone, after waits. */
  readonly comesBack = async (): Promise<boolean> => {
    for (let restMs: number | undefined = 0; restMs !== undefined; restMs = this.#rests.shift()) {
      const [any] = this.#byProduct.values()
      if (any === undefined || this.#asking.isOver()) return false
      const { clock, dispatcher, retry } = this.#asking
      const now = clock.monotonic()
      if (!(await dispatcher.release({ ...any, notBefore: now + restMs }, now + retry.longestWaitMs))) return false
      if (await this.isServing()) return true
    }
    return false
  }

  /** The same of the same product; true where nothing of it was served before. */
  readonly isProductServing = async ({ entry }: Task): Promise<boolean | null> => {
    const witness = this.#byProduct.get(entry.product)
    return witness === undefined || this.#isAnyServed([witness])
  }

  /** Nothing is sent into a wait that a limit named (O11): who is kept by one is passed over. */
  async #isAnyServed(witnesses: readonly Task[]): Promise<boolean | null> {
    const { isOver, served, dispatcher } = this.#asking
    for (const witness of witnesses.filter((one) => !dispatcher.isHeld(one)).slice(0, most)) {
      if (isOver()) return null
      const asked = { ...witness, sent: witness.sent + 1, alone: true, fresh: true }
      const exchange = await this.#asking.witnesses.ask(asked)
      if (exchange === null) return null
      if (!isServed(exchange)) continue
      served()
      return true
    }
    return false
  }
}
