import { type Verdict, verdicts } from '../../evidence/verdict.ts'
import { html, type Markup, makeMarkup } from './markup.ts'
import { chipView } from './view/finding-view.ts'

/** The shape of a verdict, readable without colour: circle, cross, diamond, triangle or dash. */
export function mark(verdict: Verdict): Markup {
  return html`<i class="mark ${verdict}" aria-hidden="true"></i>`
}

/** A verdict as shape and word. */
export const chip = (verdict: Verdict): Markup => chipView(makeMarkup, verdict)

/** The word of a verdict after its number. */
export function nounOf(verdict: Verdict, number: number): string {
  return verdict === 'violation' && number !== 1 ? 'violations' : verdict
}

/** The counts of the verdicts; verdicts without findings are left out. */
export function tally(counts: Readonly<Record<Verdict, number>>): Markup {
  const parts = verdicts.filter((verdict) => counts[verdict] > 0)
  return html`${parts.map(
    (verdict) =>
      html`<span class="count ${verdict}" title="${verdict}">${mark(verdict)}${counts[verdict]}<span class="aside"> ${nounOf(verdict, counts[verdict])}</span></span> `,
  )}`
}
