import type { Operation } from '../fixtures/catalog/operation.ts'
import type { Check } from './check.ts'
import { checksById } from './checks/checks.ts'
import type { Learned } from './learning/learned.ts'
import type { Outcome } from './outcome.ts'
import type { Plan, PlannedQuestion } from './plan.ts'

/** What questions are judged by: outcomes, what was learned of them, and who reads which. */
export interface JudgedView {
  readonly plan: Plan
  readonly outcomes: ReadonlyMap<string, Outcome>
  readonly learned: Learned
  readonly own: (question: PlannedQuestion) => readonly Outcome[]
  readonly seen: (question: PlannedQuestion) => readonly Outcome[]
  /** The questions that a check has for all operations. */
  readonly alike: (check: PlannedQuestion['check']) => readonly PlannedQuestion[]
  readonly operation: (id: string) => Operation
}

/** Pure. `seen` reads in the order of the plan, with repeats last. */
export function viewOf(plan: Plan, outcomes: ReadonlyMap<string, Outcome>, learned: Learned): JudgedView {
  const operations = new Map(plan.operations.map((operation) => [operation.id as string, operation]))
  // Repeats stand where there is room for them in the plan, so they come last here: a selection changes no order.
  const inOrder = [...outcomes.values()].sort((one, other) => one.probe.nth - other.probe.nth)
  const byOperation = Map.groupBy(inOrder, ({ probe }) => probe.operation)
  const byCheck = Map.groupBy(plan.questions, ({ check }) => check)
  const read = ({ operation, probes, reads }: PlannedQuestion): readonly Outcome[] => {
    const all = byOperation.get(operation) ?? []
    if (reads === 'operation') return all
    const own = new Set([...probes, ...reads])
    return all.filter(({ probe }) => own.has(probe.id))
  }
  // Read again for every operation that is compared with its own; of the other checks each is read once.
  const kept = new Map<PlannedQuestion, readonly Outcome[]>()
  return {
    plan,
    outcomes,
    learned,
    own: ({ probes }) => probes.flatMap((id) => outcomes.get(id) ?? []),
    seen(question) {
      const seen = kept.get(question) ?? read(question)
      const check: Check = checksById[question.check]
      if (check.compares !== undefined) kept.set(question, seen)
      return seen
    },
    alike: (check) => byCheck.get(check) ?? [],
    operation(id) {
      const operation = operations.get(id)
      if (operation === undefined) throw new Error(`the plan names no operation ${id}`)
      return operation
    },
  }
}
