import type { Finding } from '../../../evidence/finding.ts'
import type { Results } from '../../../evidence/results.ts'
import { capitalised, shortened } from '../../plain-text.ts'
import { type Gap, gapsOf } from '../../story.ts'
import { scrolled } from '../charts/chart.ts'
import { chip } from '../marks.ts'
import { html, type Markup } from '../markup.ts'

const shown = 10
const unfolded = 100

/** What was not exercised and what could not be told: why, and which setting would change it. */
export function gaps(results: Results): Markup {
  const list = gapsOf(results)
  if (list.length === 0) {
    return html`<section id="gaps"><h2>Without an answer</h2><p class="none">Everything that was planned got an answer.</p></section>`
  }
  const rest = list.slice(shown, shown + unfolded)
  return html`<section id="gaps"><h2>Without an answer</h2>
<p class="lead">None of this is a failure, and none of it is a success.</p>
${scrolled('What has no answer, and why', table(list.slice(0, shown)))}
${rest.length > 0 && html`<details class="numbers"><summary>${rest.length} further reasons</summary>${scrolled('Further reasons', table(rest))}</details>`}
${list.length > shown + unfolded && html`<p>And ${list.length - shown - unfolded} more: filter the matrix.</p>`}</section>`
}

function table(list: readonly Gap[]): Markup {
  return html`<table><thead><tr><th scope="col">Findings</th><th scope="col">Verdict</th><th scope="col">Check</th><th scope="col">Why</th><th scope="col">What would change it</th></tr></thead>
<tbody>${list.map(row)}</tbody></table>`
}

function row({ findings, verdict, checks, message, settings }: Gap): Markup {
  const [first] = findings
  const names = settings.map((name) => html`<code>${name}</code> `)
  return html`<tr><td class="number">${findings.length}</td><td>${chip(verdict)}</td><td>${checks.map((check) => html`<code>${check}</code> `)}</td>
<td class="prose">${shortened(capitalised(message), 300)}${seen(first)}</td>
<td>${names.length === 0 ? html`<span class="aside">no setting</span>` : names}</td></tr>`
}

/** What could not tell is worth seeing; what was not asked shows nothing. */
function seen(finding: Finding | undefined): Markup | null {
  if (finding === undefined || finding.observed === null || finding.verdict !== 'inconclusive') return null
  return html` <a class="aside" href="#finding-${finding.id}">observed ${shortened(finding.observed, 120)}</a>`
}
