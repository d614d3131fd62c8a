import { type Exchange, mayBeShedding } from '../../evidence/exchange.ts'
import { credentials } from '../credentials.ts'
import type { Entry } from '../plan.ts'
import type { AskClock } from './clock.ts'
import { Notifier } from './notifier.ts'
import { Pace } from './pace.ts'
import type { Queue, Task } from './queue.ts'
import { type Next, nextStep, type RetryPolicy } from './retry-policy.ts'
import { attemptId, type Sending, send } from './sender.ts'
import type { Share } from './share.ts'

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
  /** True where the operation answers 502, 503 or 504 with nothing else under way: the pace has no part in it. */
  readonly refusesAnyway: (task: Task) => boolean
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
  readonly clock: AskClock
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
  /** True while a request is under way that has to be alone. */
  #isAlone = false
  /** The share of each entry; equal ones by their words. */
  readonly #shares = new Map<Entry, Share>()
  readonly #interned = new Map<string, Share>()
  /** The share in whose turn others are tried, and how many were started. */
  #last: Share | null = null
  #started = 0

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
    const { queue } = stage
    while (this.#pace.running > 0 || (queue.size > 0 && !stage.isOver())) {
      if (!stage.isOver()) this.#startAll(stage)
      if (this.#pace.running > 0 || queue.size > 0) await this.#notifier.wait(this.#msToNext(queue.again))
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
    this.#pace.started(attemptId(task), this.#shareOf(task), clock.monotonic())
    this.#isAlone = task.alone
    if (task.alone) this.#options.transport.closeIdle?.()
    const exchange = await send(task, timeoutMs, this.#options)
    if (task.alone) this.#isAlone = false
    if (exchange === null) this.#pace.ended(attemptId(task), false)
    if (exchange === null || !mayBeShedding(exchange)) return exchange
    return { ...exchange, facts: { ...exchange.facts, inFlight: this.#pace.inFlightWith(attemptId(task)) } }
  }

  /** Records the attempt of a task, and settles the task or puts it back. */
  conclude(before: Task, exchange: Exchange, stage: Stage): void {
    this.#options.record(exchange)
    const task = { ...before, sent: before.sent + 1, attempts: [...before.attempts, exchange] }
    const next = nextStep(task.attempts, stage.policy(task))
    const now = this.#options.clock.monotonic()
    this.#tellPace(before, exchange, next, stage)
    stage.attempted(task, exchange, next)
    if (next.kind === 'again')
      stage.queue.putBack({ ...task, notBefore: now + next.afterMs, fresh: next.fresh, alone: next.alone })
    else if (next.kind === 'limited' && next.wait.kind === 'wait') {
      stage.queue.putBack({ ...task, notBefore: now + next.wait.ms, alone: next.alone })
    } else stage.settled(task, next)
  }

  /** Records an attempt that says nothing about its operation, and waits before the next one. */
  async disregard(task: Task, exchange: Exchange, waitMs: number): Promise<void> {
    this.#options.record(exchange)
    this.#pace.ended(attemptId(task), false)
    await this.#notifier.wait(waitMs)
  }

  /** A wait that is named holds others as well. */
  #tellPace(task: Task, exchange: Exchange, next: Next, stage: Stage): void {
    const attempt = attemptId(task)
    const { longestWaitMs } = stage.policy(task)
    const now = this.#options.clock.monotonic()
    const wait = next.kind === 'limited' ? next.wait : null
    const told = wait === null ? 0 : wait.kind === 'wait' ? wait.ms : (wait.askedMs ?? 0)
    const isLoad = mayBeShedding(exchange) && !stage.refusesAnyway(task)
    if (isLoad && told <= longestWaitMs) this.#pace.overloaded(attempt, now, now + told)
    else if (wait === null) this.#pace.ended(attempt, exchange.failure === null)
    else {
      const isNamed = next.kind === 'limited' && next.isNamed
      this.#pace.refused(attempt, now, { untilMs: now + told, isNamed, overBudget: told > longestWaitMs })
    }
  }

  #startAll(stage: Stage): void {
    const now = this.#options.clock.monotonic()
    this.#giveUpHeld(stage)
    if (this.#isAlone) return
    // Within one moment nobody may start who might not before: each share is looked at once.
    const held = new Set<Share>()
    const mayStart = (task: Task) => {
      const share = this.#shareOf(task)
      if (task.notBefore > now || held.has(share)) return false
      const may = this.#pace.mayStart(share, now)
      if (!may) held.add(share)
      return may
    }
    const isAnother = (task: Task) => {
      const { holder, product } = this.#shareOf(task)
      const isOther = this.#started % 3 === 0 ? holder !== this.#last?.holder : product !== this.#last?.product
      return isOther && mayStart(task)
    }
    const isDue = (task: Task) =>
      task.alone && task.notBefore <= now && this.#pace.heldUntil(this.#shareOf(task)) <= now
    if (stage.queue.again.some(isDue)) {
      const alone = this.#pace.running === 0 ? stage.queue.take((task) => isDue(task) && mayStart(task)) : null
      if (alone !== null) this.#start(alone, stage)
      return
    }
    while (!this.#pace.isShut(now)) {
      this.#started += 1
      const wantsAnother = this.#pace.isLearning && this.#started % 3 !== 1
      const task = (wantsAnother ? stage.queue.take(isAnother) : null) ?? stage.queue.take(mayStart)
      if (task === null) return
      if (!wantsAnother) this.#last = this.#shareOf(task)
      this.#start(task, stage)
    }
  }

  #start(task: Task, stage: Stage): void {
    const usual = this.#options.timeoutMs
    void this.attempt(task, stage, stage.timeoutMs?.(task, usual) ?? usual).then(() => this.#notifier.notify())
  }

  /** What a limit holds for longer than anyone waits is not asked at all, now or later. */
  #giveUpHeld({ queue, patience, settled }: Stage): void {
    const latest = patience()
    if (this.#pace.lastRelease <= latest) return
    const isHeld = (task: Task) => this.#pace.heldUntil(this.#shareOf(task)) > latest
    for (let task = queue.take(isHeld); task !== null; task = queue.take(isHeld)) settled(task)
  }

  #msToNext(again: readonly Task[]): number {
    const now = this.#options.clock.monotonic()
    let next = Math.min(this.#pace.nextRelease(now) ?? now + tickMs, now + tickMs)
    for (const { notBefore } of again) if (notBefore > now && notBefore < next) next = notBefore
    return Math.max(1, next - now)
  }

  /** Equal shares are one object, so that they are compared and remembered at no cost. */
  #shareOf({ entry }: Task): Share {
    const before = this.#shares.get(entry)
    if (before !== undefined) return before
    const { credential, operation, path } = entry.probe
    const share = { holder: credentials[credential].holder, product: entry.product, operation: operation ?? path }
    const key = `${share.holder} ${share.product} ${share.operation}`
    const own = this.#interned.get(key) ?? share
    this.#interned.set(key, own)
    this.#shares.set(entry, own)
    return own
  }
}
