import type { Results } from '../../../evidence/results.ts'
import { capitalised, counted, shortened } from '../../plain-text.ts'
import { type CauseGroup, groupsOf } from '../../story.ts'
import { scrolled } from '../charts/chart.ts'
import { html, type Markup } from '../markup.ts'
import { learnedParts } from './observations.ts'

const shown = 80

/** What was seen where the specification is silent: reported, never held against the deployment. */
export function silence({ findings, observations }: Results): Markup {
  const groups = groupsOf(findings, 'undocumented')
  const learned = Object.entries(observations)
  if (groups.length === 0 && learned.length === 0) {
    return html`<section id="silence"><h2>Where the specification is silent</h2><p class="none">Nothing was observed.</p></section>`
  }
  const table = html`<table><thead><tr><th scope="col">Operations</th><th scope="col">Check</th><th scope="col">What was seen</th><th scope="col">For example</th></tr></thead>
<tbody>${groups.slice(0, shown).map(row)}</tbody></table>`
  const rest = groups.length - shown
  return html`<section id="silence"><h2>Where the specification is silent</h2>
<p class="lead">Observed and kept to compare with later runs; nothing here is right or wrong.</p>
${learnedParts(learned.slice(0, shown))}
${groups.length > 0 && scrolled('What was observed', table)}
${rest > 0 && html`<p>And ${counted(rest, 'further cause')} in the matrix.</p>`}</section>`
}

function row({ operations, findings, check, message }: CauseGroup): Markup {
  const [first] = findings
  const example =
    first === undefined ? '' : html`<a href="#finding-${first.id}">${first.operation ?? 'the whole service'}</a>`
  return html`<tr><td class="number">${operations.length || findings.length}</td><td><code>${check}</code></td><td class="prose">${shortened(capitalised(message), 300)}</td><td class="path">${example}</td></tr>`
}
