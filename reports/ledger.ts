import { isAbout, isWithin } from '../evidence/cited-clause.ts'
import { checkOf, type Finding } from '../evidence/finding.ts'
import { countsOf, type Verdict } from '../evidence/verdict.ts'
import { type CheckId, checkFacts } from '../fixtures/checks.ts'
import type { Clause } from '../fixtures/clauses/clause.ts'
import { clauses, testedBy } from '../fixtures/clauses.ts'

/** A check that tests a clause, with the verdicts of its findings about the part that the clause speaks of. */
export interface LedgerTest {
  readonly check: CheckId
  readonly observes: boolean
  /** Violations are those that cite the clause or a narrower one: what is broken elsewhere is not held against it. */
  readonly counts: Readonly<Record<Verdict, number>>
  /** How many violations of the check cite other clauses. */
  readonly elsewhere: number
}

/** A statement of the specification, what tests it, and what came of it. */
export interface LedgerRow {
  readonly clause: Clause
  readonly tests: readonly LedgerTest[]
  /** Findings that break the statement: they cite it or a narrower one. What is not shown cannot be broken. */
  readonly broken: readonly Finding[]
}

/** The clause ledger: every statement in the specification's order, and what findings name beyond it. */
export function ledgerOf(findings: readonly Finding[]): readonly LedgerRow[] {
  const byCheck = Map.groupBy(findings, checkOf)
  const violations = findings.filter(({ verdict }) => verdict === 'violation')
  return clauses.map((clause) => {
    const broken = isSilent(clause) ? [] : violations.filter((finding) => isWithin(finding.clause, clause.id))
    const tests = testedBy(clause).map((check) => testOf(check, clause, byCheck.get(check) ?? []))
    return { clause, tests, broken }
  })
}

function isSilent({ untested }: Clause): boolean {
  return untested?.because === 'silent'
}

function testOf(check: CheckId, clause: Clause, findings: readonly Finding[]): LedgerTest {
  const about = findings.filter((finding) => speaksOf(finding, clause))
  const cites = ({ verdict, clause: cited }: Finding) => verdict !== 'violation' || isWithin(cited, clause.id)
  const own = isSilent(clause) ? about.filter(({ verdict }) => verdict !== 'violation') : about.filter(cites)
  return {
    check,
    observes: checkFacts(check).may === 'observe',
    counts: countsOf(own),
    elsewhere: about.length - own.length,
  }
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
