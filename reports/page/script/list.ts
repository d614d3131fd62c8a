import { shortened } from '../../plain-text.ts'
import { verdictView } from '../view/finding-view.ts'
import { html, type Markup } from '../view/markup.ts'
import { tableHead } from '../view/parts.ts'
import { add, fill, part } from './element.ts'
import { type FoundInPage, toldOf } from './island.ts'

const more = part('more')
const page = { first: 15, further: 100 } as const
let rest: readonly FoundInPage[] = []

more.addEventListener('click', () => next(page.further))

/** Fills the list with the first page of findings; a button adds more. */
export function fillList(sorted: readonly FoundInPage[]): void {
  rest = sorted
  const head = tableHead(['Verdict', 'Operation', 'Check', 'What was found'])
  fill(part('list'), html`<table>${head}<tbody id="rows"></tbody></table>`)
  next(page.first)
}

function next(length: number): void {
  add(part('rows'), html`${rest.slice(0, length).map(row)}`)
  rest = rest.slice(length)
  more.hidden = rest.length === 0
  more.textContent = `Show more (${rest.length})`
}

function row(finding: FoundInPage): Markup {
  const { id, operation, check, message } = finding
  return html`<tr><td>${verdictView(toldOf(finding))}</td><td class="path"><a href="#finding-${id}">${operation ?? 'the whole service'}</a></td><td><code>${check}</code></td><td class="prose">${shortened(message, 200)}</td></tr>`
}
