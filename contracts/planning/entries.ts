import { because, type Reason } from '../../evidence/judgement.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import type { CleanUp, Known } from '../../fixtures/target.ts'
import type { ConditionalProbe, Facts } from '../check.ts'
import { either } from '../condition.ts'
import { lackOf, secretFor } from '../credentials.ts'
import type { Entry, PlannedCleanUp, Selection } from '../plan.ts'
import { barredBy } from '../policy.ts'
import { graverPurpose, type Probe, type Purpose, probeOf } from '../probe.ts'

/** A probe that a check would like to have asked, with the operation that it is about; null for an unknown route. */
export interface Wanted extends ConditionalProbe {
  readonly operation: Operation | null
}

interface Making {
  readonly selection: Selection
  readonly facts: Facts
  readonly known: Known
  /** All that could be asked, selected or not: the purpose of a request does not depend on the selection. */
  readonly everything: readonly Wanted[]
}

const excluded = because('excluded')

/** Collects the entries of a plan: one for each request. It has no condition where one of the checks that want it has none. */
export class EntryList {
  readonly #entries = new Map<string, Entry>()
  readonly #purposes = new Map<string, Purpose>()
  /** Probes that were left out by every check that wants them. */
  readonly #leftOut = new Set<string>()
  readonly #making: Making

  constructor(making: Making) {
    this.#making = making
    for (const { probe } of making.everything) {
      const { id, purpose } = probe
      this.#purposes.set(id, graverPurpose(purpose, this.#purposes.get(id) ?? purpose))
    }
  }

  get all(): readonly Entry[] {
    return [...this.#entries.values()]
  }

  /** Adds a probe, or merges its condition. `dropBarred`: a barred probe gets no entry, since no question waits for it. */
  add(asked: Wanted, { dropBarred = false } = {}): void {
    const { operation, probe: wanted, when = null, otherwise = null, leftOut = null } = asked
    const old = this.#entries.get(wanted.id)
    if (old !== undefined && leftOut !== null) return
    if (old !== undefined && !this.#leftOut.delete(wanted.id)) {
      this.#entries.set(wanted.id, { ...old, when: old.when === null || when === null ? null : either(old.when, when) })
      return
    }
    const purpose = this.#purposes.get(wanted.id) ?? wanted.purpose
    const probe = purpose === wanted.purpose ? wanted : { ...wanted, purpose }
    // A probe that this run leaves out anyway does not blame the settings.
    const barred = leftOut ?? this.#barred(operation?.id ?? null, operation, probe)
    if (leftOut !== null) this.#leftOut.add(probe.id)
    if (barred !== null && dropBarred) return
    const phase = operation?.effect === 'session' ? 'sessions' : 'main'
    const product = operation?.product ?? this.#productOf(probe)
    this.#entries.set(probe.id, { probe, when, otherwise, barred, product, phase })
  }

  /** The declared clean-ups of resources that the plan may create. */
  cleanUps(): readonly PlannedCleanUp[] {
    const asked = new Set(this.all.flatMap(({ barred, probe }) => (barred === null ? [probe.operation] : [])))
    return this.#making.known.cleanUps
      .filter(({ created }) => asked.has(created))
      .map((declared) => this.#cleanUp(declared))
  }

  #cleanUp({ created, operation, body }: CleanUp): PlannedCleanUp {
    const listed = this.#making.selection.catalogue.find(({ id }) => id === operation) ?? null
    const [method = '', path = ''] = operation.split(' ')
    const declaredBody = body === null ? {} : { body: { base: 'none', declared: body } as const }
    const probe = probeOf({ operation, method, path, credential: 'eligible', purpose: 'clean-up', ...declaredBody })
    const unknown = listed === null ? because('no-operation', { operation }) : null
    const barred = this.#barred(operation, listed, probe) ?? unknown
    return { undoes: created, probe, product: listed?.product ?? '', barred }
  }

  #barred(id: string | null, operation: Operation | null, probe: Probe): Reason | null {
    const { selection, known, facts } = this.#making
    if (id !== null && selection.excluded(id)) return excluded
    if (secretFor(probe.credential, known, facts.seed) === undefined) return lackOf(probe.credential, known)
    return barredBy(facts, operation, probe)
  }

  #productOf({ path }: Probe): string {
    const { operations } = this.#making.selection
    const isBelow = ({ prefix }: Operation) => path.startsWith(prefix) && path[prefix.length] === '/'
    return operations.find(isBelow)?.product ?? 'unknown'
  }
}
