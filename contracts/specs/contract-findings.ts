import type { Finding } from '../../evidence/finding.ts'
import { checks } from '../../fixtures/checks.ts'

/** The sub-id of what the load half says under a check that both halves have. */
const saidByLoad = ':load'

/** The contract findings of a run that belong to an operation: those that a test presents each. */
export function contractFindings(findings: readonly Finding[]): readonly Finding[] {
  const own = checks.filter(({ asks }) => asks === 'contracts').map(({ id }) => id)
  return findings.filter(
    ({ check, operation }) =>
      operation !== null && !check.endsWith(saidByLoad) && own.some((id) => check === id || check.startsWith(`${id}:`)),
  )
}
