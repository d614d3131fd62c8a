import type { Exchange } from '../../evidence/exchange.ts'
import type { Queue, Task } from './queue.ts'
import type { Next, RetryPolicy } from './retry-policy.ts'

/** What is asked together, and by which rules. */
export interface Stage {
  readonly queue: Queue
  /** True as soon as nothing more may be started. */
  readonly isOver: () => boolean
  /** Milliseconds of the monotonic clock until which a wait is kept: a task that is held longer is given up. */
  readonly patience: () => number
  readonly policy: (task: Task) => RetryPolicy
  /** How long a task is waited for, milliseconds, where others are for `usual`. @default usual */
  readonly timeoutMs?: (task: Task, usual: number) => number
  /** Asks something else that was served before. True where it is served now, null where the run is over. @default never served */
  readonly isServing?: (refused: Task) => Promise<boolean | null>
  /** Called after each attempt, the last of the task's. */
  readonly attempted: (task: Task, exchange: Exchange, next: Next) => void
  /** Called when a task will not be sent again in its turn; without `next` where a limit holds it for too long. */
  readonly settled: (task: Task, next?: Next) => void
}
