import { counted } from '../../../evidence/counted.ts'
import { isObject } from '../../../fixtures/json.ts'
import { capitalised, shortened } from '../../plain-text.ts'
import { observationTitles } from '../../words.ts'
import { html, type Markup } from '../view/markup.ts'
import { scrolled, tableHead } from '../view/parts.ts'

/** How many rows of one subject the page shows; `results.json` holds all. */
const rowsShown = 400
const briefLength = 160

type Subject = readonly [name: string, value: unknown]

/** What was learned, by subject. Short subjects stand in a list; each long one is folded, as a list or table of its own. */
export function learnedParts(subjects: readonly Subject[]): Markup | null {
  if (subjects.length === 0) return null
  const isBrief = ([, value]: Subject) => inWords(value).length <= briefLength
  const brief = subjects.filter(isBrief)
  const long = subjects.filter((subject) => !isBrief(subject))
  return html`<dl class="learned">${brief.map(
    ([subject, value]) => html`<div><dt>${title(subject)}</dt><dd>${inWords(value) || 'none'}</dd></div>`,
  )}</dl>${long.map(folded)}`
}

/** The title of a subject. One without a title is split into words: `codePlaces` becomes `Code places`. */
function title(subject: string): string {
  const known = observationTitles[subject]
  if (known !== undefined) return known
  const words = subject.replace(/(?<=[a-z])[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`)
  return shortened(capitalised(words), 200)
}

function folded([subject, value]: Subject): Markup {
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
  const shown = entries.slice(0, rowsShown)
  const columns = [...new Set(shown.flatMap(([, value]) => (isObject(value) ? Object.keys(value) : [])))].slice(0, 12)
  const shared = columns.length > 0 && shown.every(([, value]) => isObject(value))
  const head = tableHead(['Where', ...(shared ? columns.map(title) : ['Seen'])])
  const cells = (value: unknown) =>
    shared && isObject(value)
      ? columns.map((column) => html`<td>${bounded(value[column] ?? '')}</td>`)
      : html`<td class="prose">${bounded(value)}</td>`
  return scrolled(
    label,
    html`<table>${head}<tbody>${shown.map(
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
