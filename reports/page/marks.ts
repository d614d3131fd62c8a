import { type Verdict, verdicts } from '../../evidence/verdict.ts'
import { html, type Markup } from './markup.ts'

/** What each word means, for whoever reads one for the first time. */
export const meanings: Readonly<Record<Verdict, string>> = {
  pass: 'The specification says it, and the answer agrees.',
  violation: 'The specification, HTTP or JSON says it, and the answer disagrees.',
  undocumented: 'The answer is outside what is shown; the specification is silent about whether it may be.',
  inconclusive: 'The evidence cannot tell.',
  'not-exercised': 'Not asked, or the situation did not arise; the reason is given.',
}

/** The shape of a verdict: circle, cross, diamond, triangle or dash, told apart without colour. */
export function mark(verdict: Verdict): Markup {
  return html`<i class="mark ${verdict}" aria-hidden="true"></i>`
}

/** A verdict as shape and word. */
export function chip(verdict: Verdict): Markup {
  return html`<span class="chip ${verdict}">${mark(verdict)}${verdict}</span>`
}

/** Counts of the five, those of nothing left out. */
export function tally(counts: Readonly<Record<Verdict, number>>): Markup {
  const parts = verdicts.filter((verdict) => counts[verdict] > 0)
  return html`${parts.map(
    (verdict) =>
      html`<span class="count ${verdict}" title="${verdict}">${mark(verdict)}${counts[verdict]}<span class="aside"> ${verdict}</span></span> `,
  )}`
}
