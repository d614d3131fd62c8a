import type { Judgement, Reason } from '../evidence/judgement.ts'
import { policyNames, profiles } from '../evidence/results.ts'
import { type Operation, operationSchema } from '../fixtures/catalog/operation.ts'
import type { ContractCheckId } from '../fixtures/checks.ts'
import { eachOf, Type, type ValueOf } from '../fixtures/schemas/type.ts'
import type { Learned } from './learning/learned.ts'
import type { Outcome } from './outcome.ts'
import type { Probe } from './probe.ts'

/**
 * When an entry of the plan is sent: the outcomes of other probes decide, by the same rules in asking and in judging.
 *
 * - `unauthorized`, `success`, `gone`: the probe was answered with 401, with 2xx, with 404 or 410
 * - `refused`: the probe was answered with neither 2xx nor 401, and with no server error
 * - `not-found`: the probe was answered with 404 or 410, and with `not_found` as its one code
 * - `asked`: the probe was sent, whatever its outcome
 * - `unlike`: the probe was answered otherwise than unknown routes (O1). `routes` are their probes, in groups by place.
 *   The group of the probe's own product is first; where it got no answer, the others are not compared
 */
export type Condition =
  | { readonly probe: string; readonly is: (typeof alone)[number] }
  | { readonly probe: string; readonly is: 'unlike'; readonly routes: readonly (readonly string[])[] }
  | { readonly not: Condition }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }

/** What is told of a probe by its own outcome. */
const alone = ['unauthorized', 'success', 'refused', 'gone', 'not-found', 'asked'] as const

const inner = { type: 'object' }

/** Conditions hold conditions: the schema checks the form of the outermost only; inner ones must be objects. */
export const conditionSchema = Type.Unsafe<Condition>({
  type: 'object',
  anyOf: [
    { required: ['probe', 'is'], properties: { probe: { type: 'string' }, is: { enum: [...alone, 'unlike'] } } },
    { required: ['not'], properties: { not: inner } },
    { required: ['all'], properties: { all: { type: 'array', items: inner } } },
    { required: ['any'], properties: { any: { type: 'array', items: inner } } },
  ],
})

/** A probe that a check wants asked: on a condition, or always where there is no `when`. */
export interface ConditionalProbe {
  readonly probe: Probe
  readonly when?: Condition
  /** The reason to report where the condition does not come true. */
  readonly otherwise?: Reason
  /** Why this run does not send the probe, unless another check has it sent. The probe stands in the plan all the same. */
  readonly leftOut?: Reason | null
}

/** One thing to find out about one operation: exactly one finding comes of it. */
export interface Question {
  /** The sub-id behind the colon of the check's id, or null. */
  readonly sub: string | null
  /** The clause of this question, where it is not the check's first clause. */
  readonly clause?: string
  readonly probes: readonly ConditionalProbe[]
  /**
   * What a judge reads besides the question's own probes: all probes of the operation, or those of the named checks. These are
   * asked with the question, whatever was selected: so a selection changes no verdict. @default nothing
   */
  readonly reads?: 'operation' | readonly ContractCheckId[]
  /** Why no probe of the question can be asked at all. */
  readonly barred?: Reason
}

/** The settings about a deployment that decide which probes are asked. */
export const mayBeGiven = [
  'placementId',
  'shortId',
  'subscriptionShortId',
  'embedBody',
  'choiceBody',
  'detailsQuery',
] as const

/** What is known before the first request, without secrets. The plan holds it, so that a recording can be judged again. */
export const factsSchema = Type.Object({
  profile: Type.Enum(profiles),
  policy: Type.Enum(policyNames),
  seed: Type.Integer(),
  /** No probe is left to another operation: the target is the embedded one, so the requests harm nobody. */
  asksAll: Type.Optional(Type.Literal(true)),
  /** Origin and base path of the target: for the curl lines. */
  baseUrl: Type.String(),
  hasKey: Type.Boolean(),
  has: Type.Object(eachOf(mayBeGiven, Type.Boolean())),
  restrictedProducts: Type.Array(Type.String()),
  allowEffects: Type.Array(Type.String()),
  /** How long an operation, asked alone, may be silent before its silence counts (O12). Milliseconds. */
  silenceMs: Type.Number(),
})
export type Facts = ValueOf<typeof factsSchema>

const compared = ['id', 'method', 'prefix', 'detail', 'namesOneResource'] as const

/** The facts of an operation by which a check decides whether to compare it with another one. */
export const comparableSchema = Type.Pick(operationSchema, compared)
export type Comparable = ValueOf<typeof comparableSchema>

export const comparable = (operation: Operation): Comparable =>
  Object.fromEntries(compared.map((name) => [name, operation[name]])) as Comparable

/** What a judge sees of one question. It never sends. */
export interface AnsweredQuestion {
  readonly operation: Operation
  readonly sub: string | null
  /** The outcomes of the question's own probes, in their order. */
  readonly outcomes: readonly Outcome[]
  /** The outcomes of all that the question reads, its own included. */
  readonly seen: readonly Outcome[]
  /** The operations that the check compares this one with, and the outcomes that it reads of them. */
  readonly others: readonly { readonly operation: Operation; readonly seen: readonly Outcome[] }[]
  /** The operations to compare with that were not selected: what only a comparison with all of them shows cannot be told. */
  readonly lacking: readonly Comparable[]
  readonly learned: Learned
}

/** A check: its questions to an operation, and the judge of their outcomes. Both functions are pure. */
export interface Check {
  readonly questions: (operation: Operation, facts: Facts) => readonly Question[]
  /** Tells whether the check compares an operation with another one. @default none */
  readonly compares?: (operation: Comparable, other: Comparable) => boolean
  readonly judge: (evidence: AnsweredQuestion) => Judgement
}

/** The checks of one file, by id. */
export type Checks = Readonly<Partial<Record<ContractCheckId, Check>>>
