import type { ExitCode, Results } from '../../../evidence/results.ts'
import { verdicts } from '../../../evidence/verdict.ts'
import type { Evidence } from '../../formats/format.ts'
import { counted, duration } from '../../plain-text.ts'
import { verdictWords } from '../../story.ts'
import { mark } from '../marks.ts'
import { html, type Markup } from '../markup.ts'

const kinds: Readonly<Record<ExitCode, string>> = { 0: 'passed', 1: 'failed', 2: 'doubtful', 130: 'doubtful' }

/** The verdict on the run, what is new, the counts of the five, and what run it was. */
export function masthead(results: Results, evidence: Evidence): Markup {
  const { run } = results
  const words = verdictWords(run.exitCode)
  return html`<header class="masthead ${kinds[run.exitCode]}">
<p class="eyebrow">Platform API, ${run.profile} against ${run.target}</p>
<h1>${words.charAt(0) + words.slice(1).toLowerCase()}</h1>
<p class="outcome">${run.outcome}</p>
<p class="news">${news(results, evidence)}</p>
${proportions(results)}
<ul class="counts">${verdicts.map(
    (verdict) =>
      html`<li class="${verdict}"><a href="#matrix" data-verdict="${verdict}">${mark(verdict)}<b>${results.summary[verdict]}</b> ${verdict}</a></li>`,
  )}</ul>
<p class="facts">${facts(results).map((fact) => html`<span>${fact}</span> `)}</p>
</header>`
}

/** What the run before tells of this one, as far as it is known. */
function news({ summary, findings }: Results, { past = [], fresh }: Evidence): string {
  const before = past.at(-1)
  if (before === undefined && fresh === undefined) return 'There is no earlier run to compare with.'
  const since = before === undefined ? '' : ` since ${before.startedAt.slice(0, 10)}`
  if (fresh !== undefined) {
    const news = findings.filter(({ id, verdict }) => verdict === 'violation' && fresh.has(id)).length
    return news === 0 ? `Nothing broke${since} that was whole before.` : `${counted(news, 'violation')} new${since}.`
  }
  const change = summary.violation - (before?.summary.violation ?? 0)
  const on = before === undefined ? '' : ` on ${before.startedAt.slice(0, 10)}`
  if (change === 0) return `As many violations as${on}.`
  return `${Math.abs(change)} ${change > 0 ? 'more' : 'fewer'} ${Math.abs(change) === 1 ? 'violation' : 'violations'} than${on}.`
}

/** The five as lengths of one bar. A violation is never too thin to be seen. */
function proportions({ summary, findings }: Results): Markup {
  const least = 6
  const shown = verdicts.filter((verdict) => summary[verdict] > 0)
  const widths = shown.map((verdict) => Math.max(least, (summary[verdict] / findings.length) * 1000))
  const scale = 1000 / widths.reduce((sum, width) => sum + width, 0)
  let left = 0
  const bars = shown.map((verdict, index) => {
    const width = (widths[index] ?? 0) * scale
    const bar = html`<rect data-fill="${verdict}" x="${left.toFixed(1)}" y="0" width="${Math.max(1, width - 2).toFixed(1)}" height="10"/>`
    left += width
    return bar
  })
  return html`<svg class="proportions" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">${bars}</svg>`
}

/** What run it was, in a line; the rest stands at the end of the page. */
function facts({ run, catalog }: Results): string[] {
  return [
    run.baseUrl,
    `policy ${run.policy}`,
    `${counted(run.requests, 'request')} in ${duration(run.durationMs)}`,
    `${catalog.listed + catalog.extended} of ${catalog.claimed} operations`,
    `${run.startedAt.slice(0, 16).replace('T', ' ')} UTC`,
  ]
}
