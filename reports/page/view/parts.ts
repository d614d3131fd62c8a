import { nounOf, type Verdict, verdicts } from '../../../evidence/verdict.ts'
import { html, type Markup, type Part } from './markup.ts'

/** The verdicts, the gravest first. A cell of several findings shows its gravest verdict. */
export const gravity: readonly Verdict[] = ['violation', 'inconclusive', 'undocumented', 'not-exercised', 'pass']

/** The shape of a verdict, readable without colour: circle, cross, diamond, triangle or dash. */
export function mark(verdict: Verdict): Markup {
  return html`<i class="mark ${verdict}" aria-hidden="true"></i>`
}

/** A verdict as shape and word. */
export function chip(verdict: Verdict): Markup {
  return html`<span class="chip ${verdict}">${mark(verdict)}${verdict}</span>`
}

/** The counts of the verdicts; verdicts without findings are left out. */
export function tally(counts: Readonly<Record<Verdict, number>>): Markup {
  const parts = verdicts.filter((verdict) => counts[verdict] > 0)
  return html`${parts.map(
    (verdict) =>
      html`<span class="count ${verdict}" title="${verdict}">${mark(verdict)}${counts[verdict]}<span class="aside"> ${nounOf(verdict, counts[verdict])}</span></span> `,
  )}`
}

/** The head of a table: the names of its columns. */
export function tableHead(columns: readonly string[]): Markup {
  return html`<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>`
}

/** Wraps content that may be wider than the page. It scrolls by itself, and the keyboard reaches it. */
export function scrolled(name: string, content: Markup): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${name}">${content}</div>`
}

/** A table that scrolls by itself. On a phone each row is a card, and the label of each cell stands before it. */
export function cards(name: string, columns: readonly string[], rows: readonly Part[], also = ''): Markup {
  return scrolled(name, html`<table class="${also}cards">${tableHead(columns)}<tbody>${rows}</tbody></table>`)
}
