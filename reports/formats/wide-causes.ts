import type { Finding } from '../../evidence/finding.ts'
import { inOrder } from './in-order.ts'

/** So many violations of one cause are one thing that is broken: a list of tests says it once. */
const many = 25

/** Violations of a cause that breaks more than a list can show: one of them tells all. */
export interface WideCause {
  readonly lead: Finding
  readonly findings: readonly Finding[]
  /** Each once. */
  readonly operations: readonly string[]
}

/** The causes of many violations, by cause; what a team knows is apart. */
export function wideCauses(findings: readonly Finding[]): ReadonlyMap<string, WideCause> {
  const broken = inOrder(findings.filter(({ verdict, known }) => verdict === 'violation' && known === undefined))
  const groups = [...Map.groupBy(broken, ({ cause }) => cause)].filter(([, group]) => group.length >= many)
  return new Map(
    groups.flatMap(([cause, group]) => {
      const [lead] = group
      const operations = [...new Set(group.flatMap(({ operation }) => operation ?? []))]
      return lead === undefined ? [] : [[cause, { lead, findings: group, operations }] as const]
    }),
  )
}
