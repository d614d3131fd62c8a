import type { Reason } from '../evidence/judgement.ts'
import type { Operation } from '../fixtures/catalog/operation.ts'
import type { ContractCheckId } from '../fixtures/checks.ts'
import type { Comparable, Condition, Facts } from './check.ts'
import type { Probe } from './probe.ts'

/** A probe of the plan. It is sent always, or on the condition `when`, or never: then `barred` says why. */
export interface Entry {
  readonly probe: Probe
  readonly when: Condition | null
  /** The reason to report where the condition does not come true; null for the general one. */
  readonly otherwise: Reason | null
  readonly barred: Reason | null
  /** The product whose limits the probe may meet: that of its operation, or of the operations beside an unknown route. */
  readonly product: string
  /** Session operations are asked last: they may end the session that others need. */
  readonly phase: 'main' | 'sessions'
}

/**
 * How one kind of creation is undone. The request is sent once for each resource that the run made. The resource's identifier
 * replaces `{id}` in the body, and the path parameter. No judge reads the answer.
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
  /** The probes that the judge reads besides the question's own, or all that are asked of the operation. */
  readonly reads: 'operation' | readonly string[]
  readonly barred: Reason | null
}

/** One of several parts of a plan, counted from 1. */
export interface Shard {
  readonly index: number
  readonly of: number
}

/** What a part holds about the whole plan, so that parts can be put together again in its order. */
interface PlanShard extends Shard {
  /** The identifiers of all entries, questions and operations of the whole plan, in its order. */
  readonly entries: readonly string[]
  readonly questions: readonly string[]
  readonly operations: readonly string[]
  /** Whether every question is put to every operation by all parts together. */
  readonly isWhole: boolean
}

/** The facts by which a check decides whether to compare an operation with another one. */
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
  /** The rest of the catalogue. What only a comparison with these operations shows cannot be told. */
  readonly unselected: readonly Comparable[]
  /** True where every question is put to every operation. */
  readonly isWhole: boolean
  /** For a part of a plan: which part this is, and the ids of the whole. */
  readonly shard?: PlanShard
}

/** What a run selects of the catalogue and of the checks. */
export interface Selection {
  readonly operations: readonly Operation[]
  /** All operations without the excluded ones. Those that are not selected are asked only for learning and for clean-ups. */
  readonly catalogue: readonly Operation[]
  readonly checks: (id: string) => boolean
  readonly excluded: (operation: string) => boolean
  /** The paths of excluded operations, selected or not: nothing at all is sent to them. */
  readonly untouched: readonly string[]
}
