import type { Exchange } from '../../evidence/exchange.ts'
import { because, type Reason } from '../../evidence/judgement.ts'
import { isWanted } from '../condition.ts'
import { type Outcome, outcomeOf } from '../outcome.ts'
import type { Entry, Plan } from '../plan.ts'

/** Why something was not sent though the plan allowed it. */
export const reasons = {
  time: because('out-of-time'),
  interrupt: because('interrupted'),
  late: because('not-arisen'),
  stopped: because('target-gone'),
  /** The limit named a wait beyond the budget: nothing more was asked of its product with this credential. */
  limited: because('limited'),
}

const noAttempts: readonly Exchange[] = []

const leftOut = ({ probe }: Entry, why: Reason): Outcome => ({ probe, attempts: noAttempts, kind: 'not-sent', why })

/** What became of each entry of a plan so far. */
export class Ledger {
  /** What may be sent at all. */
  readonly #sendable: readonly Entry[]
  /** All that is planned, sent or not, by probe. */
  readonly entries: ReadonlyMap<string, Entry>
  readonly #silenceMs: number
  readonly #outcomes = new Map<string, Outcome>()
  readonly #givenUp = new Map<string, Reason>()
  /** How many entries may be sent at all. */
  readonly planned: number

  constructor(plan: Plan) {
    this.#sendable = plan.entries.filter(({ barred }) => barred === null)
    this.entries = new Map(plan.entries.map((entry) => [entry.probe.id, entry]))
    this.#silenceMs = plan.facts.silenceMs
    this.planned = this.#sendable.length
  }

  /** How many of those are settled. */
  get done(): number {
    return this.#outcomes.size
  }

  /** What became of a probe; undefined where that is still open. */
  readonly outcome = (probe: string): Outcome | undefined => {
    const entry = this.entries.get(probe)
    return this.#outcomes.get(probe) ?? (entry?.barred ? leftOut(entry, entry.barred) : undefined)
  }

  /** What became of each probe that might be sent and is settled: of the others, half a plan, nothing is held. */
  get outcomes(): ReadonlyMap<string, Outcome> {
    return this.#outcomes
  }

  /** True as soon as nothing more comes of a probe; of one that the plan does not hold nothing ever does. */
  readonly isSettled = (probe: string): boolean => this.#outcomes.has(probe) || this.entries.get(probe)?.barred !== null

  /** Settles an entry by its attempts; again, where it was asked again after that. */
  settle({ probe }: Entry, attempts: readonly Exchange[]): Outcome {
    const outcome = outcomeOf(probe, attempts, reasons.late, this.#silenceMs)
    this.#outcomes.set(probe.id, outcome)
    return outcome
  }

  /** Settles an entry whose condition did not come true. */
  turnDown(entry: Entry): void {
    this.#outcomes.set(entry.probe.id, leftOut(entry, reasons.late))
  }

  /** What was turned down in a phase and is wanted after all: open again. */
  reopen(phase: Entry['phase']): readonly Entry[] {
    const isTurnedDown = ({ probe, when }: Entry) =>
      when !== null && this.#outcomes.get(probe.id)?.kind === 'not-sent' && !this.#givenUp.has(probe.id)
    const reopened = this.#sendable.filter(
      (entry) => entry.phase === phase && isTurnedDown(entry) && isWanted(entry, this.outcome),
    )
    for (const { probe } of reopened) this.#outcomes.delete(probe.id)
    return reopened
  }

  /** Settles an entry that was never sent, for a reason that the recording keeps. */
  giveUp(entry: Entry, why: Reason): void {
    this.#givenUp.set(entry.probe.id, why)
    this.#outcomes.set(entry.probe.id, leftOut(entry, why))
  }

  /** What may still be sent. */
  open(): readonly Entry[] {
    return this.#sendable.filter(({ probe }) => !this.#outcomes.has(probe.id))
  }

  /** Why each entry that might have been sent was not. */
  unsent(why: (entry: Entry) => Reason): Readonly<Record<string, Reason>> {
    return Object.fromEntries([...this.#givenUp, ...this.open().map((entry) => [entry.probe.id, why(entry)] as const)])
  }
}
