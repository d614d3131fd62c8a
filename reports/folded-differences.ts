import { counted } from '../evidence/counted.ts'
import { type Finding, subOf } from '../evidence/finding.ts'
import { questionOf } from '../evidence/observation.ts'

/** One change, folded: several operations, or several questions to them, show it. A person reads it once. */
export interface FoldedDifference {
  /** The finding that tells the change best: a status before a code, and a code before everything else. */
  readonly lead: Finding
  /** The plainest question, the number of others and the aspect: `with the key and 3 more questions: status`. */
  readonly subject: string
  /** The operations that changed; empty for unknown routes. */
  readonly operations: readonly string[]
  /** All findings of the change, with everything else that changed in the answers to the same questions. */
  readonly findings: readonly Finding[]
}

const aspects = [/: status$/, /: code$/]

/** Folds differences of drift or parity. Each finding is in one fold; the fold with the most operations comes first. */
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
  // The question with the fewest characters is the plainest.
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

/** The subject without the name of the unknown route: which route was asked tells nothing. */
function unplaced(finding: Finding): string {
  return subOf(finding).replace(/^unknown route \S+ \S+(?: \d+)?, /, '')
}

function tellingOf(own: readonly Finding[]): Finding {
  const told = aspects.flatMap((aspect) => own.find((finding) => aspect.test(subOf(finding))) ?? [])
  return (told[0] ?? own[0]) as Finding
}
