import { html, type Markup } from '../view/markup.ts'
import { add, fill, part } from './element.ts'
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

const grid = part('grid')

/** The rows of one step. Later rows are added while the reader already reads. */
const chunk = 60
let filling = 0

/** Products that the reader opened or folded. Others are open where something broke or, with filters, where few rows are left. */
const chosen = new Map<string, boolean>()
const few = 60

/** Builds the head of the matrix: the families of checks, and the checks below them. */
export function buildMatrix(): void {
  if (checks.length === 0) {
    fill(grid, html`<p class="none">No check was put to an operation.</p>`)
    return
  }
  const upper = [...families].map(([family, members]) =>
    members.length > 1 ? html`<th scope="colgroup" colspan="${members.length}">${family}</th>` : blank,
  )
  const lower = checks.map(
    (check) => html`<th scope="col" title="${check}: ${questionOf(check)}"><span>${ownName(check)}</span></th>`,
  )
  fill(
    grid,
    html`<table role="grid" aria-label="Operations and checks"><thead><tr>${blank}${blank}${upper}</tr>
<tr><th scope="col">Operation</th><th scope="col" class="total"><span>findings</span></th>${lower}</tr></thead><tbody></tbody></table>`,
  )
}

const blank = html`<td class="blank"></td>`

/** Fills the matrix with the operations that have a matching finding. */
export function fillMatrix(matching: readonly FoundInPage[], isFiltered: boolean): void {
  const isShown = new Set(matching)
  const rows = productRows.flatMap((product): (() => Markup)[] => {
    const operations = product.operations.filter((row) => row.findings.some((finding) => isShown.has(finding)))
    if (operations.length === 0) return []
    const isOpen = chosen.get(product.product) ?? (isFiltered ? operations.length <= few : hasBroken(product))
    const shown = { ...product, operations }
    return [
      () => productRow(shown, isShown, isOpen),
      ...(isOpen ? operations.map((row) => () => operationRow(row, isShown)) : []),
    ]
  })
  const body = grid.querySelector('tbody')
  if (body === null) return
  fill(body, html``)
  filling += 1
  grid.setAttribute('aria-busy', 'true')
  addRows(body, rows, 0, filling)
}

function addRows(body: Element, rows: readonly (() => Markup)[], from: number, turn: number): void {
  if (turn !== filling) return
  add(body, html`${rows.slice(from, from + chunk).map((make) => make())}`)
  if (from === 0) body.querySelector('td:not(.blank)')?.setAttribute('tabindex', '0')
  if (from + chunk < rows.length) setTimeout(addRows, 0, body, rows, from + chunk, turn)
  else grid.setAttribute('aria-busy', 'false')
}

/** Remembers that a product is open or folded. */
export function toggle(product: string, isOpen: boolean): void {
  chosen.set(product, isOpen)
}

function productRow({ product, operations }: ProductRow, isShown: ReadonlySet<FoundInPage>, isOpen: boolean): Markup {
  const cells = checks.map((check) => {
    const own = operations.flatMap((row) => row.byCheck.get(check) ?? [])
    return cell(own, isShown, `${product}, ${check}`)
  })
  const button = html`<button type="button" aria-expanded="${String(isOpen)}" data-product="${product}">${product}</button>`
  return html`<tr class="product"><th scope="row">${button}<span class="aside"> ${operations.length}</span></th>${total(operations.flatMap((row) => row.findings))}${cells}</tr>`
}

function operationRow({ operation, findings, byCheck }: OperationRow, isShown: ReadonlySet<FoundInPage>): Markup {
  const [method = '', path = ''] = operation.split(' ', 2)
  const own = path.split('/').slice(3).join('/')
  const prefix = path.slice(0, path.length - own.length)
  const cells = checks.map((check) => cell(byCheck.get(check) ?? [], isShown, check))
  return html`<tr><th scope="row" title="${operation}"><span class="method">${method}</span> <span class="prefix">${prefix}</span>${own}</th>${total(findings)}${cells}</tr>`
}

function total(list: readonly FoundInPage[]): Markup {
  const isBroken = gravestOf(list) === 'violation'
  return html`<td class="total blank${isBroken && ' broken'}" title="${inWords(list)}">${totalOf(list)}</td>`
}

/** A cell bears the id of one of its findings, for a click on it. */
function cell(list: readonly FoundInPage[], isShown: ReadonlySet<FoundInPage>, where: string): Markup {
  const [first] = list
  if (first === undefined) return blank
  const verdict = gravestOf(list)
  const off = !list.some((finding) => isShown.has(finding))
  const label = `${where}: ${list.length > 1 ? inWords(list) : verdict}`
  return html`<td class="${verdict}${off && ' off'}" tabindex="-1" aria-label="${label}" title="${label}. ${questionOf(first.base)}" data-id="${first.id}"></td>`
}
