import type { Details, Island, Packed, PageFinding } from '../island-shape.ts'
import type { Story } from '../view/story.ts'

const raw = JSON.parse(document.getElementById('island')?.textContent ?? '') as Island

/** A value in which each number is replaced by the text that it stands for. */
function unpacked(value: Packed): unknown {
  if (typeof value === 'number') return raw.texts[value]
  if (Array.isArray(value)) return value.map(unpacked)
  if (value === null) return null
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, unpacked(part)]))
}

/** A finding, prepared for the script. */
export interface FoundInPage extends PageFinding {
  readonly index: number
  /** The check without its sub-id. */
  readonly base: string
  readonly product: string
}

/** The findings as objects. Foreign text stays text: this script never writes markup. */
export const findings: readonly FoundInPage[] = raw.findings.map((row, index) => {
  const finding = Object.fromEntries(
    raw.members.map((name, at) => [name, unpacked(row[at] ?? null)]),
  ) as unknown as PageFinding
  const { check, product } = finding
  return { ...finding, index, base: check.split(':', 1)[0] ?? check, product: product ?? 'whole service' }
})

/** Verdicts, the gravest first. A cell of several findings shows its gravest verdict. */
export const gravity: readonly string[] = ['violation', 'inconclusive', 'undocumented', 'not-exercised', 'pass']

/** Orders findings by gravity: by verdict, and violations by severity. */
export function byGravity(one: FoundInPage, other: FoundInPage): number {
  return gravity.indexOf(one.verdict) - gravity.indexOf(other.verdict) || rankOf(one) - rankOf(other)
}

function rankOf({ verdict, cause }: FoundInPage): number {
  return verdict === 'violation' ? (raw.severities[cause]?.[0] ?? 0) : 0
}

/** The question of a check; empty for a check that compares runs. */
export const questionOf = (check: string): string => raw.questions[check] ?? ''

/** The checks that were asked in this run, in the suite's order. */
export const knownChecks = Object.keys(raw.questions)

const none: Details = { before: null, curl: null, marks: [], missing: [], history: [], shown: [] }

/** The word for the severity of a violation; null for other findings. */
export function severityOf({ verdict, cause }: FoundInPage): string | null {
  return verdict === 'violation' ? (raw.severities[cause]?.[1] ?? null) : null
}

/** A finding with everything that the page shows of it. */
export function storyOf(finding: FoundInPage): Story {
  const { id, clause, base } = finding
  const details = raw.details[finding.index]
  return {
    ...finding,
    ...(details === undefined ? none : (unpacked(details) as Details)),
    severity: severityOf(finding),
    question: questionOf(base),
    says: raw.clauses[clause] ?? null,
    law: raw.laws[base] ?? null,
    replay: `npx suite replay ${id}`,
  }
}

/** True where the page has no details of a finding, for lack of room. */
export function isCut({ index, verdict }: FoundInPage): boolean {
  return raw.left > 0 && verdict !== 'pass' && raw.details[index] === undefined
}
