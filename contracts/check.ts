import type { Judgement, Reason } from '../evidence/judgement.ts'
import { policyNames, profiles } from '../evidence/results.ts'
import type { Operation } from '../fixtures/catalog/operation.ts'
import type { ContractCheckId } from '../fixtures/checks.ts'
import { eachOf, Type, type ValueOf } from '../fixtures/schemas/type.ts'
import type { Learned } from './learning/learned.ts'
import type { Outcome } from './outcome.ts'
import type { Probe } from './probe.ts'

/**
 * When an entry of the plan is sent: decided by what came of other probes, the same way in ask and in judge.
 *
 * - `unauthorized`, `success`, `gone`: it was answered with 401, with 2xx, with 404 or 410
 * - `refused`: it was answered with neither 2xx nor 401, and with no server error
 * - `not-found`: it was answered as gone, with `not_found` as its one code
 * - `asked`: it was sent, whatever came of it
 * - `unlike`: it was answered otherwise than these routes that nobody lists (O1); they stand by where they are, those of its own
 *   product first, without which nothing can be compared
 */
export type Condition =
  | { readonly probe: string; readonly is: 'unauthorized' | 'success' | 'refused' | 'gone' | 'not-found' | 'asked' }
  | { readonly probe: string; readonly is: 'unlike'; readonly routes: readonly (readonly string[])[] }
  | { readonly not: Condition }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }

/** A probe that a check would like to have asked; without `when` always. */
export interface ConditionalProbe {
  readonly probe: Probe
  readonly when?: Condition
  /** The reason that is given where the condition does not come true. */
  readonly otherwise?: Reason
  /** Why this run leaves it out, unless another check that wants it does not: it stands in the plan all the same. */
  readonly leftOut?: Reason
}

/**
 * What a judge looks at beside the question's own probes: everything that is asked of the operation, or what these checks ask
 * of it. It is asked with the question, whatever was selected, so that a selection changes no verdict. @default nothing
 */
type Reads = 'operation' | readonly ContractCheckId[]

/** One thing to find out about one operation: exactly one finding comes of it. */
export interface Question {
  /** Behind the colon of the check's id, or null. */
  readonly sub: string | null
  /** Instead of the check's first clause. */
  readonly clause?: string
  readonly probes: readonly ConditionalProbe[]
  readonly reads?: Reads
  /** The reason why nothing can be asked at all. */
  readonly barred?: Reason
}

/** What the settings may say of a deployment, by which it is decided what is asked. */
export const mayBeGiven = [
  ...(['placementId', 'shortId', 'subscriptionShortId'] as const),
  ...(['embedBody', 'choiceBody', 'detailsQuery'] as const),
] as const

/** What is known before the first request and no secret: it stands in the plan, so that a recording can be judged again. */
export const factsSchema = Type.Object({
  profile: Type.Enum(profiles),
  policy: Type.Enum(policyNames),
  seed: Type.Integer(),
  /** Nothing is left to another operation: nobody's service is harmed or held up by the questions. */
  asksAll: Type.Optional(Type.Literal(true)),
  /** Origin and base path of the target: for the curl lines. */
  baseUrl: Type.String(),
  hasKey: Type.Boolean(),
  has: Type.Object(eachOf(mayBeGiven, Type.Boolean())),
  restrictedProducts: Type.Array(Type.String()),
  allowEffects: Type.Array(Type.String()),
  /** Milliseconds that a silent operation is given, alone, before its silence counts (O12). */
  silenceMs: Type.Number(),
})
export type Facts = ValueOf<typeof factsSchema>

/** Another operation, and what a question of the same check read of it. */
interface Other {
  readonly operation: Operation
  readonly seen: readonly Outcome[]
}

/** What of an operation tells whether a check compares it with another. */
export type Comparable = Pick<Operation, 'id' | 'method' | 'prefix' | 'detail' | 'namesOneResource'>

/** What a judge sees of one question. It never sends. */
export interface AnsweredQuestion {
  readonly operation: Operation
  readonly sub: string | null
  /** The outcomes of the question's own probes, in their order. */
  readonly outcomes: readonly Outcome[]
  /** The outcomes of all that the question reads, its own included. */
  readonly seen: readonly Outcome[]
  /** What the same check saw of the operations that it compares this one with. */
  readonly others: readonly Other[]
  /** Those of them that were not selected: what only a comparison with all of them shows cannot be told. */
  readonly lacking: readonly Comparable[]
  readonly learned: Learned
}

/** A check: what it asks of an operation, and how it reads what came back. Pure on both sides. */
export interface Check {
  readonly questions: (operation: Operation, facts: Facts) => readonly Question[]
  /** Which other operations it is compared with. @default none */
  readonly compares?: (operation: Comparable, other: Comparable) => boolean
  readonly judge: (evidence: AnsweredQuestion) => Judgement
}

/** The checks of one file, by id. */
export type Checks = Readonly<Partial<Record<ContractCheckId, Check>>>
