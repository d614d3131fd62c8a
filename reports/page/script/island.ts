import { gravity } from '../view/parts.ts'
import { baseOf, type Details, type Island, type Packed, type PageFinding, type Story, storyOf } from '../view/story.ts'

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

/** The findings as objects, in the catalogue's order. */
export const findings: readonly FoundInPage[] = raw.findings.map((row, index) => {
  const finding = Object.fromEntries(
    raw.members.map((name, at) => [name, unpacked(row[at] ?? null)]),
  ) as unknown as PageFinding
  return { ...finding, index, base: baseOf(finding.check), product: finding.product ?? 'whole service' }
})

const byId = new Map(findings.map((finding) => [finding.id, finding]))
export const findingOf = (id: string): FoundInPage | undefined => byId.get(id)

/** Orders findings by gravity: by verdict, and violations by severity. */
export function byGravity(one: FoundInPage, other: FoundInPage): number {
  return gravity.indexOf(one.verdict) - gravity.indexOf(other.verdict) || rankOf(one) - rankOf(other)
}

function rankOf({ verdict, cause }: FoundInPage): number {
  return verdict === 'violation' ? (raw.severities[cause]?.[0] ?? 0) : 0
}

/** The findings of one check on one operation, the gravest first. */
export function cellOf({ operation, base }: FoundInPage): readonly FoundInPage[] {
  return findings.filter((one) => one.operation === operation && one.base === base).sort(byGravity)
}

/** The question of a check; empty for a check that compares runs. */
export const questionOf = (check: string): string => raw.questions[check] ?? ''

/** The checks that were asked in this run, in the suite's order. */
export const knownChecks = Object.keys(raw.questions)

/** A finding with everything that the page shows of it. */
export function toldOf(finding: FoundInPage): Story {
  const details = raw.details[finding.index]
  return storyOf(finding, raw, details === undefined ? undefined : (unpacked(details) as Details))
}

/** True where the page has no details of a finding, for lack of room. */
export function isCut({ index, verdict }: FoundInPage): boolean {
  return raw.left > 0 && verdict !== 'pass' && raw.details[index] === undefined
}
