import { element, part } from './element.ts'
import { type FoundInPage, questionOf } from './island.ts'
import {
  checks,
  families,
  gravestOf,
  hasBroken,
  inWords,
  type OperationRow,
  ownName,
  type ProductRow,
  productRows,
  totalOf,
} from './rows.ts'

const place = part('grid')
const body = element('tbody', {})

/** The findings of each cell, for a click on it. */
export const findingsAt = new WeakMap<Element, readonly FoundInPage[]>()

/** The rows of one step. Later rows are added while the reader already reads. */
const chunk = 60
let filling = 0

/** Products that the reader opened or folded. Others are open where something broke or, with filters, where few rows are left. */
const chosen = new Map<string, boolean>()
const few = 60

/** Builds the head of the matrix: the families of checks, and the checks below them. */
export function buildMatrix(): void {
  if (checks.length === 0) {
    place.replaceChildren(element('p', { class: 'none' }, 'No check was put to an operation.'))
    return
  }
  const upper = [...families].map(([family, members]) =>
    members.length > 1
      ? element('th', { scope: 'colgroup', colspan: String(members.length) }, family)
      : element('td', { class: 'blank' }),
  )
  const lower = checks.map((check) =>
    element('th', { scope: 'col', title: `${check}: ${questionOf(check)}` }, element('span', {}, ownName(check))),
  )
  const blank = () => element('td', { class: 'blank' })
  const head = element(
    'thead',
    {},
    element('tr', {}, blank(), blank(), ...upper),
    element(
      'tr',
      {},
      element('th', { scope: 'col' }, 'Operation'),
      element('th', { scope: 'col', class: 'total' }, element('span', {}, 'findings')),
      ...lower,
    ),
  )
  place.replaceChildren(element('table', { role: 'grid', 'aria-label': 'Operations and checks' }, head, body))
}

/** Fills the matrix with the operations that have a matching finding. */
export function fillMatrix(matching: readonly FoundInPage[], isFiltered: boolean): void {
  const isShown = new Set(matching)
  const rows = productRows.flatMap((product): (() => HTMLElement)[] => {
    const operations = product.operations.filter((row) => row.findings.some((finding) => isShown.has(finding)))
    if (operations.length === 0) return []
    const isOpen = chosen.get(product.product) ?? (isFiltered ? operations.length <= few : hasBroken(product))
    const shown = { ...product, operations }
    return [
      () => productRow(shown, isShown, isOpen),
      ...(isOpen ? operations.map((row) => () => operationRow(row, isShown)) : []),
    ]
  })
  body.replaceChildren()
  filling += 1
  place.setAttribute('aria-busy', 'true')
  fill(rows, 0, filling)
}

function fill(rows: readonly (() => HTMLElement)[], from: number, turn: number): void {
  if (turn !== filling) return
  body.append(...rows.slice(from, from + chunk).map((make) => make()))
  if (from === 0) body.querySelector('td:not(.blank)')?.setAttribute('tabindex', '0')
  if (from + chunk < rows.length) setTimeout(fill, 0, rows, from + chunk, turn)
  else place.setAttribute('aria-busy', 'false')
}

/** Remembers that a product is open or folded. */
export function toggle(product: string, isOpen: boolean): void {
  chosen.set(product, isOpen)
}

function productRow(
  { product, operations }: ProductRow,
  isShown: ReadonlySet<FoundInPage>,
  isOpen: boolean,
): HTMLElement {
  const all = operations.flatMap((row) => row.findings)
  const button = element(
    'button',
    { type: 'button', 'aria-expanded': String(isOpen), 'data-product': product },
    product,
  )
  const cells = checks.map((check) => {
    const own = operations.flatMap((row) => row.byCheck.get(check) ?? [])
    return cell(own, isShown, `${product}, ${check}`)
  })
  const count = element('span', { class: 'aside' }, ` ${operations.length}`)
  return element('tr', { class: 'product' }, element('th', { scope: 'row' }, button, count), total(all), ...cells)
}

function operationRow({ operation, findings, byCheck }: OperationRow, isShown: ReadonlySet<FoundInPage>): HTMLElement {
  const [method = '', path = ''] = operation.split(' ', 2)
  const own = path.split('/').slice(3).join('/')
  const head = element(
    'th',
    { scope: 'row', title: operation },
    element('span', { class: 'method' }, method),
    ' ',
    element('span', { class: 'prefix' }, path.slice(0, path.length - own.length)),
    own,
  )
  const cells = checks.map((check) => cell(byCheck.get(check) ?? [], isShown, check))
  return element('tr', {}, head, total(findings), ...cells)
}

function total(list: readonly FoundInPage[]): HTMLElement {
  const isBroken = gravestOf(list) === 'violation'
  return element('td', { class: isBroken ? 'total blank broken' : 'total blank', title: inWords(list) }, totalOf(list))
}

function cell(list: readonly FoundInPage[], isShown: ReadonlySet<FoundInPage>, where: string): HTMLElement {
  if (list.length === 0) return element('td', { class: 'blank' })
  const verdict = gravestOf(list)
  const words = list.length > 1 ? inWords(list) : verdict
  const made = element('td', {
    class: list.some((finding) => isShown.has(finding)) ? verdict : `${verdict} off`,
    tabindex: '-1',
    'aria-label': `${where}: ${words}`,
    title: `${where}: ${words}. ${questionOf(list[0]?.base ?? '')}`,
  })
  findingsAt.set(made, list)
  return made
}
