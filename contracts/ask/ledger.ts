import type { Exchange } from '../../evidence/exchange.ts'
import { because, type Reason } from '../../evidence/judgement.ts'
import { isWanted } from '../condition.ts'
import { type Outcome, outcomeOf } from '../outcome.ts'
import type { Entry, Plan } from '../plan.ts'

/** Why an entry was not sent although the plan allowed it. */
export const reasons = {
  time: because('out-of-time'),
  interrupt: because('interrupted'),
  late: because('not-arisen'),
  stopped: because('target-gone'),
  /** The limit told a wait that is longer than the run keeps: its product was asked no more with this credential. */
  limited: because('limited'),
}

const noAttempts: readonly Exchange[] = []

const leftOut = ({ probe }: Entry, why: Reason): Outcome => ({ probe, attempts: noAttempts, kind: 'not-sent', why })

/** What became of each entry of a plan so far. */
export class Ledger {
  /** The entries that are not barred. */
  readonly #sendable: readonly Entry[]
  /** All entries of the plan, barred or not, by probe. */
  readonly entries: ReadonlyMap<string, Entry>
  readonly #silenceMs: number
  readonly #outcomes = new Map<string, Outcome>()
  readonly #givenUp = new Map<string, Reason>()
  /** How many entries are not barred. */
  readonly planned: number

  constructor(plan: Plan) {
    this.#sendable = plan.entries.filter(({ barred }) => barred === null)
    this.entries = new Map(plan.entries.map((entry) => [entry.probe.id, entry]))
    this.#silenceMs = plan.facts.silenceMs
    this.planned = this.#sendable.length
  }

  /** The entries of a phase that are not barred. */
  ofPhase(phase: Entry['phase']): readonly Entry[] {
    return this.#sendable.filter((entry) => entry.phase === phase)
  }

  /** How many entries are settled. */
  get done(): number {
    return this.#outcomes.size
  }

  /** The outcome of a probe; undefined while it is open. */
  readonly outcome = (probe: string): Outcome | undefined => {
    const entry = this.entries.get(probe)
    return this.#outcomes.get(probe) ?? (entry?.barred ? leftOut(entry, entry.barred) : undefined)
  }

  /** The outcomes of settled probes that are not barred. The others, half a plan, need no memory. */
  get outcomes(): ReadonlyMap<string, Outcome> {
    return this.#outcomes
  }

  /** True once a probe has its outcome, where it is barred, and where the plan does not hold it. */
  readonly isSettled = (probe: string): boolean => this.#outcomes.has(probe) || this.entries.get(probe)?.barred !== null

  /** Settles an entry by its attempts. An entry that was asked again is settled again. */
  settle({ probe }: Entry, attempts: readonly Exchange[]): Outcome {
    const outcome = outcomeOf(probe, attempts, reasons.late, this.#silenceMs)
    this.#outcomes.set(probe.id, outcome)
    return outcome
  }

  /** Settles an entry whose condition did not come true. */
  turnDown(entry: Entry): void {
    this.#outcomes.set(entry.probe.id, leftOut(entry, reasons.late))
  }

  /** Opens the entries of a phase again that were turned down, but whose condition is true now. */
  reopen(phase: Entry['phase']): readonly Entry[] {
    const isTurnedDown = ({ probe, when }: Entry) =>
      when !== null && this.#outcomes.get(probe.id)?.kind === 'not-sent' && !this.#givenUp.has(probe.id)
    const reopened = this.ofPhase(phase).filter((entry) => isTurnedDown(entry) && isWanted(entry, this.outcome))
    for (const { probe } of reopened) this.#outcomes.delete(probe.id)
    return reopened
  }

  /** Settles an entry that was never sent, for a reason that the recording keeps. */
  giveUp(entry: Entry, why: Reason): void {
    this.#givenUp.set(entry.probe.id, why)
    this.#outcomes.set(entry.probe.id, leftOut(entry, why))
  }

  /** The entries that may still be sent. */
  open(): readonly Entry[] {
    return this.#sendable.filter(({ probe }) => !this.#outcomes.has(probe.id))
  }

  /** The reason for each entry that was given up or is still open. */
  unsent(why: (entry: Entry) => Reason): Readonly<Record<string, Reason>> {
    return Object.fromEntries([...this.#givenUp, ...this.open().map((entry) => [entry.probe.id, why(entry)] as const)])
  }
}
