import { checkOf, comparesRuns, type Finding } from '../evidence/finding.ts'
import { type FindingGroup, groupOf } from './finding-group.ts'

/**
 * What was seen where the specification is silent, by check and cause: what differs from earlier or other runs comes first; then what
 * concerns the most operations.
 */
export function silencesOf(findings: readonly Finding[]): readonly FindingGroup[] {
  const undocumented = findings.filter(({ verdict }) => verdict === 'undocumented')
  const groups = Map.groupBy(undocumented, (finding) => `${checkOf(finding)} ${finding.cause}`)
  return [...groups.values()].map(groupOf).sort((one, other) => weight(other) - weight(one))
}

export const isDifference = ({ lead }: Pick<FindingGroup, 'lead'>): boolean => comparesRuns(lead.check)

function weight(silence: FindingGroup): number {
  return (isDifference(silence) ? 1e9 : 0) + silence.operations.length * 10_000 + silence.findings.length
}
