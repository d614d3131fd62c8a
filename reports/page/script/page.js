import { copy } from './element.js'
import { showAddressed } from './finding.js'
import { findings } from './island.js'
import { buildList, fillList } from './list.js'
import { buildMatrix, fillMatrix } from './matrix.js'

const form = document.getElementById('filters')
const shown = document.getElementById('shown')

function apply() {
  const asked = new FormData(form)
  const product = asked.get('product')
  const check = asked.get('check')
  const verdicts = asked.getAll('verdict')
  const words = asked.get('text').toLowerCase().split(/\s+/).filter(Boolean)
  const matching = findings.filter(
    (finding) =>
      (product === '' || finding.product === product) &&
      (check === '' || finding.base === check) &&
      (verdicts.length === 0 || verdicts.includes(finding.verdict)) &&
      words.every((word) => haystack(finding).includes(word)),
  )
  shown.textContent = `${matching.length} of ${findings.length} findings`
  fillMatrix(matching)
  fillList(matching)
}

const haystacks = new Map()

function haystack(finding) {
  const known = haystacks.get(finding)
  if (known !== undefined) return known
  const { id, check, operation, product, cause, clause, message, expected, observed } = finding
  const made = [id, check, operation, product, cause, clause, message, expected, observed].join('\n').toLowerCase()
  haystacks.set(finding, made)
  return made
}

buildMatrix()
buildList()
apply()
form.addEventListener('input', apply)
form.addEventListener('submit', (event) => event.preventDefault())
form.addEventListener('reset', () => setTimeout(apply))

document.addEventListener('click', (event) => {
  const button = event.target.closest('.copy')
  if (button !== null) void copy(button)
  const counted = event.target.closest('[data-verdict]')
  if (counted === null) return
  for (const box of form.elements.verdict) box.checked = box.value === counted.dataset.verdict
  apply()
})
for (const button of document.querySelectorAll('.copy[hidden]')) button.hidden = false

addEventListener('hashchange', showAddressed)
showAddressed()
addEventListener('beforeprint', () => {
  for (const part of document.querySelectorAll('details')) part.open = true
})
