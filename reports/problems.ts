import { severities } from '../evidence/causes/row.ts'
import { severityOf } from '../evidence/causes.ts'
import { counted } from '../evidence/counted.ts'
import { type Finding, headlineOf, subOf } from '../evidence/finding.ts'
import type { Results } from '../evidence/results.ts'
import { groupOf } from './finding-group.ts'
import { toldSince } from './folded-differences.ts'

/** One thing that is broken on an operation: the finding that shows it best, and the others of the same answer or cause. */
export interface Problem {
  readonly lead: Finding
  /** Further violations with the answers or the cause of the lead. They tell a reader nothing new. */
  readonly shadows: readonly Finding[]
}

/** The problems of one operation, of the whole service, or of one cause; and the lead of the gravest. */
export type OperationProblems = ReturnType<typeof together>
export type CauseProblems = ReturnType<typeof ofOneCause>

/** True for a violation that no entry of `known-findings.json` covers. */
export const isUnknown = ({ verdict, known }: Finding) => verdict === 'violation' && known === undefined

/** The entry of a known finding in words: `known until 2026-12-31: PAY-17 (payments)`. */
export function knownWords({ until, reason, owner }: NonNullable<Finding['known']>): string {
  return `known until ${until}: ${reason} (${owner})`
}

/** The known problems, a line each: the operation and the words of the entry. */
export function knownLinesOf(findings: readonly Finding[]): readonly string[] {
  return problemsOf(findings).flatMap(({ lead: { operation, known } }) =>
    known === undefined ? [] : [`${operation ?? 'the whole service'}: ${knownWords(known)}`],
  )
}

/** The problems among findings, the gravest first and the known ones last. */
export function problemsOf(findings: readonly Finding[]): readonly Problem[] {
  const violations = findings.filter(({ verdict }) => verdict === 'violation')
  return [...Map.groupBy(violations, ({ operation }) => operation).values()].flatMap(ofOneOperation).sort(byGravity)
}

/** Groups violations of one operation. A finding is a shadow of the first lead before it that has its answers or its cause. */
function ofOneOperation(findings: readonly Finding[]): Problem[] {
  const problems: { lead: Finding; shadows: Finding[] }[] = []
  for (const finding of findings.toSorted(byWeight)) {
    const caster = problems.find(({ lead }) => isShadow(finding, lead))
    if (caster === undefined) problems.push({ lead: finding, shadows: [] })
    else caster.shadows.push(finding)
  }
  return problems
}

function isShadow(finding: Finding, lead: Finding): boolean {
  if ((finding.known === undefined) !== (lead.known === undefined)) return false
  // Findings of the whole service share a cause only within one check: each threshold measures something else.
  const isOfOneCause = finding.cause === lead.cause && (finding.operation !== null || finding.check === lead.check)
  return isOfOneCause || hasAnswersOf(finding, lead)
}

/**
 * Whether the lead has the first answer of a finding, and half of its others: the rest may be controls. A finding with more
 * answers of its own stays where the lead is repaired: an envelope without a member, and anyone is served it. Each check of limits
 * tells something of its own about the same refusals: the code, the header, the time.
 */
function hasAnswersOf(finding: Finding, lead: Finding): boolean {
  const [first] = finding.exchanges
  if (first === undefined || !lead.exchanges.includes(first)) return false
  if ([finding, lead].every(({ check }) => check.startsWith('limits.'))) return false
  const requests = requestsOf(finding)
  const leading = requestsOf(lead)
  return [...requests].filter((request) => leading.has(request)).length * 2 >= requests.size
}

/** The gravest first, then the finding with the most requests behind it. */
function byWeight(one: Finding, other: Finding): number {
  return rankOf(one) - rankOf(other) || requestsOf(other).size - requestsOf(one).size
}

/** Attempts of one request count once: their number differs from night to night. */
const requestsOf = ({ exchanges }: Finding) => new Set(exchanges.map((id) => id.replace(/\.\d+$/, '')))

function byGravity(one: Pick<Problem, 'lead'>, other: Pick<Problem, 'lead'>): number {
  return rankOf(one.lead) - rankOf(other.lead)
}

/** The rank of a violation: 0 for the gravest. Known violations rank after all others. */
export function rankOf({ cause, known }: Finding): number {
  // Who needs no key needs no right one either: of all open doors this is the widest.
  const within = cause === 'accepted-without-key' ? 0 : 0.5
  return severities.indexOf(severityOf(cause)) + within + (known === undefined ? 0 : severities.length)
}

/** Groups problems by operation. The order stays, so the operation with the gravest problem comes first. */
export function byOperation(problems: readonly Problem[]): readonly OperationProblems[] {
  return [...Map.groupBy(problems, ({ lead }) => lead.operation).values()].map(together)
}

/** Groups problems by cause, known ones apart. The gravest come first; among equals, the cause of the most operations. */
export function byCause(problems: readonly Problem[]): readonly CauseProblems[] {
  const groups = Map.groupBy(problems, ({ lead }) => `${lead.cause} ${lead.known === undefined}`)
  return [...groups.values()]
    .map(ofOneCause)
    .sort((one, other) => byGravity(one, other) || other.operations.length - one.operations.length)
}

function together(problems: readonly Problem[]) {
  return { lead: (problems[0] as Problem).lead, problems }
}

function ofOneCause(problems: readonly Problem[]) {
  const own = together(problems)
  return {
    ...own,
    /** The cause as a plain sentence. */
    headline: headlineOf(own.lead),
    operations: groupOf(problems.map((problem) => problem.lead)).operations,
    products: [...new Set(problems.flatMap((problem) => problem.lead.product ?? []))],
  }
}

/** How many parts of the whole service are named. */
const partsNamed = 3

/** Where a cause was seen: `GET /a`, or `GET /a and 3 more`. Of the whole service it is what was measured: `average.*.p95`. */
export function placeOf({ operations, problems }: CauseProblems): string {
  const all = operations.length > 0 ? operations : problems.map(({ lead }) => subOf(lead))
  const named = all.slice(0, operations.length > 0 ? 1 : partsNamed)
  const rest = all.length - named.length
  return `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** ` of Payments` behind a place that stands for several operations. Many products are counted. */
export function productsBehind({ operations, products }: CauseProblems): string {
  if (operations.length < 2) return ''
  return ` of ${products.length > partsNamed ? counted(products.length, 'product') : products.join(' and ')}`
}

/** `, since 2026-11-01` for problems that earlier runs saw, `, some since …` where others are younger, and `, new` where all are. */
export function ageOf(
  problems: readonly Pick<Problem, 'lead'>[],
  { run, changes }: { readonly run: Pick<Results['run'], 'id'>; readonly changes?: Results['changes'] },
): string {
  const dates = problems.map(({ lead }) => toldSince(lead, run.id) ?? '')
  const [first] = dates.filter((date) => date !== '').sort()
  if (first === undefined) return problems.every(({ lead }) => changes?.new.includes(lead.id)) ? ', new' : ''
  return `, ${dates.every((date) => date === first) ? '' : 'some '}since ${first}`
}

/** The other violations of the problem that a finding belongs to. */
export function alikeTo(id: string, findings: readonly Finding[]): readonly Finding[] {
  const own =
    problemsOf(findings)
      .map(findingsOf)
      .find((alike) => alike.some((one) => one.id === id)) ?? []
  return own.filter((one) => one.id !== id)
}

export const findingsOf = ({ lead, shadows }: Problem): readonly Finding[] => [lead, ...shadows]
