import { severities } from '../../evidence/causes/row.ts'
import type { FailureKind } from '../../evidence/exchange.ts'
import type { Finding } from '../../evidence/finding.ts'
import type { Results } from '../../evidence/results.ts'
import { rankOf } from '../problems.ts'
import type { Evidence } from './format.ts'

/** Findings with the violations first: the gravest before all, the known ones last. Others keep their order. */
export function inOrder(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((one, other) => place(one) - place(other))
}

function place(finding: Finding): number {
  return finding.verdict === 'violation' ? rankOf(finding) : 2 * severities.length
}

/** Ends of an exchange after which more of the answer was still to come. */
const brokenOff: readonly FailureKind[] = ['reset', 'silence', 'broken']

/** The status of the first exchange and whether its answer broke off, or `no answer`; null where no exchange is there. */
function statusOf({ exchanges: [first = ''] }: Finding, { exchanges }: Evidence): string | null {
  const exchange = exchanges.get(first)
  if (exchange === undefined) return null
  const { response, failure } = exchange
  if (response === null) return 'no answer'
  return `${response.status}${failure !== null && brokenOff.includes(failure.kind) ? ', not complete' : ''}`
}

/** What came back, to show beside the expectation: the status. Where that does not tell what is wrong, the observed text. */
export function cameOf(finding: Finding, evidence: Evidence): string {
  const status = statusOf(finding, evidence)
  const { expected, observed } = finding
  const isAsExpected = status !== null && expected?.startsWith(status) === true
  // An observation that begins otherwise than with the status says more: which member is missing.
  const tells = status === 'no answer' || (!isAsExpected && observed?.startsWith(status ?? '') !== false)
  return (tells ? status : observed) ?? observed ?? status ?? '-'
}

/** A message for lists without other columns: first the status, then the expectation, then the message of the finding. */
export function statusFirst(finding: Finding, evidence: Evidence): string {
  const { verdict, message, expected } = finding
  const status = statusOf(finding, evidence)
  if (verdict !== 'violation' || status === null) return message
  return `${status}, expected ${expected ?? 'otherwise'}. ${message}`
}

/**
 * The time of each finding by its id, milliseconds. An exchange counts for the first finding that cites it. Times are scaled down where
 * requests went side by side, so that the sum never exceeds the run's duration.
 */
export function timeOfEach({ findings, run }: Results, { exchanges }: Evidence): ReadonlyMap<string, number> {
  const counted = new Set<string>()
  const own = findings.map((finding) => {
    const fresh = finding.exchanges.filter((id) => !counted.has(id))
    for (const id of fresh) counted.add(id)
    return fresh.reduce((sum, id) => sum + (exchanges.get(id)?.endMs ?? 0), 0)
  })
  const total = own.reduce((sum, time) => sum + time, 0)
  const share = total <= run.durationMs ? 1 : run.durationMs / total
  return new Map(findings.map(({ id }, index) => [id, (own[index] ?? 0) * share]))
}
