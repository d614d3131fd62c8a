import type { Results } from '../../../evidence/results.ts'
import { products } from '../../../fixtures/catalog/catalog.ts'
import { censusLine } from '../../coverage.ts'
import { html, type Markup } from '../view/markup.ts'
import { cards } from '../view/parts.ts'

/** The census: how many operations the specification claims and lists, product by product. */
export function census({ catalog }: Results): Markup {
  const rows = products.map(
    ({ product, prefixes, claimed, rows: listed }) =>
      html`<tr><th scope="row">${product}</th><td class="path" data-label="Paths below">${prefixes.join(', ')}</td><td class="number" data-label="Listed">${listed.length}${claimed === listed.length ? '' : ` of ${claimed}`}</td></tr>`,
  )
  return html`<p class="census">${censusLine(catalog)}</p>
<ul class="unlisted">${catalog.unlisted.map(({ count, why }) => html`<li><b>${count}</b> ${why}.</li>`)}</ul>
<details class="part"><summary>By product</summary>${cards('Operations by product', ['Product', 'Paths below', 'Listed'], rows)}</details>`
}

export function runFacts({ run }: Results): Markup {
  const facts = [
    ['Run', run.id],
    ['Started', run.startedAt],
    ['Finished', run.finishedAt],
    ['Seed', run.seed],
    ['Suite', run.suiteVersion],
    ['Catalogue', run.catalogHash],
  ] as const
  return html`<dl class="learned">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<p class="aside">The same results give this very page again: <code>npx suite report RUN_DIR</code></p>`
}
