import { chip, command, element } from './element.js'
import { clauses, exchangesOf, findings, fresh, left, questions } from './island.js'

const dialog = document.getElementById('finding')
const byId = new Map(findings.map((finding) => [finding.id, finding]))

/** Shows one finding, or the several that a cell of the matrix stands for. */
export function show(list) {
  const close = element('button', { type: 'button', class: 'close' }, 'Close')
  dialog.replaceChildren(close, ...list.slice(0, 60).map(story))
  if (list.length > 60) dialog.append(element('p', {}, `And ${list.length - 60} more: filter the list of findings.`))
  if (!dialog.open) dialog.showModal()
  dialog.scrollTop = 0
}

/** Shows the finding that the address names, if it names one. */
export function showAddressed() {
  const finding = byId.get(decodeURIComponent(location.hash).replace(/^#finding-/, ''))
  if (finding !== undefined) show([finding])
}

function story(finding, index) {
  const { id, check, base, clause, operation, verdict, message, expected, observed, curl } = finding
  const title = element('h2', { id: index === 0 ? 'finding-title' : null }, operation ?? 'The whole service')
  const head = element('p', {}, chip(verdict), ' ', fresh.has(id) ? element('span', { class: 'new' }, 'new') : '')
  const stands = element(
    'p',
    { class: 'stands' },
    `${questions[base] ?? ''} `,
    element(
      'span',
      { class: 'ids' },
      element('code', {}, clause),
      element('code', {}, check),
      element('code', {}, finding.cause),
    ),
  )
  const says = clauses[clause]
  const parts = [
    element('p', {}, message),
    says === undefined ? null : element('p', { class: 'aside' }, `${clause} says: ${says}`),
    expected === null && observed === null
      ? null
      : pair(['Expected', 'p', expected ?? '-'], ['Observed', 'p', observed ?? '-']),
    ...exchangesOf(finding).map(([request, response, note]) =>
      pair(['Request', 'pre', request], [`Response, ${note}`, 'pre', response]),
    ),
    verdict !== 'pass' && left > 0 && exchangesOf(finding).length === 0 && curl === null
      ? element('p', { class: 'aside' }, 'Its exchanges, if any, stand in exchanges.ndjson.')
      : null,
    element(
      'div',
      {},
      element('h4', {}, 'Ask again'),
      command(`npx suite replay ${id}`),
      curl === null ? null : command(curl),
    ),
  ]
  return element('section', {}, title, head, stands, element('div', { class: 'body' }, ...parts))
}

function pair(...sides) {
  const made = sides.map(([title, kind, content]) =>
    element('div', {}, element('h4', {}, title), element(kind, kind === 'pre' ? { tabindex: '0' } : {}, content)),
  )
  return element('div', { class: 'pair' }, ...made)
}

dialog.addEventListener('click', (event) => {
  if (event.target === dialog || event.target.closest('.close') !== null) dialog.close()
})
dialog.addEventListener('close', () => {
  if (location.hash.startsWith('#finding-')) history.replaceState(null, '', location.pathname + location.search)
})
