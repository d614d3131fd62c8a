import { checkOf, comparesRuns, type Finding, headlineOf } from '../evidence/finding.ts'

/** What was seen where the specification is silent: findings of one check and one cause. */
export interface Silence {
  readonly check: string
  readonly headline: string
  readonly findings: readonly Finding[]
  readonly operations: readonly string[]
}

/** What differs from earlier or other runs comes first; then what concerns the most operations. */
export function silencesOf(findings: readonly Finding[]): readonly Silence[] {
  const undocumented = findings.filter(({ verdict }) => verdict === 'undocumented')
  const groups = Map.groupBy(undocumented, (finding) => `${checkOf(finding)} ${finding.cause}`)
  return [...groups.values()]
    .map((group): Silence => {
      const first = group[0] as Finding
      return {
        check: checkOf(first),
        headline: headlineOf(first),
        findings: group,
        operations: [...new Set(group.flatMap(({ operation }) => operation ?? []))],
      }
    })
    .sort((one, other) => weight(other) - weight(one))
}

export const isDifference = ({ check }: Pick<Silence, 'check'>): boolean => comparesRuns(check)

function weight(silence: Silence): number {
  return (isDifference(silence) ? 1e9 : 0) + silence.operations.length * 10_000 + silence.findings.length
}
