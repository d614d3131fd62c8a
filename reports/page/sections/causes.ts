import type { Finding } from '../../../evidence/finding.ts'
import type { Results } from '../../../evidence/results.ts'
import { checkFacts, checks } from '../../../fixtures/checks.ts'
import type { Evidence } from '../../formats/format.ts'
import { capitalised, counted, shortened } from '../../plain-text.ts'
import { type CauseGroup, groupsOf } from '../../story.ts'
import { exchangeText } from '../exchange.ts'
import { mark } from '../marks.ts'
import { html, type Markup } from '../markup.ts'

/** So many causes stand in full; a run with more is broken as a whole, and the matrix has them all. */
const causesShown = 60
const operationsShown = 120

/** A headline is read at a glance; what is longer stands in full below it. */
const headline = 140

/** Violations by cause: what is new first, then the widest. */
export function causes(results: Results, evidence: Evidence): Markup {
  const groups = groupsOf(results.findings, 'violation')
  if (groups.length === 0)
    return html`<section id="violations"><h2>Violations</h2><p class="none">There are none.</p></section>`
  const isNew = (group: CauseGroup) => group.findings.some(({ id }) => evidence.fresh?.has(id) === true)
  const sorted = [...groups.filter(isNew), ...groups.filter((group) => !isNew(group))]
  const more = sorted.length - causesShown
  return html`<section id="violations"><h2>Violations by cause</h2>
<div class="causes">${sorted.slice(0, causesShown).map((group) => cause(group, evidence, isNew(group)))}</div>
${more > 0 && html`<p>And ${counted(more, 'further cause')}: filter the matrix by violation.</p>`}</section>`
}

function cause(group: CauseGroup, evidence: Evidence, isNew: boolean): Markup {
  const [first] = group.findings
  if (first === undefined) return html``
  return html`<details class="cause"><summary>
<span class="headline">${mark('violation')}<span class="message">${shortened(capitalised(group.message), headline)}</span>${isNew && html` <span class="new">new</span>`}</span>
<span class="where">${where(group)}</span>
<span class="short"><span class="label">expected</span> ${shortened(first.expected ?? '-', 90)} <span class="label">observed</span> ${shortened(first.observed ?? '-', 110)}</span>
</summary>
<div class="body">
${group.message.length > headline && html`<p>${group.message}</p>`}
<p class="stands">${question(group)} <span class="ids"><a href="#clause-${group.clause}">${group.clause}</a> <code>${group.check}</code> <code>${group.cause}</code></span></p>
<div class="pair"><div><h4>Expected</h4><p>${first.expected ?? '-'}</p></div><div><h4>Observed</h4><p>${first.observed ?? '-'}</p></div></div>
${told(first, evidence)}
${commands(first)}
<div><h4>Where</h4><ul class="operations">${group.findings.slice(0, operationsShown).map(operation)}</ul></div>
${group.findings.length > operationsShown && html`<p>And ${group.findings.length - operationsShown} more in the matrix.</p>`}
</div></details>`
}

function where({ operations, products, findings }: CauseGroup): string {
  if (operations.length === 0) return counted(findings.length, 'finding')
  const on = operations.length === 1 ? (operations[0] ?? '') : counted(operations.length, 'operation')
  const more = findings.length > operations.length ? `, ${findings.length} findings` : ''
  const of =
    products.length > 3 ? ` of ${products.length} products` : products.length === 0 ? '' : `, ${products.join(', ')}`
  return `${on}${of}${more}`
}

function question({ check }: CauseGroup): string {
  const known = checks.find(({ id }) => id === check)
  return known === undefined ? '' : checkFacts(known.id).question
}

function told(finding: Finding, evidence: Evidence): Markup[] {
  return finding.exchanges.slice(0, 2).flatMap((id) => {
    const exchange = evidence.exchanges.get(id)
    if (exchange === undefined) return []
    const { request, response, note } = exchangeText(exchange)
    return [
      html`<div class="pair"><div><h4>Request</h4><pre tabindex="0">${request}</pre></div><div><h4>Response <span class="aside">${note}</span></h4><pre tabindex="0">${response}</pre></div></div>`,
    ]
  })
}

function commands({ id, reproduce }: Finding): Markup {
  return html`<div><h4>Ask again</h4><div class="command"><pre tabindex="0">npx suite replay ${id}</pre><button type="button" class="copy" hidden>Copy</button></div>${
    reproduce !== null &&
    html`<div class="command"><pre tabindex="0">${shortened(reproduce, 4000)}</pre><button type="button" class="copy" hidden>Copy</button></div>`
  }</div>`
}

function operation({ id, check, operation: name }: Finding): Markup {
  const [, ...rest] = check.split(':')
  return html`<li><a href="#finding-${id}">${name ?? 'the whole service'}${rest.length > 0 && html` <span class="sub">${rest.join(':')}</span>`}</a></li>`
}
