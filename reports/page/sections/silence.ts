import { counted } from '../../../evidence/counted.ts'
import { checkOf, comparesRuns, type Finding, headlineOf } from '../../../evidence/finding.ts'
import type { Results } from '../../../evidence/results.ts'
import { isObject } from '../../../fixtures/json.ts'
import { type FindingGroup, groupOf } from '../../finding-group.ts'
import { foldedDifferences } from '../../folded-differences.ts'
import { ended, shortened } from '../../plain-text.ts'
import { html, type Markup } from '../view/markup.ts'
import { cards } from '../view/parts.ts'
import { learnedParts } from './learned.ts'

const shown = 80

/** What was seen where the specification is silent. It is reported and never counts against the deployment. */
export function silence({ run, findings, observations }: Results): Markup | string {
  const groups = silencesOf(findings)
  const differences = groups.filter(isDifference)
  const seen = groups.filter((group) => !isDifference(group))
  const subjects = Object.entries(observations).filter(([subject, value]) => subject !== 'seen' && !isUnlearned(value))
  // A run of load alone learns nothing here. An empty subject would read as if no operation needed a key.
  const learned = subjects.some(([, value]) => Object.keys(Object(value)).length > 0) ? subjects : []
  if (groups.length === 0 && learned.length === 0) return 'Nothing was observed.'
  return html`<p class="lead">The specification does not say what is right here. It is kept to compare with later runs; nothing of it is right or wrong.</p>
${kindsOfDifference.map((kind) => changes(differences, kind, run.id))}
${learnedParts(learned.slice(0, shown))}
${seen.length > 0 && cards('What was observed', ['Operations', 'What was seen', 'Check', 'For example'], seen.slice(0, shown).map(row))}
${seen.length > shown && html`<p>And ${counted(seen.length - shown, 'further kind')} in the matrix.</p>`}`
}

/** Undocumented findings by check and cause: first differences from other runs, then what most operations have. */
function silencesOf(findings: readonly Finding[]): readonly FindingGroup[] {
  const undocumented = findings.filter(({ verdict }) => verdict === 'undocumented')
  const groups = Map.groupBy(undocumented, (finding) => `${checkOf(finding)} ${finding.cause}`)
  return [...groups.values()].map(groupOf).sort((one, other) => weight(other) - weight(one))
}

const isDifference = ({ lead }: FindingGroup) => comparesRuns(lead.check)

function weight(silence: FindingGroup): number {
  return (isDifference(silence) ? 1e9 : 0) + silence.operations.length * 10_000 + silence.findings.length
}

function row({ lead, operations, findings }: FindingGroup): Markup {
  const example = html`<a href="#finding-${lead.id}">${lead.operation ?? 'the whole service'}</a>`
  return html`<tr><td class="number" data-label="Operations">${operations.length || findings.length}</td><td class="prose" data-label="What was seen">${ended(headlineOf(lead))}</td><td data-label="Check"><code>${checkOf(lead)}</code></td><td class="path" data-label="For example">${example}</td></tr>`
}

/** Nothing is learned of an object whose lists are all empty: nobody asked which members an embed must have. */
function isUnlearned(value: unknown): boolean {
  const parts = isObject(value) ? Object.values(value) : []
  return parts.length > 0 && parts.every((part) => Array.isArray(part) && part.length === 0)
}

/** Differences from the baseline, and those between environments, where nothing has changed with time. */
const kindsOfDifference = [
  { prefix: 'drift.', title: 'What changed', sides: ['Before', 'Now'] },
  { prefix: 'parity.', title: 'How production differs from development', sides: ['Development', 'Production'] },
] as const

/** A table of differences with both sides. The same change on several operations is one row; the matrix has each finding. */
function changes(
  groups: readonly FindingGroup[],
  { prefix, title, sides: [one, other] }: (typeof kindsOfDifference)[number],
  run: string,
): Markup | null {
  const own = groups.flatMap(({ findings }) => findings).filter(({ check }) => check.startsWith(prefix))
  if (own.length === 0) return null
  const folded = foldedDifferences(own, run)
  const rows = folded.slice(0, shown).map(({ lead, operations, findings, since }) => {
    const { id, message, expected, observed } = lead
    const alike = findings.length > 1 && html` <span class="note">and ${findings.length - 1} alike</span>`
    const more = operations.length > 1 && html` <span class="note">and ${operations.length - 1} more</span>`
    const from = since !== null && html`<span class="note">, since ${since}</span>`
    return html`<tr><td class="prose" data-label="What"><a href="#finding-${id}">${message}</a>${alike}${from}</td><td class="path" data-label="Where">${operations[0] ?? 'the whole service'}${more}</td><td data-label="${one}">${shortened(expected ?? '-', 200)}</td><td data-label="${other}">${shortened(observed ?? '-', 200)}</td></tr>`
  })
  const rest = folded.slice(shown).reduce((sum, { findings }) => sum + findings.length, 0)
  const more = rest > 0 && html`<tr><td colspan="4">And ${rest} more in the matrix.</td></tr>`
  return html`<h3>${title}</h3>${cards(title, ['What', 'Where', one, other], [rows, more])}`
}
