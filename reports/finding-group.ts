import type { Finding } from '../evidence/finding.ts'

/** Findings that a report shows as one. */
export type FindingGroup = Readonly<ReturnType<typeof groupOf>>

/** Makes a group of at least one finding. The first is the lead. */
export function groupOf(findings: readonly Finding[]) {
  const operations = [...new Set(findings.flatMap(({ operation }) => operation ?? []))]
  return { lead: findings[0] as Finding, findings, operations }
}
