import { isServed } from '../../../evidence/exchange.ts'
import type { AskClock } from '../clock.ts'
import type { Dispatcher } from '../dispatcher.ts'
import type { Task } from '../queue.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import type { WitnessSender } from './witness-sender.ts'

/** How many products are asked whether the target serves anyone: one may have gone down since it was served. */
const mostAsked = 2

/** The rests in which a target that served and is gone may start again, each used once in a run. Milliseconds. */
const restsMs = [1_000, 4_000]

/** What asking a served operation again needs. */
interface Asking {
  readonly clock: AskClock
  readonly dispatcher: Dispatcher
  readonly witnesses: WitnessSender
  readonly isOver: () => boolean
  readonly retry: Pick<RetryPolicy, 'longestWaitMs'>
  /** Called where the target serves again. */
  readonly served: () => void
}

/** Keeps one served task of each product. Asked again, it tells whether the target serves anyone, and nothing of its operation. */
export class ServedBefore {
  readonly #asking: Asking
  readonly #byProduct = new Map<string, Task>()
  /** The rests that are left. Milliseconds. */
  readonly #rests = [...restsMs]

  constructor(asking: Asking) {
    this.#asking = asking
  }

  /** Takes note of a served task. An unlisted route says nothing: a gateway in front may answer it. */
  note(task: Task): void {
    const { product, probe } = task.entry
    if (probe.operation === null || this.#byProduct.has(product)) return
    if (probe.method === 'GET' || probe.credential === 'none') this.#byProduct.set(product, task)
  }

  /** Asks whether the target serves anyone, first of other products than that of the refused task. Null where the run is over. */
  readonly isServing = (refused?: Task): Promise<boolean | null> => {
    const rank = ({ entry }: Task) => (entry.product === refused?.entry.product ? 1 : 0)
    const all = [...this.#byProduct.values()].filter((one) => !this.#asking.dispatcher.refusesByItself(one))
    return this.#isAnyServed(all.toSorted((one, other) => rank(one) - rank(other)))
  }

  /** True where a target that seems gone serves again, at once or after the rests. */
  readonly comesBack = async (): Promise<boolean> => {
    for (let restMs: number | undefined = 0; restMs !== undefined; restMs = this.#rests.shift()) {
      const [any] = this.#byProduct.values()
      if (any === undefined || this.#asking.isOver()) return false
      const { clock, dispatcher, retry, isOver } = this.#asking
      const now = clock.monotonic()
      const patience = () => now + retry.longestWaitMs
      if (!(await dispatcher.release({ ...any, notBefore: now + restMs }, { patience, isOver }))) return false
      if (await this.isServing()) return true
    }
    return false
  }

  /** True where the product of a task is served, or never was before. Null where the run is over. */
  readonly isProductServing = async ({ entry }: Task): Promise<boolean | null> => {
    const witness = this.#byProduct.get(entry.product)
    return witness === undefined || this.#isAnyServed([witness])
  }

  /** Asks tasks, each alone, until one is served. A task that a limit holds is passed over: nothing is sent into a told wait (O11). */
  async #isAnyServed(witnesses: readonly Task[]): Promise<boolean | null> {
    const { isOver, served, dispatcher } = this.#asking
    let left = mostAsked
    for (const witness of witnesses) {
      if (dispatcher.isHeld(witness)) continue
      if (left-- === 0) break
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
