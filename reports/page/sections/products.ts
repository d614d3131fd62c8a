import type { Finding } from '../../../evidence/finding.ts'
import type { Results } from '../../../evidence/results.ts'
import { countsOf } from '../../../evidence/verdict.ts'
import { products as catalogue } from '../../../fixtures/catalog/catalog.ts'
import { askedOperations } from '../../coverage.ts'
import { html, type Markup } from '../view/markup.ts'
import { cards, tally } from '../view/parts.ts'

/** Each product: how many of its operations were asked, and the verdicts on them. */
export function products({ findings }: Results): Markup {
  const byProduct = Map.groupBy(findings, ({ product }) => product)
  const known = new Set<string | null>(catalogue.map(({ product }) => product))
  const others = [...byProduct].filter(([product]) => !known.has(product))
  const rows = [
    ...catalogue.map(({ product, rows }) => row(product, rows.length, byProduct.get(product) ?? [])),
    ...others.map(([product, own]) => row(product ?? 'the whole service', null, own)),
  ]
  return cards('Products', ['Product', 'Operations asked', 'Findings', 'Verdicts'], rows)
}

function row(name: string, listed: number | null, own: readonly Finding[]): Markup {
  const asked = askedOperations(own).size
  const verdicts = own.length === 0 ? html`<span class="aside">not in this run</span>` : tally(countsOf(own))
  return html`<tr><th scope="row">${name}</th><td data-label="Operations asked">${listed === null ? '' : `${asked} of ${Math.max(listed, asked)}`}</td><td data-label="Findings">${own.length}</td><td data-label="Verdicts">${verdicts}</td></tr>`
}
