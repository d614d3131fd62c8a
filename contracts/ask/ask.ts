import { isRefusedAlone, isShed, mayBeShedding } from '../../evidence/exchange.ts'
import type { Reason } from '../../evidence/judgement.ts'
import type { KeptPace } from '../../evidence/results.ts'
import { isWanted } from '../condition.ts'
import type { Entry, Plan } from '../plan.ts'
import { openIn } from '../shard.ts'
import { CircuitBreaker, type Stopped, signOf } from './circuit-breaker.ts'
import { type Created, Creations, type Left } from './clean-up.ts'
import { type AskClock, systemClock } from './clock.ts'
import { confirmRefusals } from './confirm.ts'
import { Dispatcher, type Dispatching } from './dispatcher.ts'
import { Ledger, reasons } from './ledger.ts'
import { keptPace, type Progress, ProgressOfPlan } from './progress.ts'
import { Queue, type Task } from './queue.ts'
import { awaitTarget } from './readiness.ts'
import { type Next, type RetryPolicy, retryPolicyOf, toldMs } from './retry-policy.ts'
import { ServedBefore } from './served-before.ts'
import type { Stage } from './stage.ts'

/** How a plan is asked. Times in milliseconds. */
export interface AskOptions extends Omit<Dispatching, 'clock' | 'seed'> {
  /** Counted from the call: after so long nothing is started any more. */
  readonly maxDurationMs: number
  /** Counted from the call: how long the target may take to come up. */
  readonly waitMs: number
  readonly progress?: (progress: Progress) => void
  /** @default that of the plan's profile */
  readonly retry?: RetryPolicy
  /** @default the clock of this machine */
  readonly clock?: AskClock
}

/** What came of asking a plan, beside its exchanges. */
export interface Asked {
  /** Why an entry was not sent though the plan allowed it, by probe. */
  readonly unsent: Readonly<Record<string, Reason>>
  /** Why the target was given up, or null. */
  readonly stopped: Stopped | null
  /** How the limit that was met was kept at the end, or null. */
  readonly pace: KeptPace | null
  /** What this run created, and what of that is still there. */
  readonly created: { readonly all: readonly Created[]; readonly left: readonly Left[] }
}

/** How many silent operations are waited for to the end: each takes a minute in which nothing else is asked. */
const silencesOutwaited = 10

/** So many unlisted routes are waited for as long as others, and the rest so many milliseconds where those were silent. */
const enoughSilent = 12
const shortTimeoutMs = 1_000

/** How often what was refused is asked again at the end, where an operation is served then. */
const confirmations = 6

/** How long undoing what was created may take beyond the longest duration of a run. */
const cleanUpMs = 15_000

/**
 * Asks all that a plan holds and undoes what that created: the only way to the wire of the contract half. Never rejects for
 * what a deployment does.
 */
export function ask(plan: Plan, options: AskOptions): Promise<Asked> {
  return new Asking(plan, options).run()
}

class Asking {
  readonly #plan: Plan
  readonly #options: AskOptions
  readonly #retry: RetryPolicy
  readonly #now: () => number
  readonly #deadline: number
  readonly #breaker: CircuitBreaker
  readonly #dispatcher: Dispatcher
  readonly #ledger: Ledger
  readonly #progress: ProgressOfPlan
  readonly #silent: Task[] = []
  /** How many of the routes that nobody lists were silent, and how many were not. */
  readonly #unlisted = { silent: 0, settled: 0 }
  /** Operations with server errors that came again: the next ones there are repeated only once. */
  readonly #broken = new Set<string>()
  /** What was refused with 502, 503 or 504, to the last repeat. */
  #refused: Task[] = []
  readonly #servedBefore: ServedBefore
  readonly #creations: Creations

  constructor(plan: Plan, options: AskOptions) {
    const { clock = systemClock, concurrency } = options
    const { profile, seed } = plan.facts
    this.#plan = plan
    this.#options = options
    this.#retry = options.retry ?? retryPolicyOf(profile)
    this.#now = clock.monotonic
    this.#deadline = this.#now() + options.maxDurationMs
    this.#breaker = new CircuitBreaker(concurrency, this.#retry.longestWaitMs)
    this.#dispatcher = new Dispatcher({ ...options, clock, seed })
    this.#servedBefore = new ServedBefore({
      dispatcher: this.#dispatcher,
      isOver: () => options.signal.aborted || this.#now() >= this.#deadline,
      served: () => this.#breaker.saw('answer', '', this.#now()),
    })
    this.#ledger = new Ledger(plan)
    this.#progress = new ProgressOfPlan(this.#ledger)
    this.#creations = new Creations(plan)
  }

  async run(): Promise<Asked> {
    const upBy = this.#now() + this.#options.waitMs
    const main = this.#stageOf('main')
    await awaitTarget({
      dispatcher: this.#dispatcher,
      stage: main,
      mayWait: () => this.#now() < upBy,
      giveUp: () => this.#breaker.open('unreachable'),
    })
    await this.#drain(main)
    await this.#drain(this.#stageOf('sessions'))
    if (!this.#options.signal.aborted) this.#breaker.ended()
    await this.#confirmRefusals(main)
    await this.#outwaitSilence(main)
    const unsent = this.#ledger.unsent(({ when }) => (when === null || this.#isOver ? this.#reason : reasons.late))
    const left = await this.#cleanUp()
    const pace = keptPace(this.#dispatcher.keptBack.pace)
    return { unsent, stopped: this.#breaker.stopped, pace, created: { all: this.#creations.all, left } }
  }

  /**
   * A target that served something before is given up only where that is not served any more: what nobody lists may never be answered,
   * and one product may be down.
   */
  async #drain(stage: Stage): Promise<void> {
    await this.#dispatcher.drain(stage)
    while (this.#breaker.stopped !== null && (await this.#servedBefore.isServing())) {
      this.#breaker.close()
      await this.#dispatcher.drain(stage)
    }
  }

  /** Nobody waits long for routes that are never answered: that they are not is all there is to know. */
  get #isUnlistedSilent(): boolean {
    const { silent, settled } = this.#unlisted
    return settled === 0 && silent >= enoughSilent
  }

  get #isOver(): boolean {
    return this.#options.signal.aborted || this.#breaker.stopped !== null || this.#now() >= this.#deadline
  }

  /** Why nothing more is asked. */
  get #reason(): Reason {
    if (this.#options.signal.aborted) return reasons.interrupt
    return this.#breaker.stopped === null ? reasons.time : reasons.stopped
  }

  #stageOf(phase: Entry['phase']): Stage {
    const retry = this.#retry
    const entries = this.#plan.entries.filter((entry) => entry.barred === null && entry.phase === phase)
    const { outcome, isSettled } = this.#ledger
    const isOpen = openIn(this.#plan)
    const decide = (entry: Entry) => {
      const wanted = isOpen(entry) || isWanted(entry, outcome)
      if (!wanted) this.#ledger.turnDown(entry)
      return wanted
    }
    const queue = new Queue(entries, { isSettled, isWanted: decide })
    return {
      queue,
      isOver: () => this.#isOver,
      patience: () => this.#now() + retry.longestWaitMs,
      policy: (task) => {
        if (this.#dispatcher.isDown(task)) return { ...retry, attempts: 1, repeats: 0 }
        return this.#broken.has(task.entry.probe.operation ?? '') ? { ...retry, repeats: 1 } : retry
      },
      timeoutMs: ({ entry }, usual) =>
        entry.probe.operation === null && this.#isUnlistedSilent ? Math.min(usual, shortTimeoutMs) : usual,
      isServing: this.#servedBefore.isServing,
      attempted: (task, exchange, next) => {
        const { group } = task.entry.probe
        const isOwn = mayBeShedding(exchange) && this.#dispatcher.refusesByItself(task)
        if (!isOwn) this.#breaker.saw(signOf(exchange, next), exchange.operation ?? group ?? '', this.#now())
        this.#creations.note(exchange)
      },
      settled: (task, next) => {
        this.#settle(task, next)
        queue.settled(task.entry.probe.id)
      },
    }
  }

  #settle(task: Task, next?: Next): void {
    const { entry, attempts } = task
    if (next === undefined && attempts.length === 0) this.#ledger.giveUp(entry, reasons.limited)
    else {
      const outcome = this.#ledger.settle(entry, attempts)
      if (outcome.kind === 'answer') this.#servedBefore.note(task)
      const last = attempts.at(-1)
      const isRefused = last !== undefined && mayBeShedding(last) && toldMs(last) <= this.#retry.longestWaitMs
      if (isRefused && (!isShed(last) || this.#dispatcher.refusesByItself(task))) this.#refused.push(task)
      const isBroken = last !== undefined && isRefusedAlone(last)
      if (isBroken || (outcome.kind === 'server-error' && outcome.repeated))
        this.#broken.add(entry.probe.operation ?? '')
    }
    if (entry.probe.operation === null) this.#unlisted[next?.kind === 'at-end' ? 'silent' : 'settled'] += 1
    if (next?.kind === 'at-end') this.#silent.push(task)
    this.#options.progress?.(this.#progress.now(this.#dispatcher.keptBack))
  }

  /** What comes back until the end is judged by what it answers then. */
  async #confirmRefusals(stage: Stage): Promise<void> {
    const policy = () => ({ ...this.#retry, attempts: 0, repeats: 0 })
    const { isServing, isProductServing } = this.#servedBefore
    const confirming = { dispatcher: this.#dispatcher, stage: { ...stage, policy }, isServing, isProductServing }
    for (let round = 0; round < confirmations && this.#refused.length > 0; round += 1) {
      const refused = this.#refused
      this.#refused = []
      const again = await confirmRefusals({ ...confirming, refused })
      // What was asked for the last time is not put aside once more.
      if (again.length === 0) return
      this.#refused = []
      for (const task of again) stage.queue.putBack({ ...task, alone: false, notBefore: 0 })
      await this.#drain(stage)
    }
  }

  /**
   * O12: silence is asked again alone, with a long limit; one silent probe of an operation speaks for the others. Where more
   * operations are silent than there is patience for, the rest stays inconclusive.
   */
  async #outwaitSilence(stage: Stage): Promise<void> {
    const byOperation = Map.groupBy(this.#silent, ({ entry }) => entry.probe.operation)
    const first = [...byOperation].flatMap(([operation, [task]]) =>
      operation === null || task === undefined ? [] : [task],
    )
    const { silenceMs } = this.#plan.facts
    for (const task of first.slice(0, silencesOutwaited)) {
      if (this.#isOver || this.#now() + silenceMs > this.#deadline) return
      await this.#dispatcher.attempt({ ...task, fresh: true }, stage, silenceMs + 500)
    }
  }

  /** docs/policy.md: undoes what this run created, where that is declared. Nothing is undone for a target that is gone. */
  async #cleanUp(): Promise<readonly Left[]> {
    const { signal } = this.#options
    if (signal.aborted) return this.#creations.left('the run was interrupted')
    if (this.#breaker.stopped !== null) return this.#creations.left('the target was given up')
    const deadline = Math.max(this.#deadline, this.#now()) + cleanUpMs
    const isOver = () => signal.aborted || this.#now() >= deadline
    return this.#creations.undo(this.#dispatcher, { retry: this.#retry, deadline, isOver })
  }
}
