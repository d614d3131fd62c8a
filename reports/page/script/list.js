import { chip, element } from './element.js'
import { gravity } from './island.js'

const place = document.getElementById('list')
const more = document.getElementById('more')
const page = { first: 15, further: 100 }
const body = element('tbody')
let rest = []

/** Builds the head of the list. */
export function buildList() {
  const head = ['Verdict', 'Operation', 'Check', 'What was found'].map((name) => element('th', { scope: 'col' }, name))
  place.replaceChildren(element('table', {}, element('thead', {}, element('tr', {}, ...head)), body))
  more.addEventListener('click', () => next(page.further))
}

/** Fills the list with findings, the gravest first, a page of them at a time. */
export function fillList(matching) {
  rest = matching.toSorted((one, other) => gravity.indexOf(one.verdict) - gravity.indexOf(other.verdict))
  body.replaceChildren()
  next(page.first)
}

function next(length) {
  body.append(...rest.slice(0, length).map(row))
  rest = rest.slice(length)
  more.hidden = rest.length === 0
  more.textContent = `Show more (${rest.length})`
}

function row({ id, verdict, operation, check, message }) {
  const link = element('a', { href: `#finding-${id}` }, operation ?? 'the whole service')
  return element(
    'tr',
    {},
    element('td', {}, chip(verdict)),
    element('td', { class: 'path' }, link),
    element('td', {}, element('code', {}, check)),
    element('td', { class: 'prose' }, message.length > 200 ? `${message.slice(0, 199)}…` : message),
  )
}
