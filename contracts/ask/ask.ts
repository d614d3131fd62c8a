import { mayBeShedding } from '../../evidence/exchange.ts'
import type { Reason } from '../../evidence/judgement.ts'
import type { KeptPace } from '../../evidence/results.ts'
import { isWanted } from '../condition.ts'
import type { Entry, Plan } from '../plan.ts'
import { openIn } from '../shard.ts'
import type { Again } from './again/again.ts'
import { type Confirming, confirmRefusals, subjectOf } from './again/confirm.ts'
import { knockLast } from './again/last-knock.ts'
import { lookLast, onceMore } from './again/last-look.ts'
import { askUnlocked } from './again/locked-key.ts'
import { PutAside } from './again/put-aside.ts'
import { lookAgain } from './again/second-look.ts'
import { ServedBefore } from './again/served-before.ts'
import { outwaitSilence } from './again/silence.ts'
import { WitnessSender } from './again/witness-sender.ts'
import { CircuitBreaker, type Stopped, signOf } from './circuit-breaker.ts'
import { type Created, Creations, cleanUpMs, type Left } from './clean-up.ts'
import { type AskClock, systemClock } from './clock.ts'
import { Deadline } from './deadline.ts'
import { Dispatcher, type Dispatching } from './dispatcher.ts'
import { FewerRepeats } from './fewer-repeats.ts'
import { Ledger, reasons } from './ledger.ts'
import { keptPace, type Progress, ProgressOfPlan } from './progress.ts'
import { Queue, type Task } from './queue.ts'
import { awaitTarget } from './readiness.ts'
import { type Next, type RetryPolicy, retryPolicyOf } from './retry-policy.ts'
import type { Stage } from './stage.ts'
import { isUnlisted, UnlistedRoutes } from './unlisted-routes.ts'

/** How a plan is asked. Times in milliseconds. */
export interface AskOptions extends Omit<Dispatching, 'clock' | 'seed'> {
  /** Counted from the call: no request starts after so long. */
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
  /** Why an entry was not sent although the plan allowed it, by probe. */
  readonly unsent: Readonly<Record<string, Reason>>
  /** Why the target was given up, or null. */
  readonly stopped: Stopped | null
  /** The pace at which the limit was kept at the end; null where none was learned. */
  readonly pace: KeptPace | null
  /** What this run created, and what of that is left. */
  readonly created: { readonly all: readonly Created[]; readonly left: readonly Left[] }
}

/** Asks all of a plan, undoes what the run created, and closes the transport: contracts' only way to the wire. Never rejects. */
export async function ask(plan: Plan, options: AskOptions): Promise<Asked> {
  try {
    return await new Asking(plan, options).run()
  } finally {
    options.transport.close()
  }
}

class Asking {
  readonly #plan: Plan
  readonly #options: AskOptions
  readonly #retry: RetryPolicy
  readonly #clock: AskClock
  readonly #deadline: Deadline
  readonly #breaker: CircuitBreaker
  readonly #dispatcher: Dispatcher
  readonly #ledger: Ledger
  readonly #progress: ProgressOfPlan
  readonly #silent: Task[] = []
  readonly #unlisted = new UnlistedRoutes()
  readonly #fewer = new FewerRepeats()
  readonly #putAside: PutAside
  readonly #again: Again
  readonly #creations: Creations

  constructor(plan: Plan, options: AskOptions) {
    const { clock = systemClock, concurrency } = options
    this.#plan = plan
    this.#options = options
    this.#retry = options.retry ?? retryPolicyOf(plan.facts.profile)
    this.#clock = clock
    this.#deadline = new Deadline(clock, options.maxDurationMs, plan.facts.silenceMs + options.timeoutMs)
    this.#breaker = new CircuitBreaker(concurrency, this.#retry.longestWaitMs)
    this.#dispatcher = new Dispatcher({ ...options, clock, seed: plan.facts.seed })
    this.#ledger = new Ledger(plan)
    this.#putAside = new PutAside(this.#dispatcher, this.#retry.longestWaitMs)
    const asking = { clock, dispatcher: this.#dispatcher, ledger: this.#ledger }
    const witnesses = new WitnessSender(this.#dispatcher, this.#ledger.entries, this.#retry.longestWaitMs)
    const served = new ServedBefore({
      ...{ ...asking, witnesses, retry: this.#retry },
      isOver: () => options.signal.aborted || this.#deadline.isOver,
      served: () => this.#breaker.saw('answer', '', clock.monotonic()),
    })
    const askMissed = (phase: Entry['phase']) => this.#drain(this.#stageOf(this.#ledger.reopen(phase)))
    this.#again = { ...asking, witnesses, served, askMissed, operations: plan.operations }
    this.#progress = new ProgressOfPlan({ ...asking, deadline: this.#deadline, tell: options.progress })
    this.#creations = new Creations(plan)
  }

  async run(): Promise<Asked> {
    const upBy = this.#clock.monotonic() + this.#options.waitMs
    const main = this.#stageOf(this.#ledger.ofPhase('main'))
    await awaitTarget({
      dispatcher: this.#dispatcher,
      stage: main,
      mayWait: () => this.#clock.monotonic() < upBy,
      giveUp: () => this.#breaker.open('unreachable'),
    })
    await this.#askTwice('main', main)
    const sessions = this.#stageOf(this.#ledger.ofPhase('sessions'))
    await this.#askTwice('sessions', sessions)
    if (!this.#options.signal.aborted) this.#breaker.ended()
    const confirming = this.#confirming(main)
    this.#deadline.release()
    const blamed = await confirmRefusals(confirming)
    await outwaitSilence(this.#silent, {
      ...{ ...this.#again, stage: main, silenceMs: this.#plan.facts.silenceMs, usualMs: this.#options.timeoutMs },
      isTooLate: (ms) => this.#isOver || this.#deadline.msLeft < ms,
    })
    // Tasks may be left: a limit was met meanwhile, or time was kept free.
    for (const stage of [main, sessions]) await this.#drain(stage)
    await lookLast([...blamed, ...this.#putAside.takeFailed()], confirming)
    if (!this.#isOver) await knockLast(this.#again)
    const unsent = this.#ledger.unsent(({ when }) => (when === null || this.#isOver ? this.#reason : reasons.late))
    const created = { all: this.#creations.all, left: await this.#cleanUp() }
    this.#dispatcher.end()
    return { unsent, stopped: this.#breaker.stopped, pace: keptPace(this.#dispatcher.keptBack.pace), created }
  }

  /**
   * Sends a stage, with these tasks put back. A target that served before is given up only where it serves nothing of that any more.
   * Unlisted routes alone may never be answered, or one product may be down.
   */
  async #drain(stage: Stage, again: readonly Task[] = []): Promise<void> {
    for (const task of again) stage.queue.putBack(task)
    await this.#dispatcher.drain(stage)
    while (this.#breaker.stopped !== null && (await this.#again.served.comesBack())) {
      this.#breaker.close()
      await this.#dispatcher.drain(stage)
    }
  }

  get #isOver(): boolean {
    return this.#options.signal.aborted || this.#breaker.stopped !== null || this.#deadline.isOver
  }

  /** Why no more is asked. */
  get #reason(): Reason {
    if (this.#options.signal.aborted) return reasons.interrupt
    return this.#breaker.stopped === null ? reasons.time : reasons.stopped
  }

  #stageOf(entries: readonly Entry[]): Stage {
    const [retry, clock] = [this.#retry, this.#clock]
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
      isOver: () => this.#isOver || ((this.#silent.length > 0 || this.#putAside.hasRefused) && this.#deadline.isNear),
      patience: () => clock.monotonic() + retry.longestWaitMs,
      policy: (task) =>
        this.#dispatcher.isDown(task) ? { ...retry, attempts: 1, repeats: 0 } : this.#fewer.policy(task, retry),
      timeoutMs: (task, usual) => (isUnlisted(task) ? this.#unlisted.timeoutMs(usual) : usual),
      isServing: this.#again.served.isServing,
      attempted: (task, exchange, next) => {
        const isOwn = mayBeShedding(exchange) && this.#dispatcher.refusesByItself(task)
        if (!isOwn) this.#breaker.saw(signOf(exchange, next), subjectOf(task), clock.monotonic())
        if (isUnlisted(task)) this.#unlisted.attempted(exchange, next, clock.monotonic())
        this.#creations.note(exchange, task.entry.probe)
        if (next.kind === 'limited') this.#progress.tell()
      },
      settled: (task, next) => {
        this.#settle(queue, task, next)
        if (this.#unlisted.areRefused) for (const left of queue.takeAll(isUnlisted)) this.#settle(queue, left)
      },
    }
  }

  #settle(queue: Queue, task: Task, next?: Next): void {
    const { entry, attempts } = task
    if (next === undefined && attempts.length === 0) this.#ledger.giveUp(entry, reasons.limited)
    else {
      const outcome = this.#ledger.settle(entry, attempts)
      if (outcome.kind === 'answer') this.#again.served.note(task)
      this.#putAside.settled(task, outcome)
      this.#fewer.settled(task, outcome, next)
    }
    const isSilent = next?.kind === 'at-end'
    if (isUnlisted(task)) this.#unlisted.settled(isSilent)
    if (isSilent) this.#silent.push(task)
    this.#progress.tell()
    queue.settled(entry.probe.id)
  }

  /** Asks all of a phase, and asks again what got one answer for everybody during a spell, or while the own key was locked (O10). */
  async #askTwice(phase: Entry['phase'], stage: Stage): Promise<void> {
    await this.#drain(stage)
    const askAgain = (tasks: readonly Task[]) => this.#drain(stage, tasks)
    const looking = { ...this.#again, phase, stage, askAgain }
    await askUnlocked(looking)
    await lookAgain(looking)
  }

  /** How refusals are confirmed at the end. An operation that is back by then is judged by its answer then. */
  #confirming(stage: Stage): Confirming {
    return {
      ...this.#again,
      stage: { ...stage, policy: () => ({ ...this.#retry, attempts: 0, repeats: 0 }) },
      takeRefused: this.#putAside.takeRefused,
      askAgain: (tasks, on = stage) => this.#drain(on, tasks.map(onceMore)),
    }
  }

  /** docs/policy.md: undoes what this run created, where a clean-up is declared. Nothing is undone at a target that was given up. */
  async #cleanUp(): Promise<readonly Left[]> {
    if (this.#options.signal.aborted) return this.#creations.left('the run was interrupted')
    if (this.#breaker.stopped !== null) return this.#creations.left('the target was given up')
    const deadline = this.#clock.monotonic() + Math.max(0, this.#deadline.msLeft) + cleanUpMs
    const isOver = () => this.#options.signal.aborted || this.#clock.monotonic() >= deadline
    return this.#creations.undo(this.#dispatcher, { retry: this.#retry, deadline, isOver })
  }
}
