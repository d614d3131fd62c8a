import type { Exchange } from '../../evidence/exchange.ts'
import { credentials } from '../credentials.ts'
import type { Clock } from './clock.ts'
import { Notifier } from './notifier.ts'
import { Pace, type Share } from './pace.ts'
import type { Queue, Task } from './queue.ts'
import { type Next, nextStep, type RetryPolicy } from './retry-policy.ts'
import { attemptId, type Sending, send } from './sender.ts'

/** What is asked together, and by which rules. */
export interface Stage {
  readonly queue: Queue
  /** True as soon as nothing more may be started. */
  readonly isOver: () => boolean
  /** Milliseconds of the monotonic clock until which a wait is kept: a task that is held longer is given up. */
  readonly patience: () => number
  readonly policy: (task: Task) => RetryPolicy
  /** Called after each attempt, the last of the task's. */
  readonly attempted: (task: Task, exchange: Exchange, next: Next) => void
  /** Called when a task will not be sent again in its turn; without `next` where a limit holds it for too long. */
  readonly settled: (task: Task, next?: Next) => void
}

/** What dispatching takes. */
export interface Dispatching extends Sending {
  readonly concurrency: number
  /** Milliseconds for one request. */
  readonly timeoutMs: number
  readonly clock: Clock
  /** Called once for every attempt, when it ended. */
  readonly record: (exchange: Exchange) => void
}

/** At most so many milliseconds pass before it is seen that a stage is over. */
const tickMs = 500

/** Sends the tasks of a stage as pace and waits allow, and repeats them as the retry policy says. */
export class Dispatcher {
  readonly #options: Dispatching
  readonly #pace: Pace
  readonly #notifier: Notifier

  constructor(options: Dispatching) {
    this.#options = options
    this.#pace = new Pace(options.concurrency)
    this.#notifier = new Notifier(options.clock, options.signal)
  }

  /** True while the wait of some limit is being kept. */
  get isLimited(): boolean {
    return this.#pace.isHolding(this.#options.clock.monotonic())
  }

  /** Asks all that a stage holds, until nothing is left or it is over. What is under way is waited for. */
  async drain(stage: Stage): Promise<void> {
    const { ready } = stage.queue
    while (this.#pace.running > 0 || (ready.length > 0 && !stage.isOver())) {
      if (!stage.isOver()) this.#startAll(stage)
      if (this.#pace.running > 0 || ready.length > 0) await this.#notifier.wait(this.#msToNext(ready))
    }
  }

  /** Sends a task once, settles it or puts it back, and keeps the wait that its answer names. */
  async attempt(task: Task, stage: Stage, timeoutMs: number = this.#options.timeoutMs): Promise<void> {
    const exchange = await this.send(task, timeoutMs)
    if (exchange !== null) this.conclude(task, exchange, stage)
  }

  /** Sends a task once and nothing more; null where the run was interrupted. `conclude` has to follow. */
  async send(task: Task, timeoutMs: number = this.#options.timeoutMs): Promise<Exchange | null> {
    const { clock } = this.#options
    this.#pace.started(attemptId(task), shareOf(task), clock.monotonic())
    const exchange = await send(task, timeoutMs, this.#options)
    if (exchange === null) this.#pace.ended(attemptId(task), false)
    return exchange
  }

  /** Records the attempt of a task, and settles the task or puts it back. */
  conclude(before: Task, exchange: Exchange, stage: Stage): void {
    this.#options.record(exchange)
    const task = { ...before, sent: before.sent + 1, attempts: [...before.attempts, exchange] }
    const next = nextStep(task.attempts, stage.policy(task))
    const now = this.#options.clock.monotonic()
    this.#tellPace(attemptId(before), exchange, next, stage.policy(task).longestWaitMs)
    stage.attempted(task, exchange, next)
    if (next.kind === 'again') stage.queue.putBack({ ...task, notBefore: now + next.afterMs, fresh: next.fresh })
    else if (next.kind === 'limited' && next.wait.kind === 'wait') {
      stage.queue.putBack({ ...task, notBefore: now + next.wait.ms })
    } else stage.settled(task, next)
  }

  /** Records an attempt that says nothing about its operation, and waits before the next one. */
  async disregard(task: Task, exchange: Exchange, waitMs: number): Promise<void> {
    this.#options.record(exchange)
    this.#pace.ended(attemptId(task), false)
    await this.#notifier.wait(waitMs)
  }

  /** A wait that is named holds others as well. */
  #tellPace(attempt: string, { failure }: Exchange, next: Next, longestWaitMs: number): void {
    if (next.kind !== 'limited') {
      this.#pace.ended(attempt, failure === null)
      return
    }
    const { wait } = next
    const now = this.#options.clock.monotonic()
    const told = wait.kind === 'wait' ? wait.ms : (wait.askedMs ?? 0)
    this.#pace.refused(attempt, now, now + told, told > longestWaitMs)
  }

  #startAll(stage: Stage): void {
    const now = this.#options.clock.monotonic()
    this.#giveUpHeld(stage)
    const mayStart = (task: Task) => task.notBefore <= now && this.#pace.mayStart(shareOf(task), now)
    while (this.#pace.running < this.#options.concurrency) {
      const task = stage.queue.take(mayStart)
      if (task === null) return
      void this.attempt(task, stage).then(() => this.#notifier.notify())
    }
  }

  /** What a limit holds for longer than anyone waits is not asked at all, now or later. */
  #giveUpHeld({ queue, patience, settled }: Stage): void {
    const latest = patience()
    if (this.#pace.lastRelease <= latest) return
    const isHeld = (task: Task) => this.#pace.heldUntil(shareOf(task)) > latest
    for (let task = queue.take(isHeld); task !== null; task = queue.take(isHeld)) settled(task)
  }

  #msToNext(ready: readonly Task[]): number {
    const now = this.#options.clock.monotonic()
    const repeats = ready.map((task) => task.notBefore).filter((time) => time > now)
    const next = Math.min(this.#pace.nextRelease(now) ?? now + tickMs, now + tickMs, ...repeats.slice(0, 100))
    return Math.max(1, next - now)
  }
}

function shareOf({ entry }: Task): Share {
  return { holder: credentials[entry.probe.credential].holder, product: entry.product }
}
