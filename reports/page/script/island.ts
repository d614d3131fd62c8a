import type { Island } from '../island-shape.ts'
import type { Story } from '../view/story.ts'

const raw = JSON.parse(document.getElementById('island')?.textContent ?? '') as Island
const text = (place: number | undefined) => (place === undefined || place < 0 ? null : (raw.texts[place] ?? null))
const texts = (places: readonly number[]) => places.map((place) => text(place) ?? '')

/** A finding as the script works with it. */
export interface FoundInPage {
  readonly index: number
  readonly id: string
  readonly check: string
  /** The check without its sub-id. */
  readonly base: string
  readonly operation: string | null
  readonly product: string
  readonly verdict: string
  readonly cause: string
  readonly clause: string
  readonly message: string
  readonly headline: string
  readonly detail: string | null
  readonly expected: string | null
  readonly observed: string | null
}

/** The findings as objects; every text of others stays text, as nothing here ever writes markup. */
export const findings: readonly FoundInPage[] = raw.findings.map((row, index) => {
  const check = text(row[1]) ?? ''
  return {
    index,
    id: row[0],
    check,
    base: check.split(':', 1)[0] ?? check,
    operation: text(row[2]),
    product: text(row[3]) ?? 'whole service',
    verdict: raw.verdicts[row[4]] ?? '',
    cause: text(row[5]) ?? '',
    clause: text(row[6]) ?? '',
    message: text(row[7]) ?? '',
    headline: text(row[8]) ?? '',
    detail: text(row[9]),
    expected: text(row[10]),
    observed: text(row[11]),
  }
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

/** A finding with all that a reader gets to see of it. */
export function storyOf(finding: FoundInPage): Story {
  const { id, verdict, cause, clause, base } = finding
  const [before, curl, marks = [], missing = [], history = [], shown = []] = raw.details[finding.index] ?? []
  return {
    ...finding,
    verdict: verdict as Story['verdict'],
    severity: verdict === 'violation' ? (raw.severities[cause]?.[1] ?? null) : null,
    question: questionOf(base),
    says: raw.clauses[clause] ?? null,
    before: text(before),
    curl: text(curl),
    replay: `npx suite replay ${id}`,
    marks: texts(marks),
    missing: texts(missing),
    history: texts(history),
    shown: shown.map(([request, response, note, alike]) => ({
      request: text(request) ?? '',
      response: text(response) ?? '',
      note: text(note) ?? '',
      alike: texts(alike),
    })),
  }
}

/** Whether the details of a finding were left out of the page for its size. */
export function isCut({ index, verdict }: FoundInPage): boolean {
  return raw.left > 0 && verdict !== 'pass' && raw.details[index] === undefined
}
