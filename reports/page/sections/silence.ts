import { counted } from '../../../evidence/counted.ts'
import { checkOf, comparesRuns, type Finding, headlineOf } from '../../../evidence/finding.ts'
import type { Results } from '../../../evidence/results.ts'
import { isObject } from '../../../fixtures/json.ts'
import { type FindingGroup, groupOf } from '../../finding-group.ts'
import { foldedDifferences } from '../../folded-differences.ts'
import { capitalised, ended, shortened } from '../../plain-text.ts'
import { observationTitles } from '../../words.ts'
import { html, type Markup } from '../view/markup.ts'
import { cards, scrolled, tableHead } from '../view/parts.ts'

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

/** How many rows of one subject the page shows; `results.json` holds all. */
const rowsShown = 400
const briefLength = 160

type Subject = readonly [name: string, value: unknown]

/** What was learned, by subject. Short subjects stand in a list; each long one is folded, as a list or table of its own. */
function learnedParts(subjects: readonly Subject[]): Markup | null {
  if (subjects.length === 0) return null
  const isBrief = ([, value]: Subject) => inWords(value).length <= briefLength
  const brief = subjects.filter(isBrief)
  const long = subjects.filter((subject) => !isBrief(subject))
  return html`<dl class="learned">${brief.map(
    ([subject, value]) => html`<div><dt>${title(subject)}</dt><dd>${inWords(value) || 'none'}</dd></div>`,
  )}</dl>${long.map(foldedSubject)}`
}

/** The title of a subject. One without a title is split into words: `codePlaces` becomes `Code places`. */
function title(subject: string): string {
  const known = observationTitles[subject]
  if (known !== undefined) return known
  const words = subject.replace(/(?<=[a-z])[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`)
  return shortened(capitalised(words), 200)
}

function foldedSubject([subject, value]: Subject): Markup {
  const entries = Array.isArray(value) ? value : Object.entries(Object(value))
  const more = entries.length - rowsShown
  const body = Array.isArray(value) ? list(value) : table(title(subject), Object.entries(Object(value)))
  return html`<details class="part"><summary>${title(subject)} <span class="aside">${entries.length}</span></summary>${body}${
    more > 0 && html`<p>And ${counted(more, 'further entry')}.</p>`
  }</details>`
}

function list(values: readonly unknown[]): Markup {
  return html`<ul class="operations">${values.slice(0, rowsShown).map((value) => html`<li>${bounded(value)}</li>`)}</ul>`
}

/** A table of entries. Where all values are objects, their members are the columns; else the value stands beside its name. */
function table(label: string, entries: readonly Subject[]): Markup {
  const rows = entries.slice(0, rowsShown)
  const columns = [...new Set(rows.flatMap(([, value]) => (isObject(value) ? Object.keys(value) : [])))].slice(0, 12)
  const shared = columns.length > 0 && rows.every(([, value]) => isObject(value))
  const head = tableHead(['Where', ...(shared ? columns.map(title) : ['Seen'])])
  const cells = (value: unknown) =>
    shared && isObject(value)
      ? columns.map((column) => html`<td>${bounded(value[column] ?? '')}</td>`)
      : html`<td class="prose">${bounded(value)}</td>`
  return scrolled(
    label,
    html`<table>${head}<tbody>${rows.map(
      ([name, value]) => html`<tr><th scope="row" class="path">${shortened(name, 200)}</th>${cells(value)}</tr>`,
    )}</tbody></table>`,
  )
}

const bounded = (value: unknown): string => shortened(inWords(value), 600)

function inWords(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(inWords).join(', ')
  if (!isObject(value)) return JSON.stringify(value) ?? ''
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${inWords(part) || 'none'}`)
    .join('; ')
}
