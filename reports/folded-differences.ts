import type { Finding } from '../evidence/finding.ts'

/** The same change on several operations, which a person reads once. */
export interface FoldedDifference {
  /** The one that tells it best: of the same question, a status before a code, and that before everything else. */
  readonly lead: Finding
  /** The question and what of it changed, as in `with the key: status`. */
  readonly subject: string
  /** None for unknown routes. */
  readonly operations: readonly string[]
  /** All that it stands for: what else changed in the answers to the same question is no news of its own. */
  readonly findings: readonly Finding[]
}

const aspects = [/: status$/, /: code$/]

/** Differences of drift or parity by what changed, the one on most operations first. Each is in one of them. */
export function foldedDifferences(findings: readonly Finding[]): readonly FoldedDifference[] {
  const questions = Map.groupBy(findings, (finding) => `${finding.operation} ${questionIn(subjectOf(finding))}`)
  const leads = [...questions.values()].map((own) => ({ lead: tellingOf(own), own }))
  const groups = Map.groupBy(leads, ({ lead }) =>
    JSON.stringify([kindless(lead), lead.check.split('.')[0], lead.expected, lead.observed]),
  )
  return [...groups.values()]
    .map((alike): FoldedDifference => {
      const [{ lead }] = alike as [(typeof alike)[number]]
      return {
        lead,
        subject: kindless(lead),
        operations: [...new Set(alike.flatMap((one) => one.lead.operation ?? []))],
        findings: alike.flatMap(({ own }) => own),
      }
    })
    .sort((one, other) => other.operations.length - one.operations.length)
}

function subjectOf({ check }: Finding): string {
  return check.slice(check.indexOf(':') + 1)
}

function questionIn(subject: string): string {
  return subject.slice(0, subject.lastIndexOf(': '))
}

/** Which of the routes that nobody lists it was tells nothing. */
function kindless(finding: Finding): string {
  return subjectOf(finding).replace(/^unknown route \S+ \S+(?: \d+)?, /, '')
}

function tellingOf(own: readonly Finding[]): Finding {
  const told = aspects.flatMap((aspect) => own.find((finding) => aspect.test(subjectOf(finding))) ?? [])
  return (told[0] ?? own[0]) as Finding
}
