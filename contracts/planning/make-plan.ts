import { checkName, findingId } from '../../evidence/finding.ts'
import { because } from '../../evidence/judgement.ts'
import { detailed } from '../../fixtures/catalog/catalog.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { type CheckFacts, type ContractCheckId, checks } from '../../fixtures/checks.ts'
import type { Known } from '../../fixtures/target.ts'
import { type Check, type ConditionalProbe, comparable, type Facts, type Question } from '../check.ts'
import { checksById } from '../checks/checks.ts'
import { wordFor } from '../checks/types.ts'
import { probesOf } from '../condition.ts'
import type { Plan, PlannedQuestion, Selection } from '../plan.ts'
import { type Probe, probe } from '../probe.ts'
import { waitsForDoubt } from '../sample.ts'
import { againProbes } from './again.ts'
import { inDoubt, routesAmong } from './doubt.ts'
import { EntryList, type Wanted } from './entries.ts'
import { ordered } from './order.ts'
import { besideRouteProbes, unknownRouteProbes } from './unknown-routes.ts'
import { doubtProbe, witnessesInDoubt, witnessProbes } from './witnesses.ts'

/** A question with its operation and its check. */
interface Asked {
  readonly operation: Operation
  readonly row: CheckFacts & { readonly id: ContractCheckId }
  readonly question: Question
}

/** Catalogue × checks × policy × settings → the plan. Pure: the same input gives the same plan, in the same order. */
export function makePlan(selection: Selection, facts: Facts, known: Known): Plan {
  const all = questionsOf(selection.operations, facts)
  const siblings = Map.groupBy(all, ({ operation }) => operation)
  const selected = all.filter(({ row, question }) => selection.checks(checkName(row.id, question.sub)))
  const learning = learningProbes(selection.catalogue)
  const unknown = selection.checks('catalog.reachable') ? unlistedProbes(selection, facts) : []
  const entries = new EntryList({ selection, facts, known, everything: [...learning, ...all.flatMap(wantedBy)] })
  for (const wanted of learning) entries.add(wanted, { dropBarred: true })
  for (const conditional of unknown) entries.add({ operation: null, ...conditional }, { dropBarred: true })
  for (const wanted of wantedFor(selected, siblings)) entries.add(wanted)
  if (unknown.length > 0)
    for (const wanted of againProbes(selection.operations, facts)) entries.add(wanted, { dropBarred: true })
  const isSelected = new Set(selection.operations.map(({ id }) => id))
  const reads = new Set<string>(selection.operations.filter(({ effect }) => effect === 'read').map(({ id }) => id))
  const unselected = selection.catalogue.filter(({ id }) => !isSelected.has(id)).map(comparable)
  return {
    facts,
    entries: ordered(entries.all, reads),
    questions: selected.map((one) => planned(one, siblings.get(one.operation) ?? [], selection)),
    cleanUps: entries.cleanUps(),
    operations: selection.operations,
    unselected,
    isWhole: unselected.length === 0 && selected.length === all.length,
  }
}

/** The questions to the same operation whose probes a question reads as well. */
function readBy({ question: { reads = [] } }: Asked, siblings: readonly Asked[]): readonly Asked[] {
  return reads === 'operation' ? siblings : siblings.filter(({ row }) => reads.includes(row.id))
}

/** All probes that the selected questions ask, read, or look at in conditions, in the order of the whole plan. */
function wantedFor(selected: readonly Asked[], siblings: ReadonlyMap<Operation, readonly Asked[]>): readonly Wanted[] {
  const asked = new Set(selected.flatMap((one) => [one, ...readBy(one, siblings.get(one.operation) ?? [])]))
  const all = [...siblings.values()].flat().flatMap((one) => wantedBy(one).map((wanted) => ({ one, ...wanted })))
  const own = new Set([...asked].flatMap(({ question }) => probesAskedBy(question)))
  const lookedAt = new Set<string>()
  for (let size = -1; size < lookedAt.size; ) {
    size = lookedAt.size
    for (const { probe: asking, when } of all) {
      const isAsked = own.has(asking.id) || lookedAt.has(asking.id)
      if (isAsked && when !== undefined) for (const id of probesOf(when)) lookedAt.add(id)
    }
  }
  return all.filter((wanted) => asked.has(wanted.one) || lookedAt.has(wanted.probe.id))
}

/**
 * Probes of unknown routes, and the witnesses (O1). In a nightly, probes that help only in doubt wait for a doubt. The gate compares
 * without witnesses: it reports fewer of the missing routes, and never one that is there.
 */
function unlistedProbes(selection: Selection, facts: Facts): readonly ConditionalProbe[] {
  const always = unknownRouteProbes(selection, facts)
  const witnesses = facts.profile === 'gate' ? [] : witnessProbes(selection, facts)
  const asked = always.map((probe): ConditionalProbe => ({ probe }))
  if (!waitsForDoubt(facts)) {
    return [...asked, ...witnesses.map((probe) => ({ probe })), ...besideRouteProbes(selection, facts, [])]
  }
  const first = doubtProbe(facts)
  const beside = besideRouteProbes(selection, facts, [{ probe: first.id, is: 'asked' }])
  const routesFor = routesAmong([...always, ...beside.map(({ probe: one }) => one)])
  const told = selection.operations.filter(({ id }) => !selection.excluded(id))
  return [...asked, ...witnessesInDoubt(first, witnesses, told, (one) => inDoubt(one, facts, routesFor)), ...beside]
}

const probesAskedBy = ({ probes }: Question) => probes.map((conditional) => conditional.probe.id)

function questionsOf(operations: readonly Operation[], facts: Facts): readonly Asked[] {
  const rows = checks.filter((row): row is Extract<typeof row, { asks: 'contracts' }> => row.asks === 'contracts')
  return operations.flatMap((operation) =>
    rows.flatMap((row) => {
      const check: Check = checksById[row.id]
      return check.questions(operation, facts).map((question) => ({ operation, row, question }))
    }),
  )
}

function wantedBy({ operation, question }: Asked): readonly Wanted[] {
  return question.probes.map((conditional) => ({ operation, ...conditional }))
}

function planned(asked: Asked, siblings: readonly Asked[], selection: Selection): PlannedQuestion {
  const { operation, row, question } = asked
  return {
    id: findingId(checkName(row.id, question.sub), operation.id),
    check: row.id,
    sub: question.sub,
    clause: question.clause ?? row.clauses[0],
    operation: operation.id,
    product: operation.product,
    probes: probesAskedBy(question),
    reads:
      question.reads === 'operation'
        ? 'operation'
        : [...new Set(readBy(asked, siblings).flatMap((other) => probesAskedBy(other.question)))],
    barred: selection.excluded(operation.id) ? because('excluded') : (question.barred ?? null),
  }
}

/** Probes that every plan asks, whatever is selected: they teach where the code stands (O5a), and whether anyone is there. */
function learningProbes(catalogue: readonly Operation[]): readonly Wanted[] {
  const ask = (id: string, make: (operation: Operation) => readonly Probe[]) =>
    catalogue
      .filter((operation) => operation.id === id)
      .flatMap((operation) => make(operation).map((asked) => ({ operation, probe: asked })))
  return [
    ...ask(detailed['details-list'], (operation) => [
      probe(operation),
      probe(operation, { credential: 'eligible' }),
      wordFor(operation, 'limit'),
    ]),
    ...ask(detailed['audience-choice'], (operation) => [probe(operation, { value: 'made-up-1' })]),
  ]
}
