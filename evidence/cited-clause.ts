import { checks } from '../fixtures/checks.ts'
import type { Clause } from '../fixtures/clauses/clause.ts'
import { clauses, testedBy } from '../fixtures/clauses.ts'
import { documentedErrors } from '../fixtures/errors.ts'
import { causeRow } from './causes.ts'
import type { Judgement } from './judgement.ts'

/** Where a finding stands: what was asked of what, and which clause it concerns. */
export interface CitedPlace {
  readonly check: string
  /** Behind the colon of the check's id, or null. */
  readonly sub: string | null
  /** The clause of the question; the finding cites the narrowest one below it. */
  readonly clause: string
  readonly operation: string | null
  readonly product: string | null
}

/** The clauses that a check can hold a deployment to: what is not shown binds nobody. */
const testable = new Map(
  checks.map(({ id }) => [
    id as string,
    clauses.filter((clause) => clause.untested?.because !== 'silent' && testedBy(clause).includes(id)),
  ]),
)

const isWholeSection = (clause: string) => /^§\d+$/.test(clause)

/**
 * The narrowest statement of the specification that a finding is about: the one its cause names; else, where its check names
 * a whole section, the row about its member, its operation, its error or its product.
 */
export function citedClause({ check, sub, clause, operation, product }: CitedPlace, judgement: Judgement): string {
  const own = causeRow(judgement.cause)?.clause
  if (own !== undefined) return own
  if (!isWholeSection(clause)) return clause
  const known = testable.get(check) ?? []
  const sections = checks.find(({ id }) => id === check)?.clauses ?? []
  const below = known.filter(({ id }) => sections.some((section) => id.startsWith(`${section}/`)))
  const about = (list: readonly Clause[]) => aboutOperation(list, operation, sub)
  const found =
    about(below) ??
    below.find(({ id }) => id === errorRow(judgement.expected)) ??
    about(known) ??
    below.find(({ scope }) => scope?.product !== undefined && scope.product === product)
  return found?.id ?? clause
}

/** Of the rows about an operation the one about the member, then the one about the fewest operations, then the last. */
function aboutOperation(list: readonly Clause[], operation: string | null, sub: string | null): Clause | undefined {
  const size = ({ scope }: Clause) => scope?.operations?.length ?? Number.POSITIVE_INFINITY
  const weight = ({ scope }: Clause) => scope?.subject?.length ?? 0
  return list
    .filter(({ scope }) => scope?.operations?.some((candidate) => candidate === operation) === true)
    .filter(({ scope }) => scope?.subject === undefined || (sub !== null && isAbout(sub, scope.subject)))
    .toReversed()
    .sort((one, other) => weight(other) - weight(one) || size(one) - size(other))[0]
}

/** `options` is what `options[].color` is about, and `category` is not what `categoryId` is about. */
export function isAbout(subId: string, subject: string): boolean {
  return subId.startsWith(subject) && !/^\w/.test(subId.slice(subject.length))
}

/** The row of §7 whose code is expected, where just one is. */
function errorRow(expected: string | undefined): string | undefined {
  const named = documentedErrors.filter(({ code }) => expected?.includes(code))
  return named.length === 1 ? `§7/${named[0]?.status}` : undefined
}

/** True for a clause and for every one below it: `§2/envelope/data` is below `§2/envelope`, and `§7.2` not below `§7`. */
export function isWithin(clause: string, wide: string): boolean {
  if (clause === wide) return true
  if (!clause.startsWith(wide)) return false
  const next = clause.charAt(wide.length)
  return next === '/' || (wide.includes('/') && (next === '.' || next === '['))
}
