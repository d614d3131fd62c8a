import { isShed, mayBeShedding } from '../../../evidence/exchange.ts'
import { toldMs } from '../../../evidence/told-wait.ts'
import { hasFailedAgain, isIdleClose, type Outcome } from '../../outcome.ts'
import type { Dispatcher } from '../dispatcher.ts'
import type { Task } from '../queue.ts'

/** Failures of fewer operations are their own: they came again, which is enough (O5d). Failures that did not come again count too. */
const fewOperations = 3

/** Keeps the tasks that were refused, or failed, to the last repeat. They are asked again at the end. */
export class PutAside {
  readonly #refused: Task[] = []
  readonly #failed: Task[] = []
  /** The operations that failed, if only once. */
  readonly #failing = new Set<string | null>()
  readonly #dispatcher: Dispatcher
  readonly #longestWaitMs: number

  /** `longestWaitMs`: a task that was told a longer wait is not asked again. */
  constructor(dispatcher: Dispatcher, longestWaitMs: number) {
    this.#dispatcher = dispatcher
    this.#longestWaitMs = longestWaitMs
  }

  /** Takes note of how a task ended. */
  settled(task: Task, outcome: Outcome): void {
    const last = task.attempts.at(-1)
    if (last === undefined) return
    if (!mayBeShedding(last)) {
      const isFailed = hasFailedAgain(outcome)
      if (isFailed) this.#failed.push(task)
      const hasBroken = task.attempts.some(({ failure }) => failure !== null && !isIdleClose(failure))
      if (isFailed || hasBroken) this.#failing.add(task.entry.probe.operation)
    } else if ((toldMs(last) ?? 0) <= this.#longestWaitMs) {
      if (!isShed(last) || this.#dispatcher.refusesByItself(task)) this.#refused.push(task)
    }
  }

  /** True where a task was refused with 502, 503 or 504 to the last repeat. */
  get hasRefused(): boolean {
    return this.#refused.length > 0
  }

  /** Takes the tasks that were refused with 502, 503 or 504 since the last call. */
  readonly takeRefused = (): readonly Task[] => this.#refused.splice(0)

  /** Takes the tasks with other server errors or broken connections since the last call; none unless several operations failed. */
  readonly takeFailed = (): readonly Task[] => (this.#failing.size < fewOperations ? [] : this.#failed.splice(0))
}
