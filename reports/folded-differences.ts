import { counted } from '../evidence/counted.ts'
import { type Finding, subOf } from '../evidence/finding.ts'
import { questionOf } from '../evidence/observation.ts'

/** One change, folded: several operations, or several questions to them, show it. A person reads it once. */
export type FoldedDifference = ReturnType<typeof folded>

const aspects = [/: status$/, /: code$/]

/** The date of the first run that reported a difference; null where that is this run. */
export function toldSince({ since }: Finding, run: string): string | null {
  return since === undefined || since.run === run ? null : since.date
}

/**
 * Folds the differences of drift or parity that a run reports; each finding is in one fold. New differences come first, then operations
 * that now serve requests without a key, then the fold with the most operations.
 */
export function foldedDifferences(findings: readonly Finding[], run: string): readonly FoldedDifference[] {
  const questions = Map.groupBy(
    findings,
    (finding) => `${finding.operation} ${questionOf({ subject: subOf(finding) })}`,
  )
  const leads = [...questions.values()].map((own) => ({ lead: tellingOf(own), own }))
  const groups = Map.groupBy(leads, ({ lead }) => {
    const { check, expected, observed } = lead
    const isNew = toldSince(lead, run) === null
    return JSON.stringify([check.split('.')[0], aspectIn(check), expected, observed, isNew, isOpened(lead)])
  })
  return [...groups.values()].map((alike) => folded(alike, run)).sort(mostTellingFirst)
}

function folded(alike: readonly { readonly lead: Finding; readonly own: readonly Finding[] }[], run: string) {
  const asked = (one: (typeof alike)[number]) => questionOf({ subject: unplaced(one.lead) })
  // The question with the fewest characters is the plainest.
  const plainest = alike.toSorted((one, other) => asked(one).length - asked(other).length)
  const [{ lead }] = plainest as [(typeof alike)[number]]
  const [question = '', ...others] = new Set(plainest.map(asked))
  const more = others.length === 0 ? '' : ` and ${counted(others.length, 'more question')}`
  return {
    /** The finding that tells the change best: a status before a code, and a code before everything else. */
    lead,
    /** The plainest question, the number of others and the aspect: `with the key and 3 more questions: status`. */
    subject: `${question}${more}: ${aspectIn(lead.check)}`,
    /** The date of the first run that reported the difference; null where that is this run. */
    since: plainest.flatMap((one) => toldSince(one.lead, run) ?? []).toSorted()[0] ?? null,
    /** The operations that changed; empty for unknown routes. */
    operations: [...new Set(plainest.flatMap((one) => one.lead.operation ?? []))],
    /** All findings of the change, with everything else that changed in the answers to the same questions. */
    findings: plainest.flatMap(({ own }) => own),
  }
}

function mostTellingFirst(one: FoldedDifference, other: FoldedDifference): number {
  return (
    Number(one.since !== null) - Number(other.since !== null) ||
    Number(isOpened(other.lead)) - Number(isOpened(one.lead)) ||
    other.operations.length - one.operations.length ||
    other.findings.length - one.findings.length
  )
}

/** True where requests without a valid key were refused, and are now served or read. No other change is as grave. */
function isOpened(lead: Finding): boolean {
  const isAsked = /^(without a key|with an invalid key)\b.*: status$/.test(unplaced(lead))
  return (
    isAsked && /^(?!.*\b2\d\d).*\b40[13]\b/.test(lead.expected ?? '') && /\b(2\d\d|400|422)\b/.test(lead.observed ?? '')
  )
}

const aspectIn = (check: string): string => check.slice(check.lastIndexOf(': ') + 2)

/** The subject without the name of the unknown route: which route was asked tells nothing. */
function unplaced(finding: Finding): string {
  return subOf(finding).replace(/^unknown route \S+ \S+(?: \d+)?, /, '')
}

function tellingOf(own: readonly Finding[]): Finding {
  const told = aspects.flatMap((aspect) => own.find((finding) => aspect.test(subOf(finding))) ?? [])
  return (told[0] ?? own[0]) as Finding
}
