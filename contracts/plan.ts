import { findingId } from '../evidence/finding.ts'
import { because, type Reason } from '../evidence/judgement.ts'
import { detailed } from '../fixtures/catalog/catalog.ts'
import type { Operation } from '../fixtures/catalog/operation.ts'
import { type CheckFacts, type ContractCheckId, checks as checkRows } from '../fixtures/checks.ts'
import type { CleanUp, Known } from '../fixtures/target.ts'
import type { Check, Condition, Facts, Question, Wish } from './check.ts'
import { checks } from './checks/checks.ts'
import { secretFor } from './compose.ts'
import { probesOf } from './outcome.ts'
import { barredBy, cleanUpBarredBy } from './policy.ts'
import { type Credential, identified, type Probe, probe } from './probe.ts'
import { unlistedProbes } from './unlisted.ts'

/** A probe of the plan: sent always, when a condition comes true, or never, with the reason. */
export interface Entry {
  readonly probe: Probe
  readonly when: Condition | null
  /** The reason that is given where the condition does not come true; null for the general one. */
  readonly otherwise: Reason | null
  readonly barred: Reason | null
  /** The product whose limits it may meet: of the operation, or of those that an unknown route stands beside. */
  readonly product: string
  readonly phase: Phase
}

/** Session operations are asked after everything else: they may end what the others need. */
type Phase = 'main' | 'sessions'

/**
 * How one kind of creation is undone: sent once for each resource that the run made, with its identifier in place of `{id}` in
 * the body and of a path parameter. Nothing is judged by it.
 */
export interface PlannedCleanUp {
  /** The operation whose successes are undone. */
  readonly undoes: string
  readonly probe: Probe
  readonly product: string
  readonly barred: Reason | null
}

/** A question of the plan: it ends as exactly one finding. */
export interface PlannedQuestion {
  readonly id: string
  readonly check: ContractCheckId
  readonly sub: string | null
  readonly clause: string
  readonly operation: string
  readonly product: string
  readonly probes: readonly string[]
  readonly barred: Reason | null
}

/** Pure data: all that will be asked, in order, and all that will be answered. Holds no secret. */
export interface Plan {
  readonly facts: Facts
  readonly entries: readonly Entry[]
  readonly questions: readonly PlannedQuestion[]
  /** What the settings declare to undo what this run creates. */
  readonly cleanUps: readonly PlannedCleanUp[]
  /** The operations that were selected, with what the catalogue says of them. */
  readonly operations: readonly Operation[]
}

/** What a run selects of the catalogue and of the checks. */
export interface Selection {
  readonly operations: readonly Operation[]
  /** Everything known, for learning: what is not selected is asked nothing but this. */
  readonly catalogue: readonly Operation[]
  readonly checks: (id: string) => boolean
  readonly excluded: (operation: string) => boolean
}

const excluded = because('excluded')

/** Catalogue × checks × policy × settings → the plan. Pure: the same input gives the same plan, in the same order. */
export function makePlan(selection: Selection, facts: Facts, known: Known): Plan {
  const rows = checkRows.filter((row): row is Extract<typeof row, { asks: 'contracts' }> => row.asks === 'contracts')
  const all = selection.operations.flatMap((operation) =>
    rows.flatMap((row) => {
      const check: Check = checks[row.id]
      return check.questions(operation, facts).map((question) => ({ operation, row, question }))
    }),
  )
  const selected = all.filter(({ row, question }) => selection.checks(nameOf(row, question)))
  const entries = new EntryList(selection, facts, known)
  for (const { operation, probe: asked } of learningProbes(selection.catalogue)) {
    entries.add(operation, { probe: asked }, true)
  }
  if (selection.checks('catalog.reachable')) {
    for (const unlisted of unlistedProbes(selection.operations, facts)) entries.add(null, { probe: unlisted }, true)
  }
  for (const { operation, question } of selected) {
    for (const wish of question.wishes) entries.add(operation, wish)
  }
  addConditions(
    entries,
    all.flatMap(({ operation, question }) => question.wishes.map((wish) => ({ operation, wish }))),
  )
  return {
    facts,
    entries: entries.ordered(),
    questions: selected.map(({ operation, row, question }) => planned(operation, row, question, selection)),
    cleanUps: entries.cleanUps(),
    operations: selection.operations,
  }
}

/**
 * What the conditions look at is asked with them, whichever check wished it: `--check` would else leave them open, and say
 * that an answer did not come which nobody asked for.
 */
function addConditions(
  entries: EntryList,
  wishes: readonly { readonly operation: Operation; readonly wish: Wish }[],
): void {
  for (let missing = entries.missing(); missing.size > 0; ) {
    for (const { operation, wish } of wishes) if (missing.has(wish.probe.id)) entries.add(operation, wish)
    const left = entries.missing()
    missing = new Set([...left].filter((id) => !missing.has(id)))
  }
}

function nameOf(row: CheckFacts, { sub }: Question): string {
  return sub === null ? row.id : `${row.id}:${sub}`
}

function planned(
  operation: Operation,
  row: CheckFacts & { readonly id: ContractCheckId },
  question: Question,
  selection: Selection,
): PlannedQuestion {
  return {
    id: findingId(nameOf(row, question), operation.id),
    check: row.id,
    sub: question.sub,
    clause: question.clause ?? row.clauses[0],
    operation: operation.id,
    product: operation.product,
    probes: question.wishes.map((wish) => wish.probe.id),
    barred: selection.excluded(operation.id) ? excluded : (question.barred ?? null),
  }
}

/** What is asked whatever was selected: where the code stands is learned of it (O5a), and whether anyone is there. */
function learningProbes(catalogue: readonly Operation[]): readonly { operation: Operation; probe: Probe }[] {
  const find = (id: string) => catalogue.filter((operation) => operation.id === id)
  return [
    ...find(detailed['details-list']).flatMap((operation) => [
      { operation, probe: probe(operation) },
      { operation, probe: probe(operation, { credential: 'eligible' }) },
      {
        operation,
        probe: probe(operation, { credential: 'eligible', query: { base: 'none', set: [['limit', 'word']] } }),
      },
    ]),
    ...find(detailed['audience-choice']).map((operation) => ({
      operation,
      probe: probe(operation, { value: 'made-up-1' }),
    })),
  ]
}

/** Collects entries: one for each probe, whoever wished it; sent always as soon as one wished it so. */
class EntryList {
  readonly #entries = new Map<string, Entry>()
  readonly #selection: Selection
  readonly #facts: Facts
  readonly #known: Known

  constructor(selection: Selection, facts: Facts, known: Known) {
    this.#selection = selection
    this.#facts = facts
    this.#known = known
  }

  /** `dropBarred`: what may not be sent is left out, since no question waits for it. */
  add(operation: Operation | null, wish: Wish, dropBarred = false): void {
    const { probe: asked, when = null, otherwise = null } = wish
    const old = this.#entries.get(asked.id)
    if (old !== undefined) {
      const either = old.when === null || when === null ? null : anyOf(old.when, when)
      this.#entries.set(asked.id, { ...old, when: either })
      return
    }
    const barred = this.#barred(operation, asked)
    if (barred !== null && dropBarred) return
    const phase = operation?.effect === 'session' ? 'sessions' : 'main'
    const product = operation?.product ?? this.#productOf(asked)
    this.#entries.set(asked.id, { probe: asked, when, otherwise, barred, product, phase })
  }

  #productOf({ path }: Probe): string {
    return this.#selection.operations.find(({ prefix }) => path.startsWith(`${prefix}/`))?.product ?? 'unlisted'
  }

  /** The declared clean-ups of what may be created. */
  cleanUps(): readonly PlannedCleanUp[] {
    const asked = new Set(
      [...this.#entries.values()].flatMap(({ barred, probe: { operation } }) => (barred === null ? [operation] : [])),
    )
    return this.#known.cleanUps.filter(({ created }) => asked.has(created)).map((declared) => this.#cleanUp(declared))
  }

  #cleanUp({ created, operation, body }: CleanUp): PlannedCleanUp {
    const listed = this.#selection.catalogue.find(({ id }) => id === operation)
    const [method = '', path = ''] = operation.split(' ')
    const undoing = identified({
      ...{ operation, method, path, credential: 'eligible', value: 'known', nth: 0, group: 'clean-up' },
      query: { base: 'none', set: [] },
      body: { base: 'declared', declared: body },
    })
    return {
      undoes: created,
      probe: undoing,
      product: listed?.product ?? '',
      barred: this.#cleanUpBarred(operation, listed),
    }
  }

  #cleanUpBarred(id: string, listed: Operation | undefined): Reason | null {
    if (this.#selection.excluded(id)) return excluded
    if (listed === undefined) return because('no-operation', { operation: id })
    if (this.#known.keys.eligible === null) return because('no-key')
    return cleanUpBarredBy(this.#facts.policy)
  }

  /** The probes that conditions look at and nobody has added. */
  missing(): ReadonlySet<string> {
    const wanted = [...this.#entries.values()].flatMap(({ when }) => (when === null ? [] : probesOf(when)))
    return new Set(wanted.filter((id) => !this.#entries.has(id)))
  }

  #barred(operation: Operation | null, asked: Probe): Reason | null {
    if (operation !== null && this.#selection.excluded(operation.id)) return excluded
    if (secretFor(asked.credential, this.#known, this.#facts.seed) === undefined)
      return missingCredential(asked.credential, this.#known)
    return barredBy(this.#facts.policy, { operation, probe: asked, allowEffects: this.#known.allowEffects })
  }

  /** The first entry tells whether anyone is there; then products take turns, repeats are spread, sessions come last. */
  ordered(): readonly Entry[] {
    const all = [...this.#entries.values()]
    const again = all.filter(({ probe: asked }) => asked.nth > 0)
    const sessions = all.filter(({ phase }) => phase === 'sessions')
    const others = takingTurns(all.filter((entry) => !again.includes(entry) && entry.phase === 'main'))
    return [...spread(others, again), ...sessions]
  }
}

function anyOf(one: Condition, other: Condition): Condition {
  if (JSON.stringify(one) === JSON.stringify(other)) return one
  const parts = 'any' in one ? one.any : [one]
  return parts.some((part) => JSON.stringify(part) === JSON.stringify(other)) ? one : { any: [...parts, other] }
}

const missing: Partial<Readonly<Record<Credential, Reason>>> = {
  'restricted-account': because('no-restricted-account'),
  'restricted-product': because('no-restricted-product'),
  'restricted-permission': because('no-restricted-permission'),
  'ineligible-origin': because('no-restricted-origin'),
}

/** Why the settings cannot give a credential. */
function missingCredential(credential: Credential, known: Known): Reason {
  const lacksKey = credential === 'ineligible-origin' && known.restrictedOrigin !== null
  const own = lacksKey ? undefined : missing[credential]
  return own ?? (known.keys.eligible === null ? because('no-key') : because('no-such-variant'))
}

/** One entry of each product in turn, so that a limit on one product holds up that product alone. */
function takingTurns(entries: readonly Entry[]): readonly Entry[] {
  const turnOf = ({ probe: { operation }, product }: Entry) => (operation === null ? 'unlisted' : product)
  const queues = [...Map.groupBy(entries, turnOf).values()]
  const longest = Math.max(0, ...queues.map((queue) => queue.length))
  return Array.from({ length: longest }, (_, turn) => queues.flatMap((queue) => queue.slice(turn, turn + 1))).flat()
}

/** Puts `rest` between `entries` at even distances. */
function spread<T>(entries: readonly T[], rest: readonly T[]): readonly T[] {
  const every = Math.max(1, Math.floor(entries.length / (rest.length + 1)))
  const out: T[] = []
  let next = 0
  for (const [index, entry] of entries.entries()) {
    out.push(entry)
    const more = (index + 1) % every === 0 ? rest[next] : undefined
    if (more === undefined) continue
    out.push(more)
    next += 1
  }
  return [...out, ...rest.slice(next)]
}
