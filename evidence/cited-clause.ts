import { checks } from '../fixtures/checks.ts'
import type { Clause } from '../fixtures/clauses/clause.ts'
import { clauses, testedBy } from '../fixtures/clauses.ts'
import { documentedErrors } from '../fixtures/errors.ts'
import { causeRow } from './causes.ts'
import type { Judgement } from './judgement.ts'

/** The place of a finding: the check, the operation that was asked, and the clause. */
export interface CitedPlace {
  readonly check: string
  /** The sub-id, which stands behind the colon of the check's id, or null. */
  readonly sub: string | null
  /** The clause of the question. A finding of it cites the narrowest clause below this one. */
  readonly clause: string
  readonly operation: string | null
  readonly product: string | null
}

/** The clauses that each check tests, without silences: these bind no deployment. */
const testable = new Map(
  checks.map(({ id }) => [
    id as string,
    clauses.filter((clause) => clause.untested?.because !== 'silent' && testedBy(clause).includes(id)),
  ]),
)

const isWholeSection = (clause: string) => /^§\d+$/.test(clause)

/**
 * The narrowest clause that a finding is about. The clause that its cause names comes first. Else, where the check names a whole section,
 * it is the row about the finding's member, operation, error or product.
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

/** Picks the row about the member; else the row about the fewest operations; of equal rows the last. */
function aboutOperation(list: readonly Clause[], operation: string | null, sub: string | null): Clause | undefined {
  const size = ({ scope }: Clause) => scope?.operations?.length ?? Number.POSITIVE_INFINITY
  const weight = ({ scope }: Clause) => scope?.subject?.length ?? 0
  return list
    .filter(({ scope }) => scope?.operations?.some((candidate) => candidate === operation) === true)
    .filter(({ scope }) => scope?.subject === undefined || (sub !== null && isAbout(sub, scope.subject)))
    .toReversed()
    .sort((one, other) => weight(other) - weight(one) || size(one) - size(other))[0]
}

/** True where the sub-id is the subject or a part of it: `options[].color` is about `options`, `categoryId` not about `category`. */
export function isAbout(subId: string, subject: string): boolean {
  return subId.startsWith(subject) && !/^\w/.test(subId.slice(subject.length))
}

/** The row of §7 with the expected code; undefined where `expected` names no code or several. */
function errorRow(expected: string | undefined): string | undefined {
  const named = documentedErrors.filter(({ code }) => expected?.includes(code))
  return named.length === 1 ? `§7/${named[0]?.status}` : undefined
}

/** True where `clause` is `wide` or below it: `§2/envelope/data` is below `§2/envelope`, and `§7.2` is not below `§7`. */
export function isWithin(clause: string, wide: string): boolean {
  if (clause === wide) return true
  if (!clause.startsWith(wide)) return false
  const next = clause.charAt(wide.length)
  return next === '/' || (wide.includes('/') && (next === '.' || next === '['))
}
