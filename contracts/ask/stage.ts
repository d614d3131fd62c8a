import type { Exchange } from '../../evidence/exchange.ts'
import type { Queue, Task } from './queue.ts'
import type { Next, RetryPolicy } from './retry-policy.ts'

/** Entries that are asked together, and the rules of asking them. */
export interface Stage {
  readonly queue: Queue
  /** True once no more requests may start. */
  readonly isOver: () => boolean
  /** Until when a wait is kept, milliseconds of the monotonic clock: a task that is held longer is given up. */
  readonly patience: () => number
  readonly policy: (task: Task) => RetryPolicy
  /** The timeout of a task, milliseconds; `usual` is that of most tasks. @default usual */
  readonly timeoutMs?: (task: Task, usual: number) => number
  /** Asks another operation that was served before. True where it is served now, null where the run is over. @default never served */
  readonly isServing?: (refused: Task) => Promise<boolean | null>
  /** Called after each attempt. `task` holds it as its last one. */
  readonly attempted: (task: Task, exchange: Exchange, next: Next) => void
  /** Called when a task leaves the queue for good. `next` is absent where a limit holds the task for too long. */
  readonly settled: (task: Task, next?: Next) => void
}
