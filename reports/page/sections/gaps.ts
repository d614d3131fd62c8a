import type { Finding } from '../../../evidence/finding.ts'
import type { Results } from '../../../evidence/results.ts'
import { type Gap, gapsOf } from '../../gaps.ts'
import { capitalised, ended, shortened } from '../../plain-text.ts'
import { html, type Markup } from '../view/markup.ts'
import { cards, chip } from '../view/parts.ts'

const shown = 10
const unfolded = 100
const checksShown = 2
const columns = ['Questions', 'Verdict', 'Why', 'Checks', 'Which setting helps']

/** Questions that were not asked or got no clear answer: why, and which setting would change it. */
export function gaps(results: Results): Markup | string {
  const list = gapsOf(results)
  if (list.length === 0) return 'Everything that was planned got a clear answer.'
  const rest = list.slice(shown, shown + unfolded)
  return html`<p class="lead">None of this is a failure, and none of it is a success.</p>
${cards('What is not tested or not clear, and why', columns, list.slice(0, shown).map(row))}
${rest.length > 0 && html`<details class="numbers"><summary>${rest.length} further reasons</summary>${cards('Further reasons', columns, rest.map(row))}</details>`}
${list.length > shown + unfolded && html`<p>And ${list.length - shown - unfolded} more: filter the matrix.</p>`}`
}

function row({ lead, findings, verdict, checks, operations, headline, settings, remedy }: Gap): Markup {
  const names = settings.map((name) => html`<code class="name">${name}</code> `)
  const where = operations.length === 1 ? html` <span class="path aside">${operations[0]}</span>` : null
  return html`<tr><td class="number" data-label="Questions">${findings.length}</td><td data-label="Verdict">${chip(verdict)}</td><td class="prose" data-label="Why">${ended(headline)}${where}${seen(lead)}</td>
<td data-label="Checks">${checks.slice(0, checksShown).map((check) => html`<code class="name">${check}</code> `)}${checks.length > checksShown && html`<span class="aside" title="${checks.slice(checksShown).join(', ')}">and ${checks.length - checksShown} more</span>`}</td><td data-label="Setting">${names.length === 0 ? html`<span class="aside">None</span>` : html`${capitalised(remedy)} ${names}`}</td></tr>`
}

/** An example of what was seen, for inconclusive findings only: a question that was not asked saw nothing. */
function seen(finding: Finding): Markup | null {
  if (finding.observed === null || finding.verdict !== 'inconclusive') return null
  return html` <a class="aside" href="#finding-${finding.id}">for example ${shortened(finding.observed.split(/ [[{<]/, 1)[0] ?? '', 60)}</a>`
}
