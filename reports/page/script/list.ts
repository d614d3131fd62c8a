import { verdictView } from '../view/finding-view.ts'
import { element, part } from './element.ts'
import { type FoundInPage, severityOf } from './island.ts'

const place = part('list')
const more = part('more')
const page = { first: 15, further: 100 } as const
const body = element('tbody', {})
let rest: readonly FoundInPage[] = []

/** Builds the head of the list. */
export function buildList(): void {
  const head = ['Verdict', 'Operation', 'Check', 'What was found'].map((name) => element('th', { scope: 'col' }, name))
  place.replaceChildren(element('table', {}, element('thead', {}, element('tr', {}, ...head)), body))
  more.addEventListener('click', () => next(page.further))
}

/** Fills the list with the first page of findings; a button adds more. */
export function fillList(sorted: readonly FoundInPage[]): void {
  rest = sorted
  body.replaceChildren()
  next(page.first)
}

function next(length: number): void {
  body.append(...rest.slice(0, length).map(row))
  rest = rest.slice(length)
  more.hidden = rest.length === 0
  more.textContent = `Show more (${rest.length})`
}

function row(finding: FoundInPage): HTMLElement {
  const { id, verdict, operation, check, message } = finding
  const link = element('a', { href: `#finding-${id}` }, operation ?? 'the whole service')
  return element(
    'tr',
    {},
    element('td', {}, ...verdictView(element, { verdict, severity: severityOf(finding) })),
    element('td', { class: 'path' }, link),
    element('td', {}, element('code', {}, check)),
    element('td', { class: 'prose' }, message.length > 200 ? `${message.slice(0, 199)}…` : message),
  )
}
