import type { Task } from './queue.ts'

/** What was served before, of each product: whether the target serves anyone is told by it, and nothing of its operation. */
export class ServedBefore {
  readonly #byProduct = new Map<string, Task>()

  /** Takes note of what was served: a route that nobody lists may be answered by whoever stands in front, and says nothing. */
  served(task: Task): void {
    const { product, probe } = task.entry
    if (probe.operation === null || this.#byProduct.has(product)) return
    if (probe.method === 'GET' || probe.credential === 'none') this.#byProduct.set(product, task)
  }

  /** All, those of other products first. */
  of(product?: string): readonly Task[] {
    return [...this.#byProduct.values()].toSorted((one, other) => rank(one, product) - rank(other, product))
  }

  /** The next attempt of one: alone, on a connection of its own. */
  next(witness: Task): Task {
    const task = { ...witness, sent: witness.sent + 1, alone: true, fresh: true }
    this.#byProduct.set(task.entry.product, task)
    return task
  }
}

const rank = ({ entry }: Task, product: string | undefined) => (entry.product === product ? 1 : 0)
