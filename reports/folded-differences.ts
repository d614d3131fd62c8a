import { counted } from '../evidence/counted.ts'
import { type Finding, subOf } from '../evidence/finding.ts'
import { questionOf } from '../evidence/observation.ts'

/** The same change on several operations, or of several questions to them, which a person reads once. */
export interface FoldedDifference {
  /** The one that tells it best: of the same question, a status before a code, and that before everything else. */
  readonly lead: Finding
  /** The question, how many more there are, and what of them changed, as in `with the key and 3 more questions: status`. */
  readonly subject: string
  /** None for unknown routes. */
  readonly operations: readonly string[]
  /** All that it stands for: what else changed in the answers to the same question is no news of its own. */
  readonly findings: readonly Finding[]
}

const aspects = [/: status$/, /: code$/]

/** Differences of drift or parity by what changed, what is on most operations first. Each is in one of them. */
export function foldedDifferences(findings: readonly Finding[]): readonly FoldedDifference[] {
  const questions = Map.groupBy(
    findings,
    (finding) => `${finding.operation} ${questionOf({ subject: subOf(finding) })}`,
  )
  const leads = [...questions.values()].map((own) => ({ lead: tellingOf(own), own }))
  const groups = Map.groupBy(leads, ({ lead: { check, expected, observed } }) =>
    JSON.stringify([check.split('.')[0], aspectIn(check), expected, observed]),
  )
  return [...groups.values()].map(folded).sort(widestFirst)
}

function folded(alike: readonly { readonly lead: Finding; readonly own: readonly Finding[] }[]): FoldedDifference {
  const asked = (one: (typeof alike)[number]) => questionOf({ subject: unplaced(one.lead) })
  // What is asked in the fewest words is the plainest.
  const plainest = alike.toSorted((one, other) => asked(one).length - asked(other).length)
  const [{ lead }] = plainest as [(typeof alike)[number]]
  const [question = '', ...others] = new Set(plainest.map(asked))
  const more = others.length === 0 ? '' : ` and ${counted(others.length, 'more question')}`
  return {
    lead,
    subject: `${question}${more}: ${aspectIn(lead.check)}`,
    operations: [...new Set(plainest.flatMap((one) => one.lead.operation ?? []))],
    findings: plainest.flatMap(({ own }) => own),
  }
}

function widestFirst(one: FoldedDifference, other: FoldedDifference): number {
  return other.operations.length - one.operations.length || other.findings.length - one.findings.length
}

function aspectIn(check: string): string {
  return check.slice(check.lastIndexOf(': ') + 2)
}

/** Which of the routes that nobody lists it was tells nothing. */
function unplaced(finding: Finding): string {
  return subOf(finding).replace(/^unknown route \S+ \S+(?: \d+)?, /, '')
}

function tellingOf(own: readonly Finding[]): Finding {
  const told = aspects.flatMap((aspect) => own.find((finding) => aspect.test(subOf(finding))) ?? [])
  return (told[0] ?? own[0]) as Finding
}
