const parts = {}
parts['finding-view.ts'] = (() => {


function chipView      (make            , verdict        )       {
  return make(
    'span',
    { class: `chip ${verdict}` },
    make('i', { class: `mark ${verdict}`, 'aria-hidden': 'true' }),
    verdict,
  )
}

/** A verdict, and behind it the word for the severity of a violation. */
function verdictView      (
  make            ,
  { verdict, severity }                                     ,
)                         {
  const word = severity === null ? [] : [' ', make('span', { class: 'severity' }, severity)]
  return [chipView(make, verdict), ...word]
}

/** A finding in full. The sentence of the cause is its heading, and the lines that ask again come early. */
function findingView      (make            , story       )       {
  const { question, check, cause, expected, observed, history, detail } = story
  return make(
    'div',
    { class: 'body' },
    make('h3', { class: 'sentence' }, make('a', { href: `#finding-${story.id}` }, story.headline)),
    detail === null ? null : make('p', { class: 'detail' }, detail),
    ...history.map((line) => make('p', { class: 'since' }, line)),
    again(make, story),
    clause(make, story),
    expected === null && observed === null
      ? null
      : pair(make, ['Expected', make('p', {}, expected ?? '-')], ['Observed', make('p', {}, observed ?? '-')]),
    story.missing.length === 0
      ? null
      : make('p', { class: 'missing' }, 'Not in the answer: ', ...story.missing.map((word) => make('mark', {}, word))),
    ...story.shown.map((shown) => exchange(make, shown, story)),
    make('p', { class: 'stands' }, `${question} `, ids(make, [check, cause, story.id])),
  )
}

function again      (make            , { before, curl, replay, verdict }       )              {
  if (curl === null && verdict !== 'violation') return null
  return make(
    'div',
    { class: 'again' },
    make('h4', {}, 'See it again'),
    before === null ? null : make('p', { class: 'aside' }, before),
    curl === null ? null : command(make, curl),
    command(make, replay),
  )
}

/** A command with a button that copies it. The script of the page shows the button. */
function command      (make            , line        )       {
  return make(
    'div',
    { class: 'command' },
    make('pre', { tabindex: '0' }, line),
    make('button', { type: 'button', class: 'copy', hidden: true }, 'Copy'),
  )
}

function clause      (make            , { clause: id, says, law }       )       {
  const link = make('a', { href: `#clause-${id}` }, id)
  const why = law === null ? '' : ` Judged by ${law} in docs/oracle.md.`
  return make('p', { class: 'says' }, link, `${says === null ? '' : `, in our words: ${says}`}${why}`)
}

function exchange      (make            , shown              , { marks }       )       {
  const { request, response, note, alike, sentAlike } = shown
  return make(
    'div',
    { class: 'exchange' },
    pair(
      make,
      ['Request', make('pre', { tabindex: '0' }, request)],
      [`Answer, ${note}`, make('pre', { tabindex: '0' }, ...marked(make, response, marks))],
    ),
    alike.length === 0
      ? null
      : make(
          'details',
          { class: 'alike' },
          make('summary', {}, `${sentAlike} more answered alike`),
          make('ul', { class: 'operations' }, ...alike.map((line) => make('li', {}, line))),
        ),
  )
}

/** A text in which the first occurrence of each word is marked. */
function marked      (make            , text        , words                   )                         {
  const lower = text.toLowerCase()
  const places = words
    .map((word) => ({ from: lower.indexOf(word.toLowerCase()), length: word.length }))
    .filter(({ from, length }) => from >= 0 && length > 0)
    .sort((one, other) => one.from - other.from)
  const parts                = []
  let at = 0
  for (const { from, length } of places) {
    if (from < at) continue
    parts.push(text.slice(at, from), make('mark', {}, text.slice(from, from + length)))
    at = from + length
  }
  return [...parts, text.slice(at)]
}

function pair      (make            , ...sides                                                      )       {
  return make(
    'div',
    { class: 'pair' },
    ...sides.map(([title, content]) => make('div', {}, make('h4', {}, title), content)),
  )
}

function ids      (make            , words                   )       {
  return make('span', { class: 'ids' }, ...words.map((word) => make('code', {}, word)))
}
return { chipView, verdictView, findingView }
})()
parts['island.ts'] = (() => {


const raw = JSON.parse(document.getElementById('island')?.textContent ?? '')

/** A value in which each number is replaced by the text that it stands for. */
function unpacked(value        )          {
  if (typeof value === 'number') return raw.texts[value]
  if (Array.isArray(value)) return value.map(unpacked)
  if (value === null) return null
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, unpacked(part)]))
}

/** A finding, prepared for the script. */

/** The findings as objects. Foreign text stays text: this script never writes markup. */
const findings                         = raw.findings.map((row, index) => {
  const finding = Object.fromEntries(
    raw.members.map((name, at) => [name, unpacked(row[at] ?? null)]),
  )
  const { check, product } = finding
  return { ...finding, index, base: check.split(':', 1)[0] ?? check, product: product ?? 'whole service' }
})

/** Verdicts, the gravest first. A cell of several findings shows its gravest verdict. */
const gravity                    = ['violation', 'inconclusive', 'undocumented', 'not-exercised', 'pass']

/** Orders findings by gravity: by verdict, and violations by severity. */
function byGravity(one             , other             )         {
  return gravity.indexOf(one.verdict) - gravity.indexOf(other.verdict) || rankOf(one) - rankOf(other)
}

function rankOf({ verdict, cause }             )         {
  return verdict === 'violation' ? (raw.severities[cause]?.[0] ?? 0) : 0
}

/** The question of a check; empty for a check that compares runs. */
const questionOf = (check        )         => raw.questions[check] ?? ''

/** The checks that were asked in this run, in the suite's order. */
const knownChecks = Object.keys(raw.questions)

const none          = { before: null, curl: null, marks: [], missing: [], history: [], shown: [] }

/** The word for the severity of a violation; null for other findings. */
function severityOf({ verdict, cause }             )                {
  return verdict === 'violation' ? (raw.severities[cause]?.[1] ?? null) : null
}

/** A finding with everything that the page shows of it. */
function storyOf(finding             )        {
  const { id, clause, base } = finding
  const details = raw.details[finding.index]
  return {
    ...finding,
    ...(details === undefined ? none : (unpacked(details)           )),
    severity: severityOf(finding),
    question: questionOf(base),
    says: raw.clauses[clause] ?? null,
    law: raw.laws[base] ?? null,
    replay: `npx suite replay ${id}`,
  }
}

/** True where the page has no details of a finding, for lack of room. */
function isCut({ index, verdict }             )          {
  return raw.left > 0 && verdict !== 'pass' && raw.details[index] === undefined
}
return { findings, gravity, byGravity, questionOf, knownChecks, severityOf, storyOf, isCut }
})()
parts['element.ts'] = (() => {


/** Makes an element with attributes and children. A string becomes a text node, never markup. */
const element                    = (name, attributes, ...children) => {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null) continue
    made.setAttribute(key, value === true ? '' : value)
  }
  made.append(...children.filter((child) => child !== null && child !== false))
  return made
}

/** An element that the page always holds. Throws where it is missing. */
function part                                     (id        )    {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no #${id}`)
  return found
}

/** Shows the copy buttons: they work only with the script. */
function showButtons(within            )       {
  for (const button of within.querySelectorAll             ('.copy[hidden]')) button.hidden = false
}

/** Copies the text before a button. Selects it where the page may not write to the clipboard. */
async function copy(button         )                {
  const source = button.previousElementSibling
  if (source === null) return
  try {
    await navigator.clipboard.writeText(source.textContent ?? '')
    button.textContent = 'Copied'
  } catch {
    getSelection()?.selectAllChildren(source)
    button.textContent = 'Selected'
  }
  setTimeout(() => {
    button.textContent = 'Copy'
  }, 1500)
}
return { element, part, showButtons, copy }
})()
parts['address.ts'] = (() => {
/** What stands after `#` in the address: the open finding or cell, and the filters. */

/** Reads the address: `#finding-ID?product=Ads`, `#cell-ID` or `#matrix?verdict=violation`. */
function readAddress()          {
  const [place = '', query = ''] = decodeURI(location.hash.slice(1)).split('?', 2)
  const [, kind, id = ''] = /^(finding|cell)-(.+)$/.exec(place) ?? []
  return {
    open: kind === undefined ? null : { kind: kind                      , id },
    filters: new URLSearchParams(query),
    isOurs: kind !== undefined || place === 'matrix' || place === '',
  }
}

/** The address as text. Where nothing is open or filtered, it is the address of the page. */
function addressOf(open                 , filters                 )         {
  const query = filters.size === 0 ? '' : `?${filters}`
  if (open !== null) return `#${open.kind}-${open.id}${query}`
  return query === '' ? location.pathname + location.search : `#matrix${query}`
}

/** Goes to an address. Back leads out of it again. */
function goTo(open                 , filters                 )       {
  history.pushState({ opened: true }, '', addressOf(open, filters))
}

/** Changes the address, without a step for Back. */
function changeTo(open                 , filters                 )       {
  history.replaceState(history.state, '', addressOf(open, filters))
}

/** Closes the open finding or cell: by Back, where this page opened it. */
function leave(filters                 )       {
  if ((history.state                               )?.opened === true) history.back()
  else history.replaceState(null, '', addressOf(null, filters))
}
return { readAddress, addressOf, goTo, changeTo, leave }
})()
parts['dialog.ts'] = (() => {
const { findingView, verdictView } = parts['finding-view.ts']

const { element, part, showButtons } = parts['element.ts']
const { byGravity,                   findings, isCut, storyOf } = parts['island.ts']

const dialog = part                   ('finding')
const byId = new Map(findings.map((finding) => [finding.id, finding]))

/** The dialog shows at most this many findings of a cell; the filters find the others. */
const cellShown = 60

/** What the dialog shows, and its neighbours among the matching findings. */

/** The findings of one check on one operation, the gravest first. */
function cellOf({ operation, base }             )                         {
  return findings.filter((one) => one.operation === operation && one.base === base).sort(byGravity)
}

/** Finds the place of the open finding or cell among the matching findings. */
function placeOf(open                              , matching                        )              {
  const ids = open.kind === 'finding' ? matching.map(({ id }) => id) : cellIds(matching)
  const own = byId.get(open.id)
  const id =
    open.kind === 'cell' && own !== undefined ? (ids.find((one) => isSameCell(byId.get(one), own)) ?? open.id) : open.id
  const at = ids.indexOf(id)
  const neighbour = (index        ) => (ids[index] === undefined ? null : { kind: open.kind, id: ids[index] })
  return {
    open,
    previous: at < 0 ? null : neighbour(at - 1),
    next: at < 0 ? null : neighbour(at + 1),
    position: at < 0 ? '' : `${at + 1} of ${ids.length}`,
  }
}

function isSameCell(one                         , other             )          {
  return one?.operation === other.operation && one.base === other.base
}

/** The ids of the cells: each is the id of the first matching finding in the cell. */
function cellIds(matching                        )                    {
  return [...Map.groupBy(matching, ({ operation, base }) => `${operation} ${base}`).values()].flatMap(
    ([first]) => first?.id ?? [],
  )
}

/** Shows the open finding or cell, or that this run has no such finding. */
function show(place             )       {
  const focused = dialog.open ? (document.activeElement?.className ?? null) : null
  const found = byId.get(place.open.id)
  const list = found === undefined ? [] : place.open.kind === 'finding' ? [found] : cellOf(found)
  const parts = list.slice(0, cellShown).map((finding, index) => section(finding, index))
  dialog.replaceChildren(bar(place), ...(found === undefined ? [unknown(place.open.id)] : parts))
  if (list.length > cellShown)
    dialog.append(element('p', {}, `And ${list.length - cellShown} more: filter the list of findings.`))
  showButtons(dialog)
  const pressed =
    focused === 'next' || focused === 'previous' ? dialog.querySelector             (`.${focused}:enabled`) : null
  if (!dialog.open) dialog.showModal()
  ;(pressed ?? dialog).focus()
  dialog.scrollTop = 0
}

/** Closes the dialog without a change of the address. */
function hide()       {
  if (dialog.open) dialog.close()
}

function bar({ previous, next, position }             )              {
  const button = (name        , words        , isOff         ) =>
    element('button', { type: 'button', class: name, disabled: isOff }, words)
  return element(
    'div',
    { class: 'bar' },
    button('previous', 'Previous', previous === null),
    button('next', 'Next', next === null),
    element('span', { class: 'aside' }, position),
    button('close', 'Close', false),
  )
}

function unknown(id        )              {
  return element('h2', { id: 'finding-title' }, `This run has no finding ${id}`)
}

function section(finding             , index        )              {
  const story = storyOf(finding)
  return element(
    'section',
    {},
    index === 0 && element('h2', { id: 'finding-title' }, finding.operation ?? 'The whole service'),
    element('p', {}, ...verdictView(element, story)),
    findingView(element, story),
    isCut(finding) &&
      element('p', { class: 'aside' }, 'The page has no room for its requests: they stand in exchanges.ndjson.'),
  )
}
return { cellOf, placeOf, show, hide }
})()
parts['rows.ts'] = (() => {
const {                   findings, gravity, knownChecks } = parts['island.ts']

const asked = findings.filter(({ operation }) => operation !== null)
const used = new Set(asked.map(({ base }) => base))
const familyOf = (check        ) => check.split('.', 1)[0] ?? check

/** The checks by family. Families and members have the suite's order. */
const families                                         = Map.groupBy(
  new Set([...knownChecks.filter((check) => used.has(check)), ...used]),
  familyOf,
)
const checks                    = [...families.values()].flat()

/** The name of a check without its family, where the family has other checks too. */
function ownName(check        )         {
  const family = familyOf(check)
  return (families.get(family)?.length ?? 0) > 1 ? check.slice(family.length + 1) : check
}

/** An operation with its findings by check. */

/** A product with the rows of its operations. */

const violationsOf = (list                        ) => list.filter(({ verdict }) => verdict === 'violation').length
const isBroken = (list                        ) => list.some(({ verdict }) => verdict === 'violation')

/** The products and their operations. Products where something broke come first; else the catalogue's order stays. */
const productRows                        = [...Map.groupBy(asked, ({ product }) => product)]
  .map(([product, own]) => ({ product, operations: operationRows(own) }))
  .sort((one, other) => Number(hasBroken(other)) - Number(hasBroken(one)))

function operationRows(own                        )                          {
  return [...Map.groupBy(own, ({ operation }) => operation ?? '')]
    .map(([operation, about]) => ({
      operation,
      findings: about,
      byCheck: Map.groupBy(about, ({ base }) => base),
    }))
    .sort((one, other) => Number(isBroken(other.findings)) - Number(isBroken(one.findings)))
}

/** True where an operation of the product has a violation. */
function hasBroken({ operations }            )          {
  return operations.some((row) => isBroken(row.findings))
}

/** The gravest verdict of several findings. */
function gravestOf(list                        )         {
  return gravity.find((verdict) => list.some((finding) => finding.verdict === verdict)) ?? 'pass'
}

/** Several findings in words, the gravest first: `2 violations, 14 pass`. */
function inWords(list                        )         {
  return gravity
    .map((verdict) => [verdict, list.filter((finding) => finding.verdict === verdict).length]         )
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${count} ${verdict === 'violation' && count > 1 ? 'violations' : verdict}`)
    .join(', ')
}

/** The text of the column of totals: the number of findings, as `2 of 14` where some are violations. */
function totalOf(list                        )         {
  const violations = violationsOf(list)
  return violations === 0 ? String(list.length) : `${violations} of ${list.length}`
}
return { families, checks, ownName, productRows, hasBroken, gravestOf, inWords, totalOf }
})()
parts['matrix.ts'] = (() => {
const { element, part } = parts['element.ts']
const {                   questionOf } = parts['island.ts']
const {
  checks,
  families,
  gravestOf,
  hasBroken,
  inWords,

  ownName,

  productRows,
  totalOf,
} = parts['rows.ts']

const place = part('grid')
const body = element('tbody', {})

/** The findings of each cell, for a click on it. */
const findingsAt = new WeakMap                                 ()

/** The rows of one step. Later rows are added while the reader already reads. */
const chunk = 60
let filling = 0

/** Products that the reader opened or folded. Others are open where something broke or, with filters, where few rows are left. */
const chosen = new Map                 ()
const few = 60

/** Builds the head of the matrix: the families of checks, and the checks below them. */
function buildMatrix()       {
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
function fillMatrix(matching                        , isFiltered         )       {
  const isShown = new Set(matching)
  const rows = productRows.flatMap((product)                        => {
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

function fill(rows                                , from        , turn        )       {
  if (turn !== filling) return
  body.append(...rows.slice(from, from + chunk).map((make) => make()))
  if (from === 0) body.querySelector('td:not(.blank)')?.setAttribute('tabindex', '0')
  if (from + chunk < rows.length) setTimeout(fill, 0, rows, from + chunk, turn)
  else place.setAttribute('aria-busy', 'false')
}

/** Remembers that a product is open or folded. */
function toggle(product        , isOpen         )       {
  chosen.set(product, isOpen)
}

function productRow(
  { product, operations }            ,
  isShown                          ,
  isOpen         ,
)              {
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

function operationRow({ operation, findings, byCheck }              , isShown                          )              {
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

function total(list                        )              {
  const isBroken = gravestOf(list) === 'violation'
  return element('td', { class: isBroken ? 'total blank broken' : 'total blank', title: inWords(list) }, totalOf(list))
}

function cell(list                        , isShown                          , where        )              {
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
return { findingsAt, buildMatrix, fillMatrix, toggle }
})()
parts['keyboard.ts'] = (() => {
/** The cell that a key leads to from a cell; null where there is none. */
const steps                                                                           = {
  ArrowLeft: (cell) => beside(cell, 'previousElementSibling'),
  ArrowRight: (cell) => beside(cell, 'nextElementSibling'),
  ArrowUp: (cell) => below(cell, 'previousElementSibling'),
  ArrowDown: (cell) => below(cell, 'nextElementSibling'),
  Home: (cell) => cell.parentElement?.querySelector('td:not(.blank)') ?? null,
  End: (cell) => [...(cell.parentElement?.querySelectorAll('td:not(.blank)') ?? [])].at(-1) ?? null,
}

function beside(cell         , way     )                 {
  let next = cell[way]
  while (next?.matches('td.blank') === true) next = next[way]
  return next?.matches('td') === true ? next : null
}

function below(cell                      , way     )                 {
  let row = cell.parentElement?.[way] ?? null
  while (row !== null) {
    const next = row.children[cell.cellIndex]
    if (next?.matches('td:not(.blank)') === true) return next
    row = row[way]
  }
  return null
}

/** Moves the focus by a key. Returns true for a key that moves, even where there is no further cell. */
function move(grid         , cell                      , key        )          {
  const step = steps[key]
  if (step === undefined) return false
  const next = step(cell)
  if (next instanceof HTMLElement) focusCell(grid, next)
  return true
}

/** Focuses a cell and makes it the only one that Tab reaches. */
function focusCell(grid         , cell             )       {
  for (const tabbed of grid.querySelectorAll('td[tabindex="0"]')) tabbed.setAttribute('tabindex', '-1')
  cell.setAttribute('tabindex', '0')
  cell.focus()
}
return { move, focusCell }
})()
parts['list.ts'] = (() => {
const { verdictView } = parts['finding-view.ts']
const { element, part } = parts['element.ts']
const {                   severityOf } = parts['island.ts']

const place = part('list')
const more = part('more')
const page = { first: 15, further: 100 }
const body = element('tbody', {})
let rest                         = []

/** Builds the head of the list. */
function buildList()       {
  const head = ['Verdict', 'Operation', 'Check', 'What was found'].map((name) => element('th', { scope: 'col' }, name))
  place.replaceChildren(element('table', {}, element('thead', {}, element('tr', {}, ...head)), body))
  more.addEventListener('click', () => next(page.further))
}

/** Fills the list with the first page of findings; a button adds more. */
function fillList(sorted                        )       {
  rest = sorted
  body.replaceChildren()
  next(page.first)
}

function next(length        )       {
  body.append(...rest.slice(0, length).map(row))
  rest = rest.slice(length)
  more.hidden = rest.length === 0
  more.textContent = `Show more (${rest.length})`
}

function row(finding             )              {
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
return { buildList, fillList }
})()
parts['filters.ts'] = (() => {
const { part } = parts['element.ts']
const {                   findings } = parts['island.ts']

const form = part                 ('filters')
const names = ['product', 'check', 'text']

/** The filters of the form, as an address holds them. */
function readFilters()                  {
  const asked = new FormData(form)
  const filters = new URLSearchParams()
  for (const name of names) {
    const value = String(asked.get(name) ?? '').trim()
    if (value !== '') filters.set(name, value)
  }
  for (const verdict of asked.getAll('verdict')) filters.append('verdict', String(verdict))
  return filters
}

/** Puts the filters of an address into the form. */
function writeFilters(filters                 )       {
  for (const name of names) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = filters.get(name) ?? ''
  }
  const wanted = filters.getAll('verdict')
  for (const box of form.querySelectorAll                  ('[name=verdict]')) box.checked = wanted.includes(box.value)
}

/** The findings that match the filters. */
function matchingOf(filters                 )                         {
  const [product, check] = [filters.get('product'), filters.get('check')]
  const verdicts = filters.getAll('verdict')
  const words = (filters.get('text') ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return findings.filter(
    (finding) =>
      (product === null || finding.product === product) &&
      (check === null || finding.base === check) &&
      (verdicts.length === 0 || verdicts.includes(finding.verdict)) &&
      words.every((word) => haystackOf(finding).includes(word)),
  )
}

const haystacks = new Map                     ()

function haystackOf(finding             )         {
  const known = haystacks.get(finding)
  if (known !== undefined) return known
  const { id, check, operation, product, cause, clause, message, expected, observed } = finding
  const made = [id, check, operation, product, cause, clause, message, expected, observed].join('\n').toLowerCase()
  haystacks.set(finding, made)
  return made
}

/** The filters in words. */
function filterWords(filters                 )         {
  const text = filters.get('text')
  const verdicts = filters.getAll('verdict')
  const parts = [
    ...(text === null ? [] : [`“${text}”`]),
    ...(verdicts.length === 0 ? [] : [verdicts.join(' or ')]),
    ...['product', 'check'].flatMap((name) => filters.get(name) ?? []),
  ]
  return parts.join(', ')
}
return { readFilters, writeFilters, matchingOf, filterWords }
})()
parts['page.ts'] = (() => {
const { changeTo, goTo, leave, readAddress } = parts['address.ts']
const {                   hide, placeOf, show } = parts['dialog.ts']
const { copy, part, showButtons } = parts['element.ts']
const { filterWords, matchingOf, readFilters, writeFilters } = parts['filters.ts']
const { byGravity,                   findings } = parts['island.ts']
const { focusCell, move } = parts['keyboard.ts']
const { buildList, fillList } = parts['list.ts']
const { buildMatrix, fillMatrix, findingsAt, toggle } = parts['matrix.ts']

const form = part                 ('filters')
const dialog = part                   ('finding')
const grid = part('grid')
let matching                         = []
let place                     = null

/** Shows the findings that match the form. */
function apply()       {
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
function filter()       {
  changeTo(null, readFilters())
  apply()
}

/** Brings the page to the state in the address; with `isFirst` also where the address says nothing. */
function follow(isFirst = false)       {
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
function open(what                     )       {
  goTo(what, readFilters())
  follow()
}

function openCell(cell                            )       {
  const list = cell === null || cell === undefined ? undefined : findingsAt.get(cell)
  const row = cell?.closest('tr')
  if (list === undefined || row === null || row === undefined) return
  const button = row.querySelector('button')
  const [first] = list.toSorted(byGravity)
  if (button?.dataset['product'] !== undefined) turn(button)
  else if (first !== undefined) open({ kind: list.length > 1 ? 'cell' : 'finding', id: first.id })
}

/** Opens or folds the product of a button. */
function turn(button             )       {
  const product = button.dataset['product'] ?? ''
  toggle(product, button.getAttribute('aria-expanded') !== 'true')
  apply()
  grid.querySelector             (`button[data-product="${CSS.escape(product)}"]`)?.focus()
}

function step(to                         )       {
  if (to === null) return
  changeTo(to, readFilters())
  follow()
}

buildMatrix()
buildList()
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
  const counted = target?.closest             ('[data-verdict]')
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
return {  }
})()
