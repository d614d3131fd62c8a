import { counted } from '../../../evidence/counted.ts'
import type { ExitCode, Results } from '../../../evidence/results.ts'
import { nounOf, type Verdict, verdicts } from '../../../evidence/verdict.ts'
import { askedLine, judgedLine } from '../../coverage.ts'
import { newsOf } from '../../news.ts'
import { duration } from '../../plain-text.ts'
import { releaseSentences } from '../../release.ts'
import { meanings, outcomeWords } from '../../words.ts'
import { html, type Markup } from '../view/markup.ts'
import { mark } from '../view/parts.ts'

const kinds: Readonly<Record<ExitCode, string>> = { 0: 'passed', 1: 'failed', 2: 'doubtful', 130: 'doubtful' }

/** The head of the page: the verdict on the run, the words about a release, the news, the counts and the main facts. */
export function masthead(results: Results): Markup {
  const { run } = results
  const words = outcomeWords[run.exitCode]
  const [sentence, uncovered] = releaseSentences(results)
  return html`<header class="masthead ${kinds[run.exitCode]}">
<p class="eyebrow">Platform API, ${run.profile} against ${run.target}</p>
<h1>${words.charAt(0) + words.slice(1).toLowerCase()}</h1>
<p class="release">${sentence}</p>
${uncovered !== undefined && html`<p class="release uncovered">${uncovered}</p>`}
<p class="outcome">${run.outcome}</p>
${newsOf(results).map((news) => html`<p class="news">${news}</p>`)}
${proportions(results)}
<ul class="counts">${verdicts.map((verdict) => count(verdict, results.summary[verdict]))}</ul>
<p class="facts">${facts(results).map((fact) => html`<span>${fact}</span> `)}</p>
</header>`
}

/** A verdict with its count and its meaning, since a reader meets the word here first. */
function count(verdict: Verdict, number: number): Markup {
  return html`<li class="${verdict}"><a href="#matrix" data-verdict="${verdict}">${mark(verdict)}<b>${number}</b> ${nounOf(verdict, number)}</a><span class="meaning">${meanings[verdict]}</span></li>`
}

/** The verdicts as parts of one bar. No part is too thin to be seen. */
function proportions({ summary, findings }: Results): Markup {
  const least = 6
  const shown = verdicts.filter((verdict) => summary[verdict] > 0)
  const widths = shown.map((verdict) => Math.max(least, (summary[verdict] / findings.length) * 1000))
  const scale = 1000 / widths.reduce((sum, width) => sum + width, 0)
  let left = 0
  const bars = shown.map((verdict, index) => {
    const width = (widths[index] ?? 0) * scale
    const bar = html`<rect fill="var(--${verdict === 'not-exercised' ? 'strong' : verdict})" x="${left.toFixed(1)}" y="0" width="${Math.max(1, width - 2).toFixed(1)}" height="10"/>`
    left += width
    return bar
  })
  return html`<svg class="proportions" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">${bars}</svg>`
}

/** The main facts of the run, on one line; the others stand at the end of the page. */
function facts(results: Results): string[] {
  const { run } = results
  return [
    run.baseUrl,
    `policy ${run.policy}`,
    `${counted(run.requests, 'request')} in ${duration(run.durationMs)}`,
    askedLine(results),
    judgedLine(run),
    `${run.startedAt.slice(0, 16).replace('T', ' ')} UTC`,
  ]
}
