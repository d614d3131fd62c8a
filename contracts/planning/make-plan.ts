import { findingId } from '../../evidence/finding.ts'
import { because } from '../../evidence/judgement.ts'
import { detailed } from '../../fixtures/catalog/catalog.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { type CheckFacts, type ContractCheckId, checks as checkRows } from '../../fixtures/checks.ts'
import type { Known } from '../../fixtures/target.ts'
import type { Check, Facts, Question } from '../check.ts'
import { checks } from '../checks/checks.ts'
import { wordFor } from '../checks/types.ts'
import type { Plan, PlannedQuestion, Selection } from '../plan.ts'
import { type Probe, probe } from '../probe.ts'
import { EntryList, type Wanted } from './entries.ts'
import { ordered } from './order.ts'
import { unknownRouteProbes } from './unknown-routes.ts'

/** A question with what it is about. */
interface Asked {
  readonly operation: Operation
  readonly row: CheckFacts & { readonly id: ContractCheckId }
  readonly question: Question
}

/** Catalogue × checks × policy × settings → the plan. Pure: the same input gives the same plan, in the same order. */
export function makePlan(selection: Selection, facts: Facts, known: Known): Plan {
  const all = questionsOf(selection.operations, facts)
  const selected = all.filter(({ row, question }) => selection.checks(nameOf(row, question)))
  const learning = learningProbes(selection.catalogue)
  const unknown = selection.checks('catalog.reachable') ? unknownRouteProbes(selection.operations, facts) : []
  const entries = new EntryList({ selection, facts, known, everything: [...learning, ...all.flatMap(wishesOf)] })
  for (const wanted of learning) entries.add(wanted, { dropBarred: true })
  for (const route of unknown) entries.add({ operation: null, wish: { probe: route } }, { dropBarred: true })
  for (const wanted of selected.flatMap(wishesOf)) entries.add(wanted)
  entries.addConditions()
  return {
    facts,
    entries: ordered(entries.all),
    questions: selected.map((one) => planned(one, selection)),
    cleanUps: entries.cleanUps(),
    operations: selection.operations,
  }
}

function questionsOf(operations: readonly Operation[], facts: Facts): readonly Asked[] {
  const rows = checkRows.filter((row): row is Extract<typeof row, { asks: 'contracts' }> => row.asks === 'contracts')
  return operations.flatMap((operation) =>
    rows.flatMap((row) => {
      const check: Check = checks[row.id]
      return check.questions(operation, facts).map((question) => ({ operation, row, question }))
    }),
  )
}

function wishesOf({ operation, question }: Asked): readonly Wanted[] {
  return question.wishes.map((wish) => ({ operation, wish }))
}

function nameOf(row: CheckFacts, { sub }: Question): string {
  return sub === null ? row.id : `${row.id}:${sub}`
}

function planned({ operation, row, question }: Asked, selection: Selection): PlannedQuestion {
  return {
    id: findingId(nameOf(row, question), operation.id),
    check: row.id,
    sub: question.sub,
    clause: question.clause ?? row.clauses[0],
    operation: operation.id,
    product: operation.product,
    probes: question.wishes.map((wish) => wish.probe.id),
    barred: selection.excluded(operation.id) ? because('excluded') : (question.barred ?? null),
  }
}

/** What is asked whatever was selected: where the code stands is learned of it (O5a), and whether anyone is there. */
function learningProbes(catalogue: readonly Operation[]): readonly Wanted[] {
  const ask = (id: string, make: (operation: Operation) => readonly Probe[]) =>
    catalogue
      .filter((operation) => operation.id === id)
      .flatMap((operation) => make(operation).map((asked) => ({ operation, wish: { probe: asked } })))
  return [
    ...ask(detailed['details-list'], (operation) => [
      probe(operation),
      probe(operation, { credential: 'eligible' }),
      wordFor(operation, 'limit'),
    ]),
    ...ask(detailed['audience-choice'], (operation) => [probe(operation, { value: 'made-up-1' })]),
  ]
}
