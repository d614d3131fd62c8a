import type { Exchange } from '../../evidence/exchange.ts'
import { isWanted } from '../judge.ts'
import { type Outcome, outcomeOf } from '../outcome.ts'
import type { Entry, Plan } from '../plan.ts'
import type { Barred } from '../policy.ts'
import type { Asked, AskOptions } from './ask-options.ts'
import { Health, type Sign } from './health.ts'
import { News } from './news.ts'
import { Pace } from './pace.ts'
import { type Next, nextStep } from './patience.ts'
import { Queue, type Task } from './queue.ts'
import { attemptId, Sender } from './sender.ts'
import { reasons, unsentOutcome } from './unsent.ts'

/** How many silent operations are waited for to the end: each takes a minute in which nothing else is asked. */
const silencesOutwaited = 10

/** Asks all that the plan holds. The only sender of the contract half: paces, keeps waits, repeats, records. */
export async function ask(plan: Plan, options: AskOptions): Promise<Asked> {
  return new Asking(plan, options).run()
}

class Asking {
  readonly #plan: Plan
  readonly #options: AskOptions
  readonly #pace: Pace
  readonly #health: Health
  readonly #queue: Queue
  readonly #sender: Sender
  readonly #news: News
  readonly #outcomes = new Map<string, Outcome>()
  readonly #silent: Task[] = []
  /** Server errors that came again, by operation: the next ones there are repeated once only. */
  readonly #broken = new Set<string>()
  readonly #sendable: number
  #done = 0

  constructor(plan: Plan, options: AskOptions) {
    this.#plan = plan
    this.#options = options
    this.#pace = new Pace(options.concurrency)
    this.#sender = new Sender(plan, options)
    this.#news = new News(options.signal)
    this.#health = new Health(options.concurrency, options.patience.longestWaitMs)
    const products = new Map(plan.operations.map((operation) => [operation.id as string, operation.product]))
    const outcome = (probe: string) => this.#outcomes.get(probe)
    for (const entry of plan.entries)
      if (entry.barred !== null) this.#outcomes.set(entry.probe.id, unsentOutcome(entry))
    const sendable = plan.entries.filter((entry) => entry.barred === null)
    this.#sendable = sendable.length
    this.#queue = new Queue(sendable, {
      outcome,
      isWanted: (entry) => this.#decide(entry, outcome),
      taskOf: (entry) => ({
        entry,
        product: products.get(entry.probe.operation ?? '') ?? entry.probe.group?.split(' ')[1] ?? 'unlisted',
        sent: 0,
        attempts: [],
        notBefore: 0,
        fresh: false,
      }),
    })
  }

  async run(): Promise<Asked> {
    await this.#knock()
    await this.#drain()
    if (this.#queue.letSessionsIn()) await this.#drain()
    if (!this.#options.signal.aborted) this.#health.ended()
    await this.#outwaitSilence()
    return { unsent: this.#unsent(), stopped: this.#health.stopped }
  }

  /** Whether a condition came true; what it turned down is settled as unsent. */
  #decide(entry: Entry, outcome: (probe: string) => Outcome | undefined): boolean {
    const wanted = isWanted(entry, outcome)
    if (!wanted) this.#finish(entry, unsentOutcome(entry))
    return wanted
  }

  get #over(): boolean {
    return this.#options.signal.aborted || this.#health.stopped !== null || Date.now() >= this.#options.deadline
  }

  /** The first probe goes alone, and again until the target is up: nobody there is told by one request, not by a volley. */
  async #knock(): Promise<void> {
    let task = this.#queue.take(() => true)
    while (task !== null) {
      await this.#attempt(task, this.#options.timeoutMs)
      const again = this.#queue.take((other) => other.entry === task?.entry)
      if (again === null) break
      const refused = again.attempts.at(-1)?.failure?.kind === 'refused'
      const hopeless = refused && again.attempts.length > 2 && Date.now() >= this.#options.upBy
      if (hopeless || this.#over) {
        this.#queue.putBack(again)
        if (hopeless) this.#health.stop('unreachable')
        return
      }
      if (!refused) return this.#queue.putBack(again)
      await this.#news.within(Math.max(250, again.notBefore - Date.now()))
      task = Date.now() < this.#options.upBy ? { ...again, attempts: again.attempts.slice(0, 1) } : again
    }
    const first = this.#plan.entries.find((entry) => entry.barred === null)
    const outcome = first === undefined ? undefined : this.#outcomes.get(first.probe.id)
    if (outcome?.kind === 'no-answer' && outcome.failure.kind === 'refused') this.#health.stop('unreachable')
  }

  async #drain(): Promise<void> {
    while (this.#pace.running > 0 || (this.#queue.ready.length > 0 && !this.#over)) {
      if (!this.#over) this.#startAll()
      if (this.#options.signal.aborted) return
      if (this.#pace.running > 0 || this.#queue.ready.length > 0) await this.#untilNews()
    }
  }

  #startAll(): void {
    const now = Date.now()
    this.#giveUpHeld(now)
    const mayStart = ({ entry, product, notBefore }: Task) =>
      notBefore <= now && this.#pace.mayStart(entry.probe, product, now)
    while (this.#pace.running < this.#options.concurrency) {
      const task = this.#queue.take(mayStart)
      if (task === null) return
      void this.#attempt(task, this.#options.timeoutMs).then(() => this.#news.tell())
    }
  }

  async #untilNews(): Promise<void> {
    const now = Date.now()
    const waits = this.#queue.ready.map((task) => task.notBefore).filter((time) => time > now)
    const next = Math.min(this.#pace.nextRelease(now) ?? now + 500, now + 500, ...waits.slice(0, 100))
    await this.#news.within(Math.max(1, next - now))
  }

  async #attempt(task: Task, timeoutMs: number): Promise<void> {
    const key = attemptId(task)
    this.#pace.started(key, task.entry.probe, task.product, Date.now())
    const exchange = await this.#sender.attempt(task, timeoutMs)
    if (exchange === null) return this.#pace.ended(key, false)
    this.#options.record(exchange)
    this.#continue({ ...task, sent: task.sent + 1, attempts: [...task.attempts, exchange] }, key, exchange)
  }

  #continue(task: Task, key: string, exchange: Exchange): void {
    const operation = exchange.operation ?? ''
    const patience = this.#broken.has(operation) ? { ...this.#options.patience, repeats: 1 } : this.#options.patience
    const next = nextStep(task.attempts, patience)
    this.#health.saw(signOf(exchange, next), exchange.operation ?? task.entry.probe.group ?? '', Date.now())
    this.#letOthers(key, exchange, next)
    const now = Date.now()
    if (next.kind === 'again') this.#queue.putBack({ ...task, notBefore: now + next.afterMs, fresh: next.fresh })
    else if (next.kind === 'limited' && next.wait.kind === 'wait') {
      this.#queue.putBack({ ...task, notBefore: exchange.startedAt + exchange.endMs + next.wait.ms })
    } else {
      if (next.kind === 'alone') this.#silent.push(task)
      this.#settle(task)
    }
  }

  /** Tells the pace what became of the request: a wait that is named holds others as well. */
  #letOthers(key: string, { startedAt, endMs, failure }: Exchange, next: Next): void {
    if (next.kind !== 'limited') {
      this.#pace.ended(key, failure === null)
      return
    }
    const { wait } = next
    const told = wait.kind === 'wait' ? wait.ms : (wait.askedMs ?? 0)
    const overBudget = told > this.#options.patience.longestWaitMs
    this.#pace.refused(key, Date.now(), startedAt + endMs + told, overBudget)
  }

  /** Nobody waits so long: what is held beyond the budget is not asked at all, now or later. */
  #giveUpHeld(now: number): void {
    const latest = now + this.#options.patience.longestWaitMs
    if (this.#pace.lastRelease <= latest) return
    const held = ({ entry, product }: Task) => this.#pace.heldUntil(entry.probe, product) > latest
    for (let task = this.#queue.take(held); task !== null; task = this.#queue.take(held)) {
      if (task.attempts.length > 0) {
        this.#settle(task)
        continue
      }
      this.#given.set(task.entry.probe.id, reasons.limited)
      this.#finish(task.entry, { ...unsentOutcome(task.entry), why: reasons.limited })
    }
  }

  readonly #given = new Map<string, Barred>()

  #settle({ entry, attempts }: Task): void {
    const outcome = outcomeOf(entry.probe, attempts, reasons.late, this.#plan.facts.silenceMs)
    if (outcome.kind === 'server-error' && outcome.repeated) this.#broken.add(entry.probe.operation ?? '')
    this.#finish(entry, outcome)
  }

  #finish(entry: Entry, outcome: Outcome): void {
    if (!this.#outcomes.has(entry.probe.id)) this.#done += 1
    this.#outcomes.set(entry.probe.id, outcome)
    this.#options.progress({
      done: this.#done,
      planned: this.#sendable,
      limited: this.#pace.isHolding(Date.now()),
    })
    this.#queue.settled(entry.probe.id)
  }

  /**
   * O12: silence is asked again alone, with a long limit; one silent probe of an operation speaks for the others. Where more
   * operations are silent than there is patience for, the rest stays inconclusive.
   */
  async #outwaitSilence(): Promise<void> {
    const byOperation = Map.groupBy(this.#silent, ({ entry }) => entry.probe.operation)
    const first = [...byOperation].flatMap(([operation, [task]]) =>
      operation === null || task === undefined ? [] : [task],
    )
    const { silenceMs } = this.#plan.facts
    for (const task of first.slice(0, silencesOutwaited)) {
      if (this.#over || Date.now() + silenceMs > this.#options.deadline) return
      await this.#attempt({ ...task, fresh: true }, silenceMs + 500)
    }
  }

  /** The reasons of what was wanted and never sent. */
  #unsent(): Readonly<Record<string, Barred>> {
    const why = this.#options.signal.aborted
      ? reasons.interrupt
      : this.#health.stopped !== null
        ? reasons.stopped
        : reasons.time
    const sent = (entry: Entry) => (this.#outcomes.get(entry.probe.id)?.attempts.length ?? 0) > 0
    const rest = this.#queue.rest().filter((entry) => !sent(entry))
    const decided = rest.map(
      (entry) => [entry.probe.id, entry.when === null || this.#over ? why : reasons.late] as const,
    )
    return Object.fromEntries([...this.#given, ...decided])
  }
}

function signOf({ failure, response }: Exchange, next: Next): Sign {
  // What came whole in a coding that we do not read was answered: the target is there.
  if (failure !== null) return failure.kind === 'coded' ? 'answer' : 'failure'
  if ((response?.status ?? 0) >= 500) return 'error'
  return next.kind === 'limited' ? 'limit' : 'answer'
}
