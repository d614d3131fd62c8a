import type { Details, Island, Packed, PageFinding } from '../island-shape.ts'
import type { Story } from '../view/story.ts'

const raw = JSON.parse(document.getElementById('island')?.textContent ?? '') as Island

/** A value with its texts in their places. */
function unpacked(value: Packed): unknown {
  if (typeof value === 'number') return raw.texts[value]
  if (Array.isArray(value)) return value.map(unpacked)
  if (value === null) return null
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, unpacked(part)]))
}

/** A finding as the script works with it. */
export interface FoundInPage extends PageFinding {
  readonly index: number
  /** The check without its sub-id. */
  readonly base: string
  readonly product: string
}

/** The findings as objects; every text of others stays text, as nothing here ever writes markup. */
export const findings: readonly FoundInPage[] = raw.findings.map((row, index) => {
  const finding = Object.fromEntries(
    raw.members.map((name, at) => [name, unpacked(row[at] ?? null)]),
  ) as unknown as PageFinding
  const { check, product } = finding
  return { ...finding, index, base: check.split(':', 1)[0] ?? check, product: product ?? 'whole service' }
})

/** Verdicts, the gravest first: of several the gravest is shown. */
export const gravity: readonly string[] = ['violation', 'inconclusive', 'undocumented', 'not-exercised', 'pass']

/** Puts the gravest first: by verdict, and violations by how bad they are. */
export function byGravity(one: FoundInPage, other: FoundInPage): number {
  return gravity.indexOf(one.verdict) - gravity.indexOf(other.verdict) || rankOf(one) - rankOf(other)
}

function rankOf({ verdict, cause }: FoundInPage): number {
  return verdict === 'violation' ? (raw.severities[cause]?.[0] ?? 0) : 0
}

/** What a check asks; nothing for one that compares runs. */
export function questionOf(check: string): string {
  return raw.questions[check] ?? ''
}

/** The checks that were put to something, in the order in which the suite lists them. */
export const knownChecks = Object.keys(raw.questions)

const none: Details = { before: null, curl: null, marks: [], missing: [], history: [], shown: [] }

/** A finding with all that a reader gets to see of it. */
export function storyOf(finding: FoundInPage): Story {
  const { id, verdict, cause, clause, base } = finding
  const details = raw.details[finding.index]
  return {
    ...finding,
    ...(details === undefined ? none : (unpacked(details) as Details)),
    severity: verdict === 'violation' ? (raw.severities[cause]?.[1] ?? null) : null,
    question: questionOf(base),
    says: raw.clauses[clause] ?? null,
    law: raw.laws[base] ?? null,
    replay: `npx suite replay ${id}`,
  }
}

/** Whether the details of a finding were left out of the page for its size. */
export function isCut({ index, verdict }: FoundInPage): boolean {
  return raw.left > 0 && verdict !== 'pass' && raw.details[index] === undefined
}
