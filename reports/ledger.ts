import { isAbout, isWithin } from '../evidence/cited-clause.ts'
import { checkOf, type Finding } from '../evidence/finding.ts'
import { countsOf } from '../evidence/verdict.ts'
import { type CheckId, checkFacts } from '../fixtures/checks.ts'
import type { Clause } from '../fixtures/clauses/clause.ts'
import { clauses, testedBy } from '../fixtures/clauses.ts'

/** A statement of the specification, the checks that test it, and the violations of it. */
export type LedgerRow = ReturnType<typeof ledgerOf>[number]
/** A check that tests a clause, with the verdicts of its findings within the scope of the clause. */
export type LedgerTest = LedgerRow['tests'][number]

/** The clause ledger: a row for each clause, in the specification's order. */
export function ledgerOf(findings: readonly Finding[]) {
  const byCheck = Map.groupBy(findings, checkOf)
  const violations = findings.filter(({ verdict }) => verdict === 'violation')
  return clauses.map((clause) => {
    // Violations that cite the clause or a narrower one. Nobody can break a clause about what is not shown.
    const broken = isSilent(clause) ? [] : violations.filter((finding) => isWithin(finding.clause, clause.id))
    const tests = testedBy(clause).map((check) => testOf(check, clause, byCheck.get(check) ?? []))
    return { clause, tests, broken }
  })
}

const isSilent = ({ untested }: Clause): boolean => untested?.because === 'silent'

function testOf(check: CheckId, clause: Clause, findings: readonly Finding[]) {
  const about = findings.filter((finding) => speaksOf(finding, clause))
  const cites = ({ verdict, clause: cited }: Finding) => verdict !== 'violation' || isWithin(cited, clause.id)
  const own = isSilent(clause) ? about.filter(({ verdict }) => verdict !== 'violation') : about.filter(cites)
  return {
    check,
    observes: checkFacts(check).may === 'observe',
    /** Verdicts of these findings. A violation counts only where it cites this clause or a narrower one. */
    counts: countsOf(own),
    /** The number of other findings within the scope: violations that cite other clauses. */
    elsewhere: about.length - own.length,
  }
}

/** Clauses that findings cite and that have no row. The page names them, so that none is lost. */
export function strayClauses(findings: readonly Finding[]): readonly string[] {
  const known = new Set<string>(clauses.map(({ id }) => id))
  return [...new Set(findings.map(({ clause }) => clause))].filter((clause) => !known.has(clause))
}

/** Checks whose sub-ids name a member or a parameter. The sub-ids of other checks name a way to ask. */
const namesMembers: ReadonlySet<string> = new Set(['request.field-type', 'request.query-type', 'request.valid'])

/** True where a finding is within the scope of the clause: its product, its operations and its member. */
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
