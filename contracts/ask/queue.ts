import type { Exchange } from '../../evidence/exchange.ts'
import { type Outcome, probesOf } from '../outcome.ts'
import type { Entry } from '../plan.ts'

/** An entry on its way: its attempts so far, and the time before which it is not sent again. */
export interface Task {
  readonly entry: Entry
  readonly product: string
  /** How often it was sent: more than its attempts where a target was waited for that was not up. */
  readonly sent: number
  readonly attempts: readonly Exchange[]
  /** Milliseconds since the epoch. */
  readonly notBefore: number
  readonly fresh: boolean
}

/** What is still to be sent, in order: what was refused before in front, what waits for another answer aside. */
export class Queue {
  #ready: Task[] = []
  #waiting: Entry[] = []
  #sessions: Entry[]
  readonly #taskOf: (entry: Entry) => Task
  readonly #isWanted: (entry: Entry) => boolean
  readonly #outcome: (probe: string) => Outcome | undefined

  constructor(
    entries: readonly Entry[],
    {
      taskOf,
      isWanted,
      outcome,
    }: {
      readonly taskOf: (entry: Entry) => Task
      readonly isWanted: (entry: Entry) => boolean
      readonly outcome: (probe: string) => Outcome | undefined
    },
  ) {
    this.#taskOf = taskOf
    this.#isWanted = isWanted
    this.#outcome = outcome
    this.#sessions = entries.filter((entry) => entry.last)
    this.#enqueue(entries.filter((entry) => !entry.last))
  }

  #enqueue(entries: readonly Entry[]): void {
    this.#ready.push(...entries.filter((entry) => entry.when === null).map(this.#taskOf))
    this.#waiting.push(...entries.filter((entry) => entry.when !== null))
  }

  get ready(): readonly Task[] {
    return this.#ready
  }

  /** Takes the first task that may start. */
  take(mayStart: (task: Task) => boolean): Task | null {
    const index = this.#ready.findIndex(mayStart)
    return index < 0 ? null : (this.#ready.splice(index, 1)[0] ?? null)
  }

  /** Puts a task back in front of everything that was never sent. */
  putBack(task: Task): void {
    this.#ready.unshift(task)
  }

  /** Moves what waited for a probe that is settled now to where it belongs. */
  settled(probe: string): void {
    const concerned = this.#waiting.filter((entry) => entry.when !== null && probesOf(entry.when).includes(probe))
    if (concerned.length === 0) return
    const decided = concerned.filter(
      (entry) => entry.when !== null && probesOf(entry.when).every((other) => this.#outcome(other) !== undefined),
    )
    this.#waiting = this.#waiting.filter((entry) => !decided.includes(entry))
    this.#ready.push(...decided.filter(this.#isWanted).map(this.#taskOf))
  }

  /** Lets the session operations in, which come after everything else; false where there are none left. */
  letSessionsIn(): boolean {
    const sessions = this.#sessions
    this.#sessions = []
    this.#enqueue(sessions)
    for (const entry of sessions) {
      for (const probe of entry.when === null ? [] : probesOf(entry.when)) {
        if (this.#outcome(probe) !== undefined) this.settled(probe)
      }
    }
    return sessions.length > 0
  }

  /** What was wanted and not sent. */
  rest(): readonly Entry[] {
    return [...this.#ready.map((task) => task.entry), ...this.#sessions, ...this.#waiting]
  }
}
