import { checkOf } from '../../../evidence/finding.ts'
import type { Results } from '../../../evidence/results.ts'
import { verdicts } from '../../../evidence/verdict.ts'
import { meanings } from '../../words.ts'
import { wordsOf } from '../story-parts.ts'
import { html, type Markup } from '../view/markup.ts'
import { mark } from '../view/parts.ts'

/** The frame of the matrix: its filters and legend. The script of the page adds operations and checks. */
export function matrix(results: Results): Markup {
  const { findings, summary } = results
  const products = [...new Set(findings.map(({ product }) => product ?? 'whole service'))]
  const names = [...new Set([...Object.keys(wordsOf(results).questions), ...findings.map(checkOf)])]
  const options = (list: readonly string[]) => list.map((name) => html`<option>${name}</option>`)
  return html`<noscript><p>The matrix needs the script of this page; <code>summary.md</code> and <code>results.json</code> beside it need none.</p></noscript>
<form class="filters" id="filters">
<label>Product <select name="product"><option value="">all</option>${options(products)}</select></label>
<label>Check <select name="check"><option value="">all</option>${options(names)}</select></label>
<label class="search">Text <input type="search" name="text" placeholder="path, cause, message, id" autocomplete="off" spellcheck="false"></label>
<fieldset><legend>Verdict</legend>${verdicts.map(
    (verdict) =>
      html`<label class="toggle" title="${meanings[verdict]}"><input type="checkbox" name="verdict" value="${verdict}"><span>${mark(verdict)}${verdict} <span class="aside">${summary[verdict]}</span></span></label>`,
  )}</fieldset>
<button type="reset">Clear</button>
<output id="shown" aria-live="polite"></output>
</form>
<div id="nothing" class="nothing" hidden><p id="nothing-words"></p><button type="button" id="clear">Clear the filters</button></div>
<div class="scroll grid" id="grid" tabindex="-1"></div>
<p class="aside hint">Arrow keys move in the matrix, Enter opens. Where several findings share a cell, the gravest is shown. What broke comes first; a product opens and folds by its name.</p>
<h3>Findings</h3>
<div class="scroll" id="list" tabindex="0" role="region" aria-label="Findings"></div>
<p><button type="button" id="more" hidden>Show more</button></p>`
}
