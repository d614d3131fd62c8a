import { html, type Markup } from './markup.ts'

/** The head of a table: the names of its columns. */
export function tableHead(columns: readonly string[]): Markup {
  return html`<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>`
}

/** Wraps content that may be wider than the page. It scrolls by itself, and the keyboard reaches it. */
export function scrolled(name: string, content: Markup): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${name}">${content}</div>`
}

/** A section of the page that has nothing to show, and says why. */
export function emptySection(id: string, heading: string, why: string): Markup {
  return html`<section id="${id}"><h2>${heading}</h2><p class="none">${why}</p></section>`
}
