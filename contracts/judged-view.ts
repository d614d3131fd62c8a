import { oncePer } from '../evidence/once-per.ts'
import type { Operation } from '../fixtures/catalog/operation.ts'
import type { Learned } from './learning/learned.ts'
import type { Outcome } from './outcome.ts'
import type { Plan, PlannedQuestion } from './plan.ts'

/** What questions are judged by: the outcomes, what was learned from them, and which of them each question reads. */
export type JudgedView = ReturnType<typeof viewOf>

/** Pure. `seen` gives outcomes in the order of the plan, repetitions last. */
export function viewOf(plan: Plan, outcomes: ReadonlyMap<string, Outcome>, learned: Learned) {
  const operations = new Map(plan.operations.map((operation) => [operation.id as string, operation]))
  // The plan puts repetitions where there is room. Here they come last, so that a selection changes no order.
  const inOrder = [...outcomes.values()].sort((one, other) => one.probe.nth - other.probe.nth)
  const byOperation = Map.groupBy(inOrder, ({ probe }) => probe.operation)
  const byCheck = Map.groupBy(plan.questions, ({ check }) => check)
  const read = ({ operation, probes, reads }: PlannedQuestion): readonly Outcome[] => {
    const all = byOperation.get(operation) ?? []
    if (reads === 'operation') return all
    const own = new Set([...probes, ...reads])
    return all.filter(({ probe }) => own.has(probe.id))
  }
  return {
    plan,
    outcomes,
    learned,
    own: ({ probes }: PlannedQuestion) => probes.flatMap((id) => outcomes.get(id) ?? []),
    /** Kept, since checks that compare operations read the same questions many times. */
    seen: oncePer(read),
    /** The questions of a check, to all operations. */
    alike: (check: PlannedQuestion['check']) => byCheck.get(check) ?? [],
    operation(id: string): Operation {
      const operation = operations.get(id)
      if (operation === undefined) throw new Error(`the plan names no operation ${id}`)
      return operation
    },
  }
}
