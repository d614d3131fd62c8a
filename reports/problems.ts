import { severities } from '../evidence/causes/row.ts'
import { severityOf } from '../evidence/causes.ts'
import { type Finding, headlineOf } from '../evidence/finding.ts'
import { groupOf } from './finding-group.ts'

/** One thing that is broken: the finding that tells it best, and the others that the same answers or cause gave. */
export interface Problem {
  readonly lead: Finding
  /** Violations that say nothing of their own: they stand on the same answer, or on the same cause, as the lead. */
  readonly shadows: readonly Finding[]
}

/** Problems of one operation, or of the whole service. */
export interface OperationProblems {
  /** Of the gravest. */
  readonly lead: Finding
  readonly problems: readonly Problem[]
}

export interface CauseProblems extends OperationProblems {
  /** The plain sentence of the cause. */
  readonly headline: string
  readonly operations: readonly string[]
  readonly products: readonly string[]
}

/** Why a known finding fails no run, until when, and who answers for it: `known until 2026-12-31: PAY-17 (payments)`. */
export function knownWords({ until, reason, owner }: NonNullable<Finding['known']>): string {
  return `known until ${until}: ${reason} (${owner})`
}

/** What a team knows of findings, a line a problem, and where. */
export function knownLinesOf(findings: readonly Finding[]): readonly string[] {
  return problemsOf(findings).flatMap(({ lead: { operation, known } }) =>
    known === undefined ? [] : [`${operation ?? 'the whole service'}: ${knownWords(known)}`],
  )
}

/** The problems among findings, the gravest first; those that a team knows come last. */
export function problemsOf(findings: readonly Finding[]): readonly Problem[] {
  const violations = findings.filter(({ verdict }) => verdict === 'violation')
  return [...Map.groupBy(violations, ({ operation }) => operation).values()].flatMap(ofOneOperation).sort(byGravity)
}

/** On one operation, a finding is the shadow of the first before it that shares its first answer or its cause. */
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
  const [first] = finding.exchanges
  if ((finding.known === undefined) !== (lead.known === undefined)) return false
  // What is about no operation is a thing of its own: each threshold measures another.
  const isOfOneCause = finding.cause === lead.cause && (finding.operation !== null || finding.check === lead.check)
  return isOfOneCause || (first !== undefined && lead.exchanges.includes(first))
}

/** Gravest first, then what stands on more questions. */
function byWeight(one: Finding, other: Finding): number {
  return rankOf(one) - rankOf(other) || questionsIn(other) - questionsIn(one)
}

/** Its attempts count once: how many there were differs from night to night. */
const questionsIn = ({ exchanges }: Finding) => new Set(exchanges.map((id) => id.replace(/\.\d+$/, ''))).size

function byGravity(one: Pick<Problem, 'lead'>, other: Pick<Problem, 'lead'>): number {
  return rankOf(one.lead) - rankOf(other.lead)
}

/** How grave a violation is, the gravest 0; behind them those that a team knows. */
export function rankOf({ cause, known }: Finding): number {
  return severities.indexOf(severityOf(cause)) + (known === undefined ? 0 : severities.length)
}

/** The problems by operation, the operation with the gravest first. */
export function byOperation(problems: readonly Problem[]): readonly OperationProblems[] {
  return [...Map.groupBy(problems, ({ lead }) => lead.operation).values()].map(together)
}

/** The problems by cause, the gravest first, and among equals the one that more operations have. */
export function byCause(problems: readonly Problem[]): readonly CauseProblems[] {
  const groups = Map.groupBy(problems, ({ lead }) => `${lead.cause} ${lead.known === undefined}`)
  return [...groups.values()]
    .map(ofOneCause)
    .sort((one, other) => byGravity(one, other) || other.operations.length - one.operations.length)
}

function together(problems: readonly Problem[]): OperationProblems {
  return { lead: (problems[0] as Problem).lead, problems }
}

function ofOneCause(problems: readonly Problem[]): CauseProblems {
  const own = together(problems)
  return {
    ...own,
    headline: headlineOf(own.lead),
    operations: groupOf(problems.map((problem) => problem.lead)).operations,
    products: [...new Set(problems.flatMap((problem) => problem.lead.product ?? []))],
  }
}

/** The other violations of the problem that a finding is of. */
export function alikeTo(id: string, findings: readonly Finding[]): readonly Finding[] {
  const own =
    problemsOf(findings)
      .map(findingsOf)
      .find((alike) => alike.some((one) => one.id === id)) ?? []
  return own.filter((one) => one.id !== id)
}

/** The findings of a problem, the lead first. */
export function findingsOf({ lead, shadows }: Problem): readonly Finding[] {
  return [lead, ...shadows]
}
