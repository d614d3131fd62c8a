import type { Results } from '../../../evidence/results.ts'
import { verdicts } from '../../../evidence/verdict.ts'
import { products } from '../../../fixtures/catalog/catalog.ts'
import { countsOf } from '../../ledger.ts'
import { censusLine } from '../../story.ts'
import { scrolled } from '../charts/chart.ts'
import { chip, meanings, tally } from '../marks.ts'
import { html, type Markup } from '../markup.ts'

/** The census: what the specification claims against what it lists, and how each product fared. */
export function census({ catalog, findings }: Results): Markup {
  const byProduct = Map.groupBy(findings, ({ product }) => product)
  const known = new Set<string | null>(products.map(({ product }) => product))
  const rows = products.map(({ product, prefixes, claimed, rows: listed }) =>
    row(product, prefixes.join(', '), `${listed.length}${claimed === listed.length ? '' : ` of ${claimed}`}`, product),
  )
  const others = [...byProduct.keys()].filter((product) => !known.has(product))
  function row(name: string, prefix: string, listed: string, product: string | null): Markup {
    const about = byProduct.get(product) ?? []
    return html`<tr><th scope="row">${name}</th><td class="path">${prefix}</td><td class="number">${listed}</td><td>${
      about.length === 0 ? html`<span class="aside">not in this run</span>` : tally(countsOf(about))
    }</td></tr>`
  }
  const more = others.map((product) => row(product ?? 'whole service', '', '', product))
  const table = html`<table><thead><tr><th scope="col">Product</th><th scope="col">Prefix</th><th scope="col">Listed</th><th scope="col">Findings</th></tr></thead><tbody>${rows}${more}</tbody></table>`
  return html`<section id="catalogue"><h2>Catalogue</h2>
<p class="census">${censusLine(catalog)}</p>
<ul class="unlisted">${catalog.unlisted.map(({ count, why }) => html`<li><b>${count}</b> ${why}.</li>`)}</ul>
${scrolled('Products', table)}</section>`
}

/** What the five words mean, and what run this was. */
export function words({ run }: Results): Markup {
  const facts = [
    ['Run', run.id],
    ['Started', run.startedAt],
    ['Finished', run.finishedAt],
    ['Seed', run.seed],
    ['Suite', run.suiteVersion],
    ['Catalogue', run.catalogHash],
  ] as const
  return html`<section id="words"><h2>The five verdicts</h2>
<dl class="words">${verdicts.map((verdict) => html`<div><dt>${chip(verdict)}</dt><dd>${meanings[verdict]}</dd></div>`)}</dl>
</section>
<section id="run"><h2>This run</h2>
<dl class="learned">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<p class="aside">The same results give this very page again: <code>npx suite report RUN_DIR</code></p></section>`
}
