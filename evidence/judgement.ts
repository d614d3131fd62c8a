import { type Cause, type CauseOf, type Given, sentence } from './causes.ts'
import type { Verdict } from './verdict.ts'

/** Why something was not asked: a cause and what fills its slots. Plain data: it stands in the plan. */
export interface Reason {
  readonly cause: CauseOf<'not-exercised'>
  readonly values: Readonly<Record<string, string | number>>
}

interface Why {
  readonly cause: Cause
  /** What fills the slots of the cause's sentence. */
  readonly values: Readonly<Record<string, string | number>>
  /** Ids of the exchanges that it stands on. */
  readonly exchanges?: readonly string[]
  /** How many other answers said the same. @default 0 */
  readonly more?: number
}

/** A verdict that owes its reader both sides. */
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

/** What a judge says: a verdict, its cause, and what it stands on. The sentence is written from the table of causes. */
export type Judgement = Violation | NoViolation

type Evidence = Pick<NoViolation, 'expected' | 'observed' | 'exchanges'>

/** One for all: a long plan has tens of thousands of reasons. */
const noValues = {}

/** Makes judgements of one verdict, each of a cause that may have it. */
const judgementOf =
  <V extends NoViolation['verdict']>(verdict: V) =>
  <C extends Cause & CauseOf<V>>(cause: C, evidence: Evidence = {}, ...[values]: Given<C>): Judgement => {
    return { verdict, cause, values: values ?? noValues, ...evidence }
  }

/** The specification says it, and the answer agrees. */
export const pass = judgementOf('pass')
/** Outside what is shown. */
export const undocumented = judgementOf('undocumented')
/** The evidence cannot tell. */
export const inconclusive = judgementOf('inconclusive')
/** Not asked, or the situation did not arise. */
export const notExercised = judgementOf('not-exercised')

/** The specification says it, and the answer disagrees: expected and observed are owed to the reader. */
export function violation<C extends CauseOf<'violation'>>(
  cause: C,
  evidence: Evidence & { readonly expected: string; readonly observed: string },
  ...[values]: Given<C>
): Violation {
  return { verdict: 'violation', cause, values: values ?? noValues, ...evidence }
}

/** A reason for the plan, or for what the plan allowed and was not sent. */
export function because<C extends CauseOf<'not-exercised'>>(cause: C, ...[values]: Given<C>): Reason {
  return { cause, values: values ?? noValues }
}

export function messageOf({ cause, values, more = 0 }: Why): string {
  return sentence(cause, values) + (more === 0 ? '' : ` (and ${more} more like it)`)
}
