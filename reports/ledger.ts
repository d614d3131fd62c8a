import { checkOf, type Finding } from '../evidence/finding.ts'
import type { Verdict } from '../evidence/verdict.ts'
import { type CheckId, checkFacts } from '../fixtures/checks.ts'
import type { Clause } from '../fixtures/clauses/clause.ts'
import { clauses, testedBy } from '../fixtures/clauses.ts'

export type Counts = Readonly<Record<Verdict, number>>

/** A check that tests a clause, with the verdicts that its findings about that clause have. */
export interface LedgerTest {
  readonly check: CheckId
  readonly observes: boolean
  readonly counts: Counts
}

/** A statement of the specification, what tests it, and what came of it. */
export interface LedgerRow {
  readonly clause: Clause
  readonly tests: readonly LedgerTest[]
  readonly counts: Counts
}

/** The clause ledger: every statement in the specification's order, and what findings name beyond it. */
export function ledgerOf(findings: readonly Finding[]): readonly LedgerRow[] {
  const byCheck = Map.groupBy(findings, checkOf)
  return clauses.map((clause) => {
    const tests = testedBy(clause).map((check) => {
      const about = (byCheck.get(check) ?? []).filter((finding) => speaksOf(finding, clause))
      return { check, observes: checkFacts(check).may === 'observe', counts: countsOf(about) }
    })
    return { clause, tests, counts: sumOf(tests) }
  })
}

/** Clauses that findings name and that no row has: they would fall out of the ledger unseen. */
export function strayClauses(findings: readonly Finding[]): readonly string[] {
  const known = new Set<string>(clauses.map(({ id }) => id))
  return [...new Set(findings.map(({ clause }) => clause))].filter((clause) => !known.has(clause))
}

/** Checks whose sub-ids name a member or parameter; those of the others name a way to ask. */
const namesMembers: ReadonlySet<string> = new Set(['request.field-type', 'request.query-type', 'request.valid'])

/** True where a finding of a check that tests the clause is about the part that the clause speaks of. */
function speaksOf(finding: Finding, { scope = {} }: Clause): boolean {
  const { product, operations, subject } = scope
  if (product !== undefined && finding.product !== product) return false
  const { operation } = finding
  if (operations !== undefined && !operations.some((candidate) => candidate === operation)) return false
  return (
    subject === undefined ||
    !namesMembers.has(checkOf(finding)) ||
    isAbout(finding.check.slice(checkOf(finding).length + 1), subject)
  )
}

/** `options` is what `options[].color` is about, and `category` is not what `categoryId` is about. */
function isAbout(subId: string, subject: string): boolean {
  return subId.startsWith(subject) && !/^\w/.test(subId.slice(subject.length))
}

/** Counts findings by verdict. */
export function countsOf(findings: readonly Finding[]): Counts {
  const counts = { pass: 0, violation: 0, undocumented: 0, inconclusive: 0, 'not-exercised': 0 }
  for (const { verdict } of findings) counts[verdict] += 1
  return counts
}

function sumOf(tests: readonly LedgerTest[]): Counts {
  const sum = countsOf([])
  return Object.fromEntries(
    Object.keys(sum).map((verdict) => [
      verdict,
      tests.reduce((total, { counts }) => total + counts[verdict as Verdict], 0),
    ]),
  ) as Counts
}
