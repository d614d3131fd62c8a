import { type Exchange, isReadiness, isRefusedAlone, isServed, mayBeShedding } from '../../evidence/exchange.ts'
import { tellsToWait } from '../../evidence/told-wait.ts'
import type { AskClock } from './clock.ts'
import { Notifier, tickMs } from './notifier.ts'
import { OwnRefusals } from './pace/own-refusals.ts'
import { Pace } from './pace/pace.ts'
import type { Refused, Share } from './pace/share.ts'
import type { KeptBack } from './progress.ts'
import type { Task } from './queue.ts'
import { type Next, nextStep, type RetryPolicy } from './retry-policy.ts'
import { attemptId, type Sending, send } from './sender.ts'
import { Shares } from './shares.ts'
import type { Stage } from './stage.ts'
import { WhoseTurn } from './whose-turn.ts'

export interface Dispatching extends Sending {
  readonly concurrency: number
  /** Milliseconds for one request. */
  readonly timeoutMs: number
  readonly clock: AskClock
  /** Called once for every attempt, at its end. */
  readonly record: (exchange: Exchange) => void
}

/** How long a service may take to notice that connections are over. Milliseconds. */
const noticedMs = 50

/** Sends the tasks of a stage as the pace and the waits allow. Repeats them as the retry policy says. */
export class Dispatcher {
  readonly #options: Dispatching
  readonly #pace: Pace
  readonly #turns: WhoseTurn
  readonly #notifier: Notifier
  readonly #own = new OwnRefusals()
  /** True while a request is under way that must be alone. */
  #isAlone = false
  readonly #shares = new Shares()

  constructor(options: Dispatching) {
    this.#options = options
    this.#pace = new Pace(options.concurrency)
    this.#turns = new WhoseTurn(this.#pace, this.#shares)
    this.#notifier = new Notifier(options.clock, options.signal)
  }

  /** The pace and the shares that keep requests back now. */
  get keptBack(): KeptBack {
    return { pace: this.#pace, shares: this.#shares, now: this.#options.clock.monotonic() }
  }

  /** Called after the last request: stops the timer. */
  end(): void {
    this.#notifier.end()
  }

  /** Asks all that a stage holds, until nothing is left or the stage is over. Waits for the requests under way. */
  async drain(stage: Stage): Promise<void> {
    const { queue } = stage
    while (this.#isBusy || (queue.size > 0 && !stage.isOver())) {
      const now = this.#options.clock.monotonic()
      if (!stage.isOver()) this.#startAll(stage, now)
      if (this.#isBusy || queue.size > 0) await this.#notifier.wait(this.#msToNext(queue.again, now))
    }
  }

  /** True where the operation, or its product, answers 502, 503 or 504 while others are served. */
  refusesByItself(task: Task): boolean {
    return this.#own.scopeOf(this.#shares.of(task)) !== null
  }

  /** True where the operation, or its product, refuses by itself and its time to recover is over. */
  isDown(task: Task): boolean {
    return this.#own.isDown(this.#shares.of(task))
  }

  /** How often the operation answered 502, 503 or 504 since it was served last. */
  refusalsInRow(task: Task): number {
    return this.#own.inRow(this.#shares.of(task))
  }

  get #isBusy(): boolean {
    return this.#isAlone || this.#pace.running > 0
  }

  /** Sends a task once, settles it or puts it back, and keeps the wait that the answer tells. */
  async attempt(task: Task, stage: Stage, timeoutMs: number = this.#options.timeoutMs): Promise<void> {
    this.#isAlone = task.alone
    // No other operation is asked during a told wait. So where the attempt before told one, others are asked first. They may be told one too.
    const before = task.attempts.at(-1)
    const wasTold = task.alone && before !== undefined && isRefusedAlone(before) && tellsToWait(before)
    const servedBefore = wasTold ? await this.#isServing(task, stage) : null
    const isHeld = wasTold && this.isHeld(task)
    if (isHeld) stage.queue.putBack(task)
    const exchange = isHeld ? null : await this.send(task, timeoutMs)
    if (exchange !== null) {
      const isOpen = task.alone && isRefusedAlone(exchange)
      const served = isOpen
        ? (servedBefore ?? (tellsToWait(exchange) ? false : await this.#isServing(task, stage)))
        : false
      if (served) this.#own.refusedByItself(this.#shares.of(task))
      this.conclude(task, exchange, stage)
    }
    if (task.alone) this.#isAlone = false
    this.#notifier.notify()
  }

  async #isServing(task: Task, stage: Stage): Promise<boolean> {
    return (await stage.isServing?.(task)) ?? false
  }

  /** Only sends a task, once: `conclude` or `disregard` must follow. Null where the run was interrupted. */
  async send(task: Task, timeoutMs: number = this.#options.timeoutMs): Promise<Exchange | null> {
    this.#pace.started(attemptId(task), this.#shares.of(task), this.#options.clock.monotonic())
    if (task.alone) await this.#closeIdle(task)
    const exchange = await send(task, timeoutMs, this.#options)
    if (exchange === null) this.#pace.ended(attemptId(task), false)
    if (exchange === null || !mayBeShedding(exchange)) return exchange
    return { ...exchange, facts: { ...exchange.facts, inFlight: this.#pace.inFlightWith(attemptId(task)) } }
  }

  /** Waits before the last repeats of an operation that may be blamed: a service that counts connections notices late that one is over. */
  async #closeIdle({ entry, attempts }: Task): Promise<void> {
    const { transport, clock } = this.#options
    transport.closeIdle?.()
    if (entry.probe.operation !== null && attempts.at(-2)?.failure)
      await new Promise<void>((resolve) => clock.after(noticedMs, resolve))
  }

  /** Records the attempt of a task, and settles the task or puts it back. */
  conclude(before: Task, exchange: Exchange, stage: Stage): void {
    this.#options.record(exchange)
    // Not a spread list: V8 gives that room for sixteen more, and all lists stay in memory.
    const task = { ...before, sent: before.sent + 1, attempts: before.attempts.concat(exchange) }
    this.#tally(this.#shares.of(before), exchange)
    const policy = stage.policy(task)
    const next = nextStep(task.attempts, policy)
    const now = this.#options.clock.monotonic()
    this.#tellPace(before, exchange, next, now, policy)
    stage.attempted(task, exchange, next)
    const isAlone = (next.kind === 'again' || next.kind === 'limited') && next.alone && !this.#isLikelyServed(task)
    if (next.kind === 'again')
      stage.queue.putBack({ ...task, notBefore: now + next.afterMs, fresh: next.fresh, alone: isAlone })
    else if (next.kind === 'limited' && next.isKept) {
      stage.queue.putBack({ ...task, notBefore: now + next.waitMs, alone: isAlone })
    } else stage.settled(task, next)
  }

  /** True while a wait is kept that concerns a task. */
  isHeld(task: Task): boolean {
    return this.#pace.heldUntil(this.#shares.of(task)) > this.#options.clock.monotonic()
  }

  /**
   * Waits until a task may be sent. Returns false at once where that is later than a stage waits, since a limit may name a day, and where
   * the stage is over by then.
   */
  async release(task: Task, { patience, isOver }: Pick<Stage, 'patience' | 'isOver'>): Promise<boolean> {
    const until = Math.max(task.notBefore, this.#pace.heldUntil(this.#shares.of(task)))
    if (until > patience()) return false
    await this.#notifier.waitUntil(until, isOver)
    return !isOver()
  }

  /**
   * Records an attempt that settles nothing. Returns the task to send next, which waits for `waitMs` milliseconds. `limit`: the wait that
   * a limit told, which others keep as well.
   */
  disregard(task: Task, exchange: Exchange, waitMs: number, limit: Refused | null = null): Task {
    this.#options.record(exchange)
    if (limit === null) this.#pace.ended(attemptId(task), false)
    else this.#pace.refused(attemptId(task), this.#options.clock.monotonic(), limit)
    const attempts = isReadiness(exchange) ? task.attempts : [...task.attempts, exchange]
    return { ...task, sent: task.sent + 1, attempts, notBefore: this.#options.clock.monotonic() + waitMs }
  }

  #tally(share: Share, exchange: Exchange): void {
    if (mayBeShedding(exchange)) this.#own.refused(share)
    else if (isServed(exchange)) this.#own.served(share)
  }

  /** Tells the pace how the attempt of a task ended at `now`. A told wait holds other requests as well. */
  #tellPace(before: Task, exchange: Exchange, next: Next, now: number, { longestWaitMs }: RetryPolicy): void {
    const [attempt, share] = [attemptId(before), this.#shares.of(before)]
    const told = next.kind === 'limited' ? next.heldMs : 0
    const isLoad = mayBeShedding(exchange) && told <= longestWaitMs
    const scope = isLoad ? this.#own.scopeOf(share) : null
    if (scope !== null) {
      const isTried = !this.#own.isDown(share)
      const until = isTried ? this.#own.hold(share, scope, now, told) : now + told
      this.#pace.refusedByItself(attempt, scope, until, isTried)
    } else if (isLoad) this.#pace.overloaded(attempt, now, now + told, isRefusedAlone(exchange))
    else if (next.kind === 'limited') {
      const [overBudget, isOutage] = [told > longestWaitMs, mayBeShedding(exchange)]
      this.#pace.refused(attempt, now, { untilMs: now + told, isNamed: next.isNamed, overBudget, isOutage })
    } else this.#pace.ended(attempt, exchange.failure === null)
  }

  #startAll(stage: Stage, now: number): void {
    this.#giveUpHeld(stage)
    if (this.#isAlone) return
    this.#turns.look(stage.queue, now)
    // A share that may not start now will not start later in the same moment: each refused share is looked at once.
    const held = new Set<Share>()
    const isPutOff = this.#turns.putOff(stage.queue)
    const mayStart = (task: Task) => {
      const share = this.#shares.of(task)
      if (task.notBefore > now || held.has(share)) return false
      const may = !isPutOff(share) && this.#pace.mayStart(share, now)
      if (!may) held.add(share)
      return may
    }
    const isDue = (task: Task) =>
      task.notBefore <= now && this.#isToBeAlone(task) && !this.isHeld(task) && !isPutOff(this.#shares.of(task))
    if (stage.queue.again.some(isDue)) {
      const alone = this.#pace.running === 0 ? stage.queue.take((task) => isDue(task) && mayStart(task)) : null
      if (alone !== null) this.#start(alone, stage)
      return
    }
    while (!this.#pace.isShut(now)) {
      const task = this.#turns.take(stage.queue, mayStart, now)
      if (task === null) return
      this.#start(task, stage)
    }
  }

  /** True for the first repeat where refusals come by chance: it need not be alone. */
  #isLikelyServed({ attempts }: Task): boolean {
    return this.#pace.load.isByChance && attempts.filter(mayBeShedding).length === 1
  }

  /** False where the operation refuses by itself: sending it alone would tell nothing more. */
  #isToBeAlone(task: Task): boolean {
    return task.alone && !this.refusesByItself(task)
  }

  #start(due: Task, stage: Stage): void {
    const task = due.alone && this.refusesByItself(due) ? { ...due, alone: false } : due
    void this.attempt(task, stage, stage.timeoutMs?.(task, this.#options.timeoutMs))
  }

  /** Settles, without sending them, the tasks that a limit holds for longer than the stage waits. */
  #giveUpHeld({ queue, patience, settled }: Stage): void {
    const latest = patience()
    if (this.#pace.lastRelease <= latest) return
    const isHeld = (task: Task) => this.#pace.heldUntil(this.#shares.of(task)) > latest
    for (const task of queue.takeAll(isHeld)) settled(task)
  }

  /** `lookedAt`: when the queue was last looked through; tasks that came free since then start at once. */
  #msToNext(again: readonly Task[], lookedAt: number): number {
    let next = Math.min(this.#pace.nextRelease(lookedAt) ?? lookedAt + tickMs, lookedAt + tickMs)
    for (const { notBefore } of again) if (notBefore > lookedAt && notBefore < next) next = notBefore
    return Math.max(1, next - this.#options.clock.monotonic())
  }
}
