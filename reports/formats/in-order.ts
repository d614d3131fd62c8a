import { severities } from '../../evidence/causes/row.ts'
import type { Finding } from '../../evidence/finding.ts'
import type { Results } from '../../evidence/results.ts'
import { rankOf } from '../problems.ts'
import type { Evidence } from './format.ts'

/** Violations first and the gravest of them before all, known ones last of them; everything else in its own order. */
export function inOrder(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((one, other) => place(one) - place(other))
}

function place(finding: Finding): number {
  return finding.verdict === 'violation' ? rankOf(finding) : 2 * severities.length
}

/** What came back, in as few words as there are: the status, or that nothing did. */
function statusOf({ exchanges: [first = ''] }: Finding, { exchanges }: Evidence): string | null {
  const exchange = exchanges.get(first)
  if (exchange === undefined) return null
  return exchange.response === null ? 'no answer' : String(exchange.response.status)
}

/** What came back, to stand beside what was expected: the status, unless it is the expected one and something else is wrong. */
export function cameOf(finding: Finding, evidence: Evidence): string {
  const status = statusOf(finding, evidence)
  const { expected, observed } = finding
  const tells = status !== null && expected?.startsWith(status) !== true
  return tells ? status : (observed ?? status ?? '-')
}

/** A message for lists that show nothing else: what came, what was expected, and only then the story. */
export function statusFirst(finding: Finding, evidence: Evidence): string {
  const { verdict, message, expected } = finding
  const status = statusOf(finding, evidence)
  if (verdict !== 'violation' || status === null) return message
  return `${status}, expected ${expected ?? 'otherwise'}. ${message}`
}

/**
 * The time of each finding by its id, milliseconds. An exchange counts for the first finding that cites it, and requests that
 * went side by side share the time that passed, so that all findings together take no longer than the run did.
 */
export function timesOf({ findings, run }: Results, { exchanges }: Evidence): ReadonlyMap<string, number> {
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
