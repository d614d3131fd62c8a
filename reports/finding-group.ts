import type { Finding } from '../evidence/finding.ts'

/** Findings that belong together. */
export interface FindingGroup {
  /** The first of them. */
  readonly lead: Finding
  readonly findings: readonly Finding[]
  /** Each once. */
  readonly operations: readonly string[]
}

/** Makes a group of findings, of which there is one at least. */
export function groupOf(findings: readonly Finding[]): FindingGroup {
  const operations = [...new Set(findings.flatMap(({ operation }) => operation ?? []))]
  return { lead: findings[0] as Finding, findings, operations }
}
