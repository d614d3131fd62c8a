import { element } from './element.js'
import { show } from './finding.js'
import { findings, gravity, questions } from './island.js'

const place = document.getElementById('grid')
const asked = findings.filter(({ operation }) => operation !== null)
/** The checks by family, families and their members in the order in which the suite lists them. */
const listed = new Set(asked.map(({ base }) => base))
const known = Object.keys(questions).filter((check) => listed.has(check))
const families = Map.groupBy(new Set([...known, ...listed]), (check) => check.split('.', 1)[0])
const checks = [...families.values()].flat()

/** The operations by product, each with its findings. */
const products = Map.groupBy(asked, ({ product }) => product)
const operations = new Map(
  [...products.values()].flatMap((about) => [...Map.groupBy(about, ({ operation }) => operation)]),
)
const body = element('tbody')

/** Rows that are put into the page at once; the rest follow while the reader already reads. */
const chunk = 60
let rows = []
let filling = 0

/** Builds the head of the matrix: families of checks, then the checks. */
export function buildMatrix() {
  if (checks.length === 0) {
    place.replaceWith(element('p', { class: 'none' }, 'No check was put to an operation.'))
    return
  }
  const upper = [...families].map(([family, members]) =>
    members.length > 1
      ? element('th', { scope: 'colgroup', colspan: members.length }, family)
      : element('td', { class: 'blank' }),
  )
  const alone = (check) => families.get(check.split('.', 1)[0]).length === 1
  const lower = checks.map((check) =>
    element('th', { scope: 'col' }, element('span', {}, alone(check) ? check : check.slice(check.indexOf('.') + 1))),
  )
  const head = element(
    'thead',
    {},
    element('tr', {}, element('td', { class: 'blank' }), ...upper),
    element('tr', {}, element('th', { scope: 'col' }, 'Operation'), ...lower),
  )
  place.replaceChildren(element('table', { role: 'grid', 'aria-label': 'Operations and checks' }, head, body))
}

/** Fills the matrix with the operations that have a finding among the matching ones. */
export function fillMatrix(matching) {
  const shown = new Set(matching.map(({ operation }) => operation))
  let product = null
  rows = []
  for (const [operation, about] of operations) {
    if (!shown.has(operation)) continue
    if (about[0].product !== product) {
      product = about[0].product
      rows.push(['product', product])
    }
    rows.push(['operation', operation, about])
  }
  body.replaceChildren()
  filling += 1
  place.setAttribute('aria-busy', 'true')
  fill(0, new Set(matching), filling)
}

function fill(from, matching, turn) {
  if (turn !== filling) return
  body.append(
    ...rows
      .slice(from, from + chunk)
      .map((row) => (row[0] === 'product' ? productRow(row[1]) : operationRow(row, matching))),
  )
  if (from === 0) body.querySelector('td:not(.blank)')?.setAttribute('tabindex', '0')
  if (from + chunk < rows.length) setTimeout(fill, 0, from + chunk, matching, turn)
  else place.setAttribute('aria-busy', 'false')
}

function productRow(name) {
  return element('tr', {}, element('th', { class: 'product', scope: 'colgroup', colspan: checks.length + 1 }, name))
}

function operationRow([, operation, about], matching) {
  const byCheck = Map.groupBy(about, ({ base }) => base)
  const [method, path] = operation.split(' ', 2)
  const own = path.split('/').slice(3).join('/')
  const head = element(
    'th',
    { scope: 'row', title: operation },
    element('span', { class: 'method' }, method),
    ' ',
    element('span', { class: 'prefix' }, path.slice(0, path.length - own.length)),
    own,
  )
  return element('tr', {}, head, ...checks.map((check) => cell(byCheck.get(check), matching)))
}

function cell(list, matching) {
  if (list === undefined) return element('td', { class: 'blank' })
  const verdict = gravity.find((word) => list.some((finding) => finding.verdict === word))
  const made = element('td', {
    class: list.some((finding) => matching.has(finding)) ? verdict : `${verdict} off`,
    tabindex: '-1',
    'aria-label': list.length > 1 ? `${verdict}, ${list.length} findings` : verdict,
  })
  made.findings = list
  return made
}

function open(target) {
  const list = target.closest('td')?.findings
  if (list !== undefined)
    show(list.toSorted((one, other) => gravity.indexOf(one.verdict) - gravity.indexOf(other.verdict)))
}

const steps = {
  ArrowLeft: (cell) => sibling(cell, 'previousElementSibling'),
  ArrowRight: (cell) => sibling(cell, 'nextElementSibling'),
  ArrowUp: (cell) => below(cell, 'previousElementSibling'),
  ArrowDown: (cell) => below(cell, 'nextElementSibling'),
  Home: (cell) => cell.parentElement.querySelector('td:not(.blank)'),
  End: (cell) => [...cell.parentElement.querySelectorAll('td:not(.blank)')].at(-1),
}

function sibling(cell, way) {
  let next = cell[way]
  while (next?.matches('td.blank')) next = next[way]
  return next?.matches('td') ? next : null
}

function below(cell, way) {
  let row = cell.parentElement[way]
  while (row !== null) {
    const next = row.children[cell.cellIndex]
    if (next?.matches('td:not(.blank)')) return next
    row = row[way]
  }
  return null
}

place.addEventListener('click', (event) => open(event.target))
place.addEventListener('keydown', (event) => {
  const cell = event.target.closest('td')
  if (cell === null) return
  if (event.key === 'Enter' || event.key === ' ') open(cell)
  const next = steps[event.key]?.(cell)
  if (steps[event.key] !== undefined || event.key === ' ') event.preventDefault()
  if (next === null || next === undefined) return
  for (const tabbed of place.querySelectorAll('td[tabindex="0"]')) tabbed.setAttribute('tabindex', '-1')
  next.setAttribute('tabindex', '0')
  next.focus()
})
