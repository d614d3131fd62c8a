import { Type, type ValueOf } from '../fixtures/schemas/type.ts'
import { type Cause, type CauseOf, causes, type Given, sentence } from './causes.ts'
import type { Verdict } from './verdict.ts'

const unasked = Object.entries(causes).flatMap(([cause, { verdicts }]) =>
  verdicts.some((verdict) => verdict === 'not-exercised') ? [cause as CauseOf<'not-exercised'>] : [],
)

/** Why a question was not asked: a cause and the values for its slots. Plain data, since the plan holds it. */
export const reasonSchema = Type.Object({
  cause: Type.Enum(unasked),
  values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
})
export type Reason = ValueOf<typeof reasonSchema>

interface Why {
  readonly cause: Cause
  /** The values for the slots of the cause's sentence. */
  readonly values: Readonly<Record<string, string | number>>
  /** Ids of the exchanges that show it. */
  readonly exchanges?: readonly string[]
  /** How many other answers show the same. @default 0 */
  readonly more?: number
  /** Set where not any client would send the request: a usual one that broke in the same way is shown before it. */
  readonly isUnusual?: true
}

/** A violation always tells both sides: what was expected and what was observed. */
export interface Violation extends Why {
  readonly verdict: 'violation'
  readonly expected: string
  readonly observed: string
}

interface NoViolation extends Why {
  readonly verdict: Exclude<Verdict, 'violation'>
  readonly expected?: string
  readonly observed?: string
}

/** The result of a judge: a verdict, its cause and the evidence. The table of causes gives the sentence. */
export type Judgement = Violation | NoViolation

type Evidence = Pick<NoViolation, 'expected' | 'observed' | 'exchanges'>

/** One shared empty object: a long plan has tens of thousands of reasons. */
const noValues = {}

/** Makes the function for one verdict; it accepts only causes that may have this verdict. */
const judgementOf =
  <V extends NoViolation['verdict']>(verdict: V) =>
  <C extends Cause & CauseOf<V>>(cause: C, evidence: Evidence = {}, ...[values]: Given<C>): Judgement => {
    return { verdict, cause, values: values ?? noValues, ...evidence }
  }

/** The specification says it, and the answer agrees. */
export const pass = judgementOf('pass')
/** The specification does not show this. */
export const undocumented = judgementOf('undocumented')
/** The evidence cannot tell. */
export const inconclusive = judgementOf('inconclusive')
/** The question was not asked, or the situation did not arise. */
export const notExercised = judgementOf('not-exercised')

/** The specification says it, and the answer disagrees. Both `expected` and `observed` are required. */
export function violation<C extends CauseOf<'violation'>>(
  cause: C,
  evidence: Evidence & { readonly expected: string; readonly observed: string },
  ...[values]: Given<C>
): Violation {
  return { verdict: 'violation', cause, values: values ?? noValues, ...evidence }
}

/** A reason why the plan bars a probe, or why an allowed probe was not sent. */
export function because<C extends CauseOf<'not-exercised'>>(cause: C, ...[values]: Given<C>): Reason {
  return { cause, values: values ?? noValues }
}

export function messageOf({ cause, values, more = 0 }: Why): string {
  return sentence(cause, values) + (more === 0 ? '' : ` (and ${more} more like it)`)
}
