import type { Reason } from '../evidence/judgement.ts'
import type { Operation } from '../fixtures/catalog/operation.ts'
import type { ContractCheckId } from '../fixtures/checks.ts'
import type { Comparable, Condition, Facts } from './check.ts'
import type { Probe } from './probe.ts'

/** A probe of the plan: sent always, when a condition comes true, or never, with the reason. */
export interface Entry {
  readonly probe: Probe
  readonly when: Condition | null
  /** The reason that is given where the condition does not come true; null for the general one. */
  readonly otherwise: Reason | null
  readonly barred: Reason | null
  /** The product whose limits it may meet: of the operation, or of those that an unknown route stands beside. */
  readonly product: string
  /** Session operations are asked after everything else: they may end what the others need. */
  readonly phase: 'main' | 'sessions'
}

/**
 * How one kind of creation is undone: sent once for each resource that the run made, with its identifier in place of `{id}` in
 * the body and of a path parameter. Nothing is judged by it.
 */
export interface PlannedCleanUp extends Pick<Entry, 'probe' | 'product' | 'barred'> {
  /** The operation whose successes are undone. */
  readonly undoes: string
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
  /** The probes that its judge reads beside its own, or all that are asked of the operation. */
  readonly reads: 'operation' | readonly string[]
  readonly barred: Reason | null
}

/** One of several parts of a plan, counted from 1. */
export interface Shard {
  readonly index: number
  readonly of: number
}

/** What a part says of the whole, so that parts can be put together again in its order. */
interface PlanShard extends Shard {
  /** The identifiers of all entries, questions and operations of the whole plan, in its order. */
  readonly entries: readonly string[]
  readonly questions: readonly string[]
  readonly operations: readonly string[]
  /** Whether every question is put to every operation by all parts together. */
  readonly isWhole: boolean
}

/** What tells whether an operation is compared with another. */
export const comparable = ({ id, method, prefix, detail, namesOneResource }: Operation): Comparable => ({
  id,
  method,
  prefix,
  detail,
  namesOneResource,
})

/** Pure data: all that will be asked, in order, and all that will be answered. Holds no secret. */
export interface Plan {
  readonly facts: Facts
  readonly entries: readonly Entry[]
  readonly questions: readonly PlannedQuestion[]
  /** What the settings declare to undo what this run creates. */
  readonly cleanUps: readonly PlannedCleanUp[]
  /** The operations that were selected, with what the catalogue says of them. */
  readonly operations: readonly Operation[]
  /** The rest of the catalogue: what can only be told by comparing with them cannot be told here. */
  readonly unselected: readonly Comparable[]
  /** True where every question is put to every operation. */
  readonly isWhole: boolean
  /** Where this is a part of a plan: which, and what the whole was. */
  readonly shard?: PlanShard
}

/** What a run selects of the catalogue and of the checks. */
export interface Selection {
  readonly operations: readonly Operation[]
  /** Everything that may be asked, without what is excluded, for learning and undoing: what is not selected is asked nothing but this. */
  readonly catalogue: readonly Operation[]
  readonly checks: (id: string) => boolean
  readonly excluded: (operation: string) => boolean
  /** The paths of what is excluded, selected or not: nothing at all is sent there. */
  readonly untouched: readonly string[]
}
