import { reasonSchema } from '../evidence/judgement.ts'
import { type Operation, operationSchema } from '../fixtures/catalog/operation.ts'
import { contractCheckIds } from '../fixtures/checks.ts'
import { nullable, Type, type ValueOf } from '../fixtures/schemas/type.ts'
import { comparableSchema, conditionSchema, factsSchema } from './check.ts'
import { probeSchema } from './probe.ts'

const barred = nullable(reasonSchema)

/** A probe of the plan. It is sent always, or on the condition `when`, or never: then `barred` says why. */
const entry = Type.Object({
  probe: probeSchema,
  when: nullable(conditionSchema),
  /** The reason to report where the condition does not come true; null for the general one. */
  otherwise: barred,
  barred,
  /** The product whose limits the probe may meet: that of its operation, or of the operations beside an unknown route. */
  product: Type.String(),
  /** Session operations are asked last: they may end the session that others need. */
  phase: Type.Enum(['main', 'sessions']),
})
export type Entry = ValueOf<typeof entry>

/**
 * How one kind of creation is undone. The request is sent once for each resource that the run made. The resource's identifier
 * replaces `{id}` in the body, and the path parameter. No judge reads the answer.
 */
const cleanUp = Type.Object({
  /** The operation whose successes are undone. */
  undoes: Type.String(),
  probe: probeSchema,
  product: Type.String(),
  barred,
})
export type PlannedCleanUp = ValueOf<typeof cleanUp>

/** A question of the plan: it ends as exactly one finding. */
const question = Type.Object({
  id: Type.String(),
  check: Type.Enum(contractCheckIds),
  sub: nullable(Type.String()),
  clause: Type.String(),
  operation: Type.String(),
  product: Type.String(),
  probes: Type.Array(Type.String()),
  /** The probes that the judge reads besides the question's own, or all that are asked of the operation. */
  reads: Type.Union([Type.Literal('operation'), Type.Array(Type.String())]),
  barred,
})
export type PlannedQuestion = ValueOf<typeof question>

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

/** `plan.json`. Pure data: all that will be asked, in order, and all that will be answered. Holds no secret. */
export const planSchema = Type.Object({
  schemaVersion: Type.Optional(Type.Literal(1)),
  facts: factsSchema,
  entries: Type.Array(entry),
  questions: Type.Array(question),
  /** What the settings declare to undo what this run creates. */
  cleanUps: Type.Array(cleanUp),
  /** The operations that were selected, with what the catalogue says of them. */
  operations: Type.Array(operationSchema),
  /** The rest of the catalogue. What only a comparison with these operations shows cannot be told. */
  unselected: Type.Array(comparableSchema),
  /** True where every question is put to every operation. */
  isWhole: Type.Boolean(),
})
export interface Plan extends ValueOf<typeof planSchema> {
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
