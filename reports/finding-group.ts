import type { Finding } from '../evidence/finding.ts'

/** Findings that a report shows as one. */
export interface FindingGroup {
  readonly lead: Finding
  readonly findings: readonly Finding[]
  /** The operations of the findings, each once. */
  readonly operations: readonly string[]
}

/** Makes a group of at least one finding. The first is the lead. */
export function groupOf(findings: readonly Finding[]): FindingGroup {
  const operations = [...new Set(findings.flatMap(({ operation }) => operation ?? []))]
  return { lead: findings[0] as Finding, findings, operations }
}
