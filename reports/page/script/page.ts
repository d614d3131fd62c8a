import { changeTo, goTo, leave, readAddress } from './address.ts'
import { type DialogPlace, hide, placeOf, show } from './dialog.ts'
import { copy, part, showButtons } from './element.ts'
import { filterWords, matchingOf, readFilters, writeFilters } from './filters.ts'
import { byGravity, cellOf, type FoundInPage, findingOf, findings } from './island.ts'
import { focusCell, move } from './keyboard.ts'
import { fillList } from './list.ts'
import { buildMatrix, fillMatrix, toggle } from './matrix.ts'

const form = part<HTMLFormElement>('filters')
const dialog = part<HTMLDialogElement>('finding')
const grid = part('grid')
let matching: readonly FoundInPage[] = []
let place: DialogPlace | null = null

/** Shows the findings that match the form. */
function apply(): void {
  const filters = readFilters()
  const left = matchingOf(filters)
  matching = left.toSorted(byGravity)
  part('shown').textContent = `${matching.length} of ${findings.length} findings`
  part('nothing').hidden = matching.length > 0
  part('nothing-words').textContent = `Nothing matches ${filterWords(filters)}.`
  for (const id of ['grid', 'list']) part(id).hidden = matching.length === 0
  fillMatrix(left, filters.size > 0)
  fillList(matching)
}

/** Shows what the form asks for now, under an address of its own. */
function filter(): void {
  changeTo(null, readFilters())
  apply()
}

/** Brings the page to the state in the address; with `isFirst` also where the address says nothing. */
function follow(isFirst = false): void {
  const { open, filters, isOurs } = readAddress()
  if (isOurs && (isFirst || String(filters) !== String(readFilters()))) {
    writeFilters(filters)
    apply()
  } else if (isFirst) apply()
  place = open === null ? null : placeOf(open, matching)
  if (place === null) hide()
  else show(place)
}

/** Opens a finding or a cell, with an address of its own. */
function open(what: DialogPlace['open']): void {
  goTo(what, readFilters())
  follow()
}

function openCell(cell: HTMLElement | null | undefined): void {
  const found = findingOf(cell?.dataset['id'] ?? '')
  if (found === undefined) return
  const button = cell?.closest('tr')?.querySelector('button') ?? null
  const [first = found, second] = cellOf(found)
  if (button !== null) turn(button)
  else open({ kind: second === undefined ? 'finding' : 'cell', id: first.id })
}

/** Opens or folds the product of a button. */
function turn(button: HTMLElement): void {
  const product = button.dataset['product'] ?? ''
  toggle(product, button.getAttribute('aria-expanded') !== 'true')
  apply()
  grid.querySelector<HTMLElement>(`button[data-product="${CSS.escape(product)}"]`)?.focus()
}

function step(to: DialogPlace['previous']): void {
  if (to === null) return
  changeTo(to, readFilters())
  follow()
}

buildMatrix()
showButtons(document)
follow(true)

form.addEventListener('input', filter)
form.addEventListener('submit', (event) => event.preventDefault())
// The fields are empty only after this event.
form.addEventListener('reset', () => setTimeout(filter))
part('clear').addEventListener('click', () => form.reset())

grid.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null
  const button = target?.closest('button')
  if (button === null || button === undefined) openCell(target?.closest('td'))
  else turn(button)
})
grid.addEventListener('keydown', (event) => {
  const cell = event.target instanceof Element ? event.target.closest('td') : null
  if (cell === null) return
  // Else the same key press would reach the button that the dialog focuses.
  if (event.key === 'Enter' || event.key === ' ') event.preventDefault()
  if (event.key === 'Enter' || event.key === ' ') openCell(cell)
  else if (move(grid, cell, event.key)) event.preventDefault()
})
grid.addEventListener('focusin', (event) => {
  const cell = event.target instanceof HTMLElement ? event.target.closest('td') : null
  if (cell !== null && cell.getAttribute('tabindex') !== '0') focusCell(grid, cell)
})

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null
  const button = target?.closest('.copy') ?? null
  if (button !== null) void copy(button)
  const [, id] = /^#finding-([0-9a-f]+)$/.exec(target?.closest('a')?.getAttribute('href') ?? '') ?? []
  if (id !== undefined) {
    event.preventDefault()
    open({ kind: 'finding', id })
  }
  const counted = target?.closest<HTMLElement>('[data-verdict]')
  if (counted === null || counted === undefined) return
  writeFilters(new URLSearchParams({ verdict: counted.dataset['verdict'] ?? '' }))
  filter()
})

dialog.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null
  if (target === dialog || target?.closest('.close') !== null) dialog.close()
  else if (target?.closest('.previous') !== null) step(place?.previous ?? null)
  else if (target?.closest('.next') !== null) step(place?.next ?? null)
})
dialog.addEventListener('close', () => {
  if (readAddress().open !== null) leave(readFilters())
})
addEventListener('popstate', () => follow())
