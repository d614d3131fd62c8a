const parts = {}
parts['verdict.ts'] = (() => {
const verdicts = ['pass', 'violation', 'undocumented', 'inconclusive', 'not-exercised']

function countsOf(findings                                          )                                    {
  const counts = { pass: 0, violation: 0, undocumented: 0, inconclusive: 0, 'not-exercised': 0 }
  for (const { verdict } of findings) counts[verdict] += 1
  return counts
}

function isDecided({ verdict }                               )          {
  return verdict === 'pass' || verdict === 'violation'
}

function nounOf(verdict         , number        )         {
  return verdict === 'violation' && number !== 1 ? 'violations' : verdict
}
return { verdicts, countsOf, isDecided, nounOf }
})()
parts['once-per.ts'] = (() => {
function oncePer                           (make                     )                      {
  const made = new WeakMap            ()
  return (key) => {
    const before = made.get(key)
    if (before !== undefined) return before
    const value = make(key)
    made.set(key, value)
    return value
  }
}
return { oncePer }
})()
parts['plain-text.ts'] = (() => {
const tab = 9
const lineFeed = 10

const tricky = /[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g

const noCharacters = /[\ufffe\uffff]/g

const lateControls = /[\u007f-\u009f]/g

const controls = /[\u0000-\u001f]/g

const plain = /^[\t\n -~]*$/

function visible(text        )         {
  if (plain.test(text)) return text
  return text
    .toWellFormed()
    .replace(controls, (sign) => {
      const code = sign.charCodeAt(0)
      return code === tab || code === lineFeed ? sign : String.fromCharCode(0x2400 + code)
    })
    .replace(lateControls, escaped)
    .replace(tricky, escaped)
    .replace(noCharacters, '\ufffd')
}

const escaped = (sign        )         => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

function oneLine(text        , length = Number.POSITIVE_INFINITY)         {
  return shortened(
    visible(text)
      .replace(/\s{2,}|[^\S ]/g, ' ')
      .trim(),
    length,
  )
}

function shortened(text        , length        )         {
  return text.length <= length ? text : `${text.slice(0, Math.max(0, length - 1)).toWellFormed()}…`
}

function wrapped(text        , columns        , indent = '  ')           {
  const [lead = ''] = /^ */.exec(text) ?? []
  const lines           = []
  let line = ''
  for (const word of text.slice(lead.length).split(/ (?!\/)/)) {
    const start = lines.length === 0 ? lead : indent
    const longer = line === '' ? `${start}${word}` : `${line} ${word}`
    if (line === '' || longer.length <= columns) line = longer
    else {
      lines.push(line)
      line = `${indent}${word}`
    }
  }
  return [...lines, line]
}

function capitalised(text        )         {
  return /^[a-z]+(?=[ ,:.]|$)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

function lowered(headline        )         {
  return /^[A-Z][a-z ]/.test(headline) ? headline.charAt(0).toLowerCase() + headline.slice(1) : headline
}

const ended = (text        )         => (/[.!?…]$/.test(text) ? text : `${text}.`)

function present(...texts                                                )           {
  return texts.filter((text)                 => Boolean(text))
}

function duration(milliseconds        )         {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  if (seconds < 60) return `${Number(seconds.toFixed(1))} s`
  const whole = Math.round(seconds)
  const units =
    whole < 3600
      ? `${Math.floor(whole / 60)} min ${whole % 60} s`
      : `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
  return units.replace(/ 0 \w+$/, '')
}

const entities                                   = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function inMarkup(text        )         {
  return visible(text).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
return { visible, oneLine, shortened, wrapped, capitalised, lowered, ended, present, duration, inMarkup }
})()
parts['markup.ts'] = (() => {
const { inMarkup } = parts['plain-text.ts']

class Markup {
           text
  constructor(text        ) {
    this.text = text
  }
}

function html(strings                      , ...parts                 )         {
  return new Markup(strings.reduce((sum, string, index) => sum + textOf(parts[index - 1]) + string))
}

function textOf(part      )         {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Markup) return part.text
  if (typeof part === 'object') return part.map(textOf).join('')
  return inMarkup(String(part))
}
return { Markup, html }
})()
parts['parts.ts'] = (() => {
const { nounOf,               verdicts } = parts['verdict.ts']
const { html,                        } = parts['markup.ts']

const gravity                     = ['violation', 'inconclusive', 'undocumented', 'not-exercised', 'pass']

function mark(verdict         )         {
  return html`<i class="mark ${verdict}" aria-hidden="true"></i>`
}

function chip(verdict         )         {
  return html`<span class="chip ${verdict}">${mark(verdict)}${verdict}</span>`
}

function tally(counts                                   )         {
  const parts = verdicts.filter((verdict) => counts[verdict] > 0)
  return html`${parts.map(
    (verdict) =>
      html`<span class="count ${verdict}" title="${verdict}">${mark(verdict)}${counts[verdict]}<span class="aside"> ${nounOf(verdict, counts[verdict])}</span></span> `,
  )}`
}

function tableHead(columns                   )         {
  return html`<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>`
}

function scrolled(name        , content        )         {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${name}">${content}</div>`
}

function cards(name        , columns                   , rows                 , also = '')         {
  return scrolled(name, html`<table class="${also}cards">${tableHead(columns)}<tbody>${rows}</tbody></table>`)
}
return { gravity, mark, chip, tally, tableHead, scrolled, cards }
})()
parts['finding-view.ts'] = (() => {
const { shortened } = parts['plain-text.ts']
const { html,                        } = parts['markup.ts']
const { chip } = parts['parts.ts']

function verdictView({ verdict, severity }                                     )         {
  return html`${chip(verdict)}${severity !== null && html` <span class="severity">${severity}</span>`}`
}

function findingView(story       )         {
  const { id, headline, question, check, cause, expected, observed, missing } = story
  const detail = detailOf(story)
  return html`<div class="body"><h3 class="sentence"><a href="#finding-${id}">${headline}</a></h3>
${detail !== '' && html`<p class="detail">${detail}</p>`}
${story.history.map((line) => html`<p class="since">${line}</p>`)}
${again(story)}
${clause(story)}
${(expected ?? observed) !== null && pair(['Expected', html`<p>${expected ?? '-'}</p>`], ['Observed', html`<p>${observed ?? '-'}</p>`])}
${missing.length > 0 && html`<p class="missing">Not in the answer: ${missing.map((word) => html`<mark>${word}</mark>`)}</p>`}
${story.shown.map((shown) => exchange(shown, story))}
<p class="stands">${question} <span class="ids">${[check, cause, id].map((word) => html`<code>${word}</code>`)}</span></p></div>`
}

function detailOf({ message, headline }       )         {
  if (!message.startsWith(headline)) return shortened(message, 600)
  return shortened(message.slice(headline.length).replace(/^: | (?=\()/, ''), 600)
}

function again({ before, curl, verdict, id }       )                {
  if (curl === null && verdict !== 'violation') return null
  return html`<div class="again"><h4>See it again</h4>${before !== null && html`<p class="aside">${before}</p>`}${curl !== null && command(curl)}${command(`npx suite replay ${id}`)}</div>`
}

function command(line        )         {
  return html`<div class="command"><pre tabindex="0">${line}</pre><button type="button" class="copy" hidden>Copy</button></div>`
}

function clause({ clause: id, says, law }       )         {
  return html`<p class="says"><a href="#clause-${id}">${id}</a>${says !== null && `, in our words: ${says}`}${law !== null && ` Judged by ${law} in docs/oracle.md.`}</p>`
}

function exchange({ request, response, note, alike, sentAlike }              , { marks }       )         {
  return html`<div class="exchange">${pair(
    ['Request', html`<pre tabindex="0">${request}</pre>`],
    [`Answer, ${note}`, html`<pre tabindex="0">${marked(response, marks)}</pre>`],
  )}${alike.length > 0 && html`<details class="alike"><summary>${sentAlike} more answered alike</summary><ul class="operations">${alike.map((line) => html`<li>${line}</li>`)}</ul></details>`}</div>`
}

function marked(text        , words                   )       {
  const lower = text.toLowerCase()
  const places = words
    .map((word) => ({ from: lower.indexOf(word.toLowerCase()), length: word.length }))
    .filter(({ from, length }) => from >= 0 && length > 0)
    .sort((one, other) => one.from - other.from)
  const parts         = []
  let at = 0
  for (const { from, length } of places) {
    if (from < at) continue
    parts.push(text.slice(at, from), html`<mark>${text.slice(from, from + length)}</mark>`)
    at = from + length
  }
  return [...parts, text.slice(at)]
}

function pair(...sides                                                        )         {
  return html`<div class="pair">${sides.map(([title, content]) => html`<div><h4>${title}</h4>${content}</div>`)}</div>`
}
return { verdictView, findingView }
})()
parts['story.ts'] = (() => {


const none          = { history: [], before: null, curl: null, shown: [], marks: [], missing: [] }

function storyOf(finding             , words       , details          = none)        {
  const { check, verdict, cause, clause } = finding
  const base = baseOf(check)
  return {
    ...finding,
    ...details,
    severity: verdict === 'violation' ? (words.severities[cause]?.[1] ?? null) : null,
    question: words.questions[base] ?? '',
    says: words.clauses[clause] ?? null,
    law: words.laws[base] ?? null,
  }
}

const baseOf = (check        )         => check.split(':', 1)[0] ?? check

return { storyOf, baseOf }
})()
parts['island.ts'] = (() => {
const { gravity } = parts['parts.ts']
const { baseOf,                                                                       storyOf } = parts['story.ts']

const raw = JSON.parse(document.getElementById('island')?.textContent ?? '')

function unpacked(value        )          {
  if (typeof value === 'number') return raw.texts[value]
  if (Array.isArray(value)) return value.map(unpacked)
  if (value === null) return null
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, unpacked(part)]))
}

const findings                         = raw.findings.map((row, index) => {
  const finding = Object.fromEntries(
    raw.members.map((name, at) => [name, unpacked(row[at] ?? null)]),
  )
  return { ...finding, index, base: baseOf(finding.check), product: finding.product ?? 'whole service' }
})

const byId = new Map(findings.map((finding) => [finding.id, finding]))
const findingOf = (id        )                          => byId.get(id)

function byGravity(one             , other             )         {
  return gravity.indexOf(one.verdict) - gravity.indexOf(other.verdict) || rankOf(one) - rankOf(other)
}

function rankOf({ verdict, cause }             )         {
  return verdict === 'violation' ? (raw.severities[cause]?.[0] ?? 0) : 0
}

function cellOf({ operation, base }             )                         {
  return findings.filter((one) => one.operation === operation && one.base === base).sort(byGravity)
}

const questionOf = (check        )         => raw.questions[check] ?? ''

const knownChecks = Object.keys(raw.questions)

function toldOf(finding             )        {
  const details = raw.details[finding.index]
  return storyOf(finding, raw, details === undefined ? undefined : (unpacked(details)           ))
}

function isCut({ index, verdict }             )          {
  return raw.left > 0 && verdict !== 'pass' && raw.details[index] === undefined
}
return { findings, findingOf, byGravity, cellOf, questionOf, knownChecks, toldOf, isCut }
})()
parts['element.ts'] = (() => {


function part                                     (id        )    {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no #${id}`)
  return found
}

function fill(place         , content        )       {
  place.innerHTML = content.text
}

function add(place         , content        )       {
  place.insertAdjacentHTML('beforeend', content.text)
}

function showButtons(within            )       {
  for (const button of within.querySelectorAll             ('.copy[hidden]')) button.hidden = false
}

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
return { part, fill, add, showButtons, copy }
})()
parts['address.ts'] = (() => {


function readAddress()          {
  const [place = '', query = ''] = decodeURI(location.hash.slice(1)).split('?', 2)
  const [, kind, id = ''] = /^(finding|cell)-(.+)$/.exec(place) ?? []
  return {
    open: kind === undefined ? null : { kind: kind                      , id },
    filters: new URLSearchParams(query),
    isOurs: kind !== undefined || place === 'matrix' || place === '',
  }
}

function addressOf(open                 , filters                 )         {
  const query = filters.size === 0 ? '' : `?${filters}`
  if (open !== null) return `#${open.kind}-${open.id}${query}`
  return query === '' ? location.pathname + location.search : `#matrix${query}`
}

function goTo(open                 , filters                 )       {
  history.pushState({ opened: true }, '', addressOf(open, filters))
}

function changeTo(open                 , filters                 )       {
  history.replaceState(history.state, '', addressOf(open, filters))
}

function leave(filters                 )       {
  if ((history.state                               )?.opened === true) history.back()
  else history.replaceState(null, '', addressOf(null, filters))
}
return { readAddress, addressOf, goTo, changeTo, leave }
})()
parts['dialog.ts'] = (() => {
const { findingView, verdictView } = parts['finding-view.ts']
const { html,             } = parts['markup.ts']

const { fill, part, showButtons } = parts['element.ts']
const { cellOf,                   findingOf, isCut, toldOf } = parts['island.ts']

const dialog = part                   ('finding')

const cellShown = 60

function placeOf(open                              , matching                        )              {
  const nameOf = open.kind === 'finding' ? ({ id }             ) => id : cellName
  const own = findingOf(open.id)
  const all = [...Map.groupBy(matching, nameOf)]
  const at = own === undefined ? -1 : all.findIndex(([name]) => name === nameOf(own))
  const neighbour = (index        ) => {
    const id = at < 0 ? undefined : all[index]?.[1][0]?.id
    return id === undefined ? null : { kind: open.kind, id }
  }
  return {
    open,
    previous: neighbour(at - 1),
    next: neighbour(at + 1),
    position: at < 0 ? '' : `${at + 1} of ${all.length}`,
  }
}

const cellName = ({ operation, base }             ) => `${operation} ${base}`

function show(place             )       {
  const focused = dialog.open ? (document.activeElement?.className ?? null) : null
  const found = findingOf(place.open.id)
  const list = found === undefined ? [] : place.open.kind === 'finding' ? [found] : cellOf(found)
  const more = list.length - cellShown
  fill(
    dialog,
    html`${bar(place)}${found === undefined ? unknown(place.open.id) : list.slice(0, cellShown).map(section)}${more > 0 && html`<p>And ${more} more: filter the list of findings.</p>`}`,
  )
  showButtons(dialog)
  const pressed =
    focused === 'next' || focused === 'previous' ? dialog.querySelector             (`.${focused}:enabled`) : null
  if (!dialog.open) dialog.showModal()
  ;(pressed ?? dialog).focus()
  dialog.scrollTop = 0
}

function hide()       {
  if (dialog.open) dialog.close()
}

function bar({ previous, next, position }             )         {
  const button = (name        , words        , isOff = false) =>
    html`<button type="button" class="${name}"${isOff && html` disabled`}>${words}</button>`
  return html`<div class="bar">${button('previous', 'Previous', previous === null)}${button('next', 'Next', next === null)}<span class="aside">${position}</span>${button('close', 'Close')}</div>`
}

function unknown(id        )         {
  return html`<h2 id="finding-title">This run has no finding ${id}</h2>`
}

function section(finding             , index        )         {
  const story = toldOf(finding)
  const title = index === 0 && html`<h2 id="finding-title">${finding.operation ?? 'The whole service'}</h2>`
  const note = html`<p class="aside">The page has no room for its requests: they stand in exchanges.ndjson.</p>`
  return html`<section>${title}<p>${verdictView(story)}</p>${findingView(story)}${isCut(finding) && note}</section>`
}
return { placeOf, show, hide }
})()
parts['rows.ts'] = (() => {
const { nounOf } = parts['verdict.ts']
const { gravity } = parts['parts.ts']
const {                   findings, knownChecks } = parts['island.ts']

const asked = findings.filter(({ operation }) => operation !== null)
const used = new Set(asked.map(({ base }) => base))
const familyOf = (check        ) => check.split('.', 1)[0] ?? check

const families                                         = Map.groupBy(
  new Set([...knownChecks.filter((check) => used.has(check)), ...used]),
  familyOf,
)
const checks                    = [...families.values()].flat()

function ownName(check        )         {
  const family = familyOf(check)
  return (families.get(family)?.length ?? 0) > 1 ? check.slice(family.length + 1) : check
}

const violationsOf = (list                        ) => list.filter(({ verdict }) => verdict === 'violation').length
const isBroken = (list                        ) => violationsOf(list) > 0

const productRows                        = [...Map.groupBy(asked, ({ product }) => product)]
  .map(([product, own]) => ({ product, operations: operationRows(own) }))
  .sort((one, other) => Number(hasBroken(other)) - Number(hasBroken(one)))

function operationRows(own                        )                          {
  return [...Map.groupBy(own, ({ operation }) => operation ?? '')]
    .map(([operation, about]) => ({ operation, findings: about, byCheck: Map.groupBy(about, ({ base }) => base) }))
    .sort((one, other) => Number(isBroken(other.findings)) - Number(isBroken(one.findings)))
}

function hasBroken({ operations }            )          {
  return operations.some((row) => isBroken(row.findings))
}

function gravestOf(list                        )         {
  return gravity.find((verdict) => list.some((finding) => finding.verdict === verdict)) ?? 'pass'
}

function inWords(list                        )         {
  return gravity
    .map((verdict) => [verdict, list.filter((finding) => finding.verdict === verdict).length]         )
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${count} ${nounOf(verdict, count)}`)
    .join(', ')
}

function totalOf(list                        )         {
  const violations = violationsOf(list)
  return violations === 0 ? String(list.length) : `${violations} of ${list.length}`
}
return { families, checks, ownName, productRows, hasBroken, gravestOf, inWords, totalOf }
})()
parts['matrix.ts'] = (() => {
const { html,             } = parts['markup.ts']
const { add, fill, part } = parts['element.ts']
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

const grid = part('grid')

const chunk = 60
let filling = 0

const chosen = new Map                 ()
const few = 60

function buildMatrix()       {
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

function fillMatrix(matching                        , isFiltered         )       {
  const isShown = new Set(matching)
  const rows = productRows.flatMap((product)                   => {
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

function addRows(body         , rows                           , from        , turn        )       {
  if (turn !== filling) return
  add(body, html`${rows.slice(from, from + chunk).map((make) => make())}`)
  if (from === 0) body.querySelector('td:not(.blank)')?.setAttribute('tabindex', '0')
  if (from + chunk < rows.length) setTimeout(addRows, 0, body, rows, from + chunk, turn)
  else grid.setAttribute('aria-busy', 'false')
}

function toggle(product        , isOpen         )       {
  chosen.set(product, isOpen)
}

function productRow({ product, operations }            , isShown                          , isOpen         )         {
  const cells = checks.map((check) => {
    const own = operations.flatMap((row) => row.byCheck.get(check) ?? [])
    return cell(own, isShown, `${product}, ${check}`)
  })
  const button = html`<button type="button" aria-expanded="${String(isOpen)}" data-product="${product}">${product}</button>`
  return html`<tr class="product"><th scope="row">${button}<span class="aside"> ${operations.length}</span></th>${total(operations.flatMap((row) => row.findings))}${cells}</tr>`
}

function operationRow({ operation, findings, byCheck }              , isShown                          )         {
  const [method = '', path = ''] = operation.split(' ', 2)
  const own = path.split('/').slice(3).join('/')
  const prefix = path.slice(0, path.length - own.length)
  const cells = checks.map((check) => cell(byCheck.get(check) ?? [], isShown, check))
  return html`<tr><th scope="row" title="${operation}"><span class="method">${method}</span> <span class="prefix">${prefix}</span>${own}</th>${total(findings)}${cells}</tr>`
}

function total(list                        )         {
  const isBroken = gravestOf(list) === 'violation'
  return html`<td class="total blank${isBroken && ' broken'}" title="${inWords(list)}">${totalOf(list)}</td>`
}

function cell(list                        , isShown                          , where        )         {
  const [first] = list
  if (first === undefined) return blank
  const verdict = gravestOf(list)
  const off = !list.some((finding) => isShown.has(finding))
  const label = `${where}: ${list.length > 1 ? inWords(list) : verdict}`
  return html`<td class="${verdict}${off && ' off'}" tabindex="-1" aria-label="${label}" title="${label}. ${questionOf(first.base)}" data-id="${first.id}"></td>`
}
return { buildMatrix, fillMatrix, toggle }
})()
parts['keyboard.ts'] = (() => {
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

function move(grid         , cell                      , key        )          {
  const step = steps[key]
  if (step === undefined) return false
  const next = step(cell)
  if (next instanceof HTMLElement) focusCell(grid, next)
  return true
}

function focusCell(grid         , cell             )       {
  for (const tabbed of grid.querySelectorAll('td[tabindex="0"]')) tabbed.setAttribute('tabindex', '-1')
  cell.setAttribute('tabindex', '0')
  cell.focus()
}
return { move, focusCell }
})()
parts['list.ts'] = (() => {
const { shortened } = parts['plain-text.ts']
const { verdictView } = parts['finding-view.ts']
const { html,             } = parts['markup.ts']
const { tableHead } = parts['parts.ts']
const { add, fill, part } = parts['element.ts']
const {                   toldOf } = parts['island.ts']

const more = part('more')
const page = { first: 15, further: 100 }
let rest                         = []

more.addEventListener('click', () => next(page.further))

function fillList(sorted                        )       {
  rest = sorted
  const head = tableHead(['Verdict', 'Operation', 'Check', 'What was found'])
  fill(part('list'), html`<table>${head}<tbody id="rows"></tbody></table>`)
  next(page.first)
}

function next(length        )       {
  add(part('rows'), html`${rest.slice(0, length).map(row)}`)
  rest = rest.slice(length)
  more.hidden = rest.length === 0
  more.textContent = `Show more (${rest.length})`
}

function row(finding             )         {
  const { id, operation, check, message } = finding
  return html`<tr><td>${verdictView(toldOf(finding))}</td><td class="path"><a href="#finding-${id}">${operation ?? 'the whole service'}</a></td><td><code>${check}</code></td><td class="prose">${shortened(message, 200)}</td></tr>`
}
return { fillList }
})()
parts['filters.ts'] = (() => {
const { oncePer } = parts['once-per.ts']
const { present } = parts['plain-text.ts']
const { part } = parts['element.ts']
const {                   findings } = parts['island.ts']

const form = part                 ('filters')
const names = ['product', 'check', 'text']

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

function writeFilters(filters                 )       {
  for (const name of names) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = filters.get(name) ?? ''
  }
  const wanted = filters.getAll('verdict')
  for (const box of form.querySelectorAll                  ('[name=verdict]')) box.checked = wanted.includes(box.value)
}

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

const haystackOf = oncePer(
  ({ id, check, operation, product, cause, clause, message, expected, observed }             ) =>
    [id, check, operation, product, cause, clause, message, expected, observed].join('\n').toLowerCase(),
)

function filterWords(filters                 )         {
  const text = filters.get('text')
  const verdicts = filters.getAll('verdict').join(' or ')
  return present(text && `“${text}”`, verdicts, filters.get('product'), filters.get('check')).join(', ')
}
return { readFilters, writeFilters, matchingOf, filterWords }
})()
parts['page.ts'] = (() => {
const { changeTo, goTo, leave, readAddress } = parts['address.ts']
const {                   hide, placeOf, show } = parts['dialog.ts']
const { copy, part, showButtons } = parts['element.ts']
const { filterWords, matchingOf, readFilters, writeFilters } = parts['filters.ts']
const { byGravity, cellOf,                   findingOf, findings } = parts['island.ts']
const { focusCell, move } = parts['keyboard.ts']
const { fillList } = parts['list.ts']
const { buildMatrix, fillMatrix, toggle } = parts['matrix.ts']

const form = part                 ('filters')
const dialog = part                   ('finding')
const grid = part('grid')
let matching                         = []
let place                     = null

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

function filter()       {
  changeTo(null, readFilters())
  apply()
}

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

function open(what                     )       {
  goTo(what, readFilters())
  follow()
}

function openCell(cell                                )       {
  const found = findingOf(cell?.dataset['id'] ?? '')
  if (found === undefined) return
  const button = cell?.closest('tr')?.querySelector('button') ?? null
  const [first = found, second] = cellOf(found)
  if (button !== null) turn(button)
  else open({ kind: second === undefined ? 'finding' : 'cell', id: first.id })
}

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
showButtons(document)
follow(true)

form.addEventListener('input', filter)
form.addEventListener('submit', (event) => event.preventDefault())
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
