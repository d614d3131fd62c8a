import type { Exchange } from '../../evidence/exchange.ts'
import { probesOf } from '../condition.ts'
import type { Entry } from '../plan.ts'

/** An entry that is being asked: its attempts so far, and how and when it may be sent next. */
export interface Task {
  readonly entry: Entry
  /** How often it was sent: more often than its attempts where the target was not up yet. */
  readonly sent: number
  readonly attempts: readonly Exchange[]
  /** Milliseconds of the run's monotonic clock. */
  readonly notBefore: number
  /** True to send it on a connection of its own. */
  readonly fresh: boolean
  /** True to send it with nothing else under way (O5d). */
  readonly alone: boolean
}

/** What a queue asks of its owner. */
export interface QueueRules {
  /** True once a probe has its outcome, where it is barred, and where the plan does not hold it. */
  readonly isSettled: (probe: string) => boolean
  /** Called once for each entry with a condition, as soon as every probe in it is settled. Settles the entry where it is not wanted. */
  readonly isWanted: (entry: Entry) => boolean
}

/** Entries that wait for the same condition: an object that they share. */
interface Waiting {
  readonly entries: readonly Entry[]
  /** How many of the probes that the condition looks at are open. */
  open: number
}

const noAttempts: readonly Exchange[] = []
const taskOf = (entry: Entry): Task => ({
  entry,
  sent: 0,
  attempts: noAttempts,
  notBefore: 0,
  fresh: false,
  alone: false,
})

/** The tasks still to be sent, in the order of the plan. Entries with a condition wait aside until the answers are there. */
export class Queue {
  /** Tasks to be sent again, the one put back last first. */
  #again: Task[] = []
  /** Tasks that were never sent, in the order of the plan, from `#first` on. Taken ones are cleared from memory. */
  #fresh: (Task | undefined)[] = []
  #first = 0
  /** Entries that wait for answers, by the probes that their conditions look at. */
  readonly #waitingFor = new Map<string, Waiting[]>()
  readonly #rules: QueueRules
  /** The place of each entry in the plan. */
  readonly #places: ReadonlyMap<Entry, number>

  constructor(entries: readonly Entry[], rules: QueueRules) {
    this.#rules = rules
    this.#places = new Map(entries.map((entry, place) => [entry, place]))
    this.#fresh = entries.filter(({ when }) => when === null).map(taskOf)
    const waiting = entries.filter(({ when }) => when !== null)
    const byCondition = [...Map.groupBy(waiting, ({ when }) => when)]
    this.#decide(byCondition.map(([when, own]) => this.#await(when, own)))
  }

  #await(when: Entry['when'], entries: readonly Entry[]): Waiting {
    const looksAt = when === null ? [] : probesOf(when)
    const open = looksAt.filter((probe) => !this.#rules.isSettled(probe))
    const waiting = { entries, open: open.length }
    for (const probe of open) {
      const others = this.#waitingFor.get(probe)
      if (others === undefined) this.#waitingFor.set(probe, [waiting])
      else others.push(waiting)
    }
    return waiting
  }

  /** How many tasks may be sent, now or after a wait of their own. */
  get size(): number {
    return this.#again.length + this.#fresh.length - this.#first
  }

  /** Tasks to be sent again. Only these have a wait of their own, or must be alone. */
  get again(): readonly Task[] {
    return this.#again
  }

  /** The entries of all tasks that may be sent, now or after a wait of their own. */
  *entries(): Generator<Entry> {
    for (const { entry } of this.#again) yield entry
    for (let at = this.#first; at < this.#fresh.length; at += 1) {
      const task = this.#fresh[at]
      if (task !== undefined) yield task.entry
    }
  }

  /** Takes the first task that may start. */
  take(mayStart: (task: Task) => boolean): Task | null {
    const index = this.#again.findIndex(mayStart)
    if (index >= 0) return this.#again.splice(index, 1)[0] ?? null
    for (let at = this.#first; at < this.#fresh.length; at += 1) {
      const task = this.#fresh[at]
      if (task === undefined || !mayStart(task)) continue
      if (at === this.#first) this.#fresh[this.#first++] = undefined
      else this.#fresh.splice(at, 1)
      return task
    }
    return null
  }

  /** Takes every such task, also those that are let in meanwhile. */
  *takeAll(isMeant: (task: Task) => boolean): Generator<Task> {
    for (let task = this.take(isMeant); task !== null; task = this.take(isMeant)) yield task
  }

  /** Puts a task back, in front of all others. */
  putBack(task: Task): void {
    this.#again.unshift(task)
  }

  /** Takes note that a probe is settled: the entries that waited for it are let in where they are wanted. */
  settled(probe: string): void {
    const waited = this.#waitingFor.get(probe)
    if (waited === undefined) return
    this.#waitingFor.delete(probe)
    for (const one of waited) one.open -= 1
    this.#decide(waited)
  }

  /** Puts a task in its place in the plan: it may be worth more than those that stand ready. */
  #insert(task: Task): void {
    const place = (entry: Entry | undefined) => (entry === undefined ? 0 : (this.#places.get(entry) ?? 0))
    let [from, to] = [this.#first, this.#fresh.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (place(this.#fresh[middle]?.entry) < place(task.entry)) from = middle + 1
      else to = middle
    }
    this.#fresh.splice(from, 0, task)
  }

  #decide(waiting: readonly Waiting[]): void {
    // An entry that is turned down here settles others. The list is made first, so that none is decided twice.
    const decided = waiting.filter(({ open }) => open === 0).flatMap(({ entries }) => entries)
    for (const entry of decided) {
      if (this.#rules.isWanted(entry)) this.#insert(taskOf(entry))
      else this.settled(entry.probe.id)
    }
  }
}
