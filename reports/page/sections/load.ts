import { counted } from '../../../evidence/counted.ts'
import { checkOf, type Finding, headlineOf } from '../../../evidence/finding.ts'
import type { LimitResult, ScenarioResult, ThresholdResult } from '../../../evidence/load-results.ts'
import type { Results } from '../../../evidence/results.ts'
import { products } from '../../../fixtures/catalog/catalog.ts'
import type { Evidence } from '../../formats/format.ts'
import { limitLine, retryAfterLine } from '../../limit-words.ts'
import { measuredLines, sentAndWhy } from '../../load-words.ts'
import { capitalised, ended, present } from '../../plain-text.ts'
import { latencyChart, latencyRows } from '../charts/latency-chart.ts'
import { limitChart } from '../charts/limit-chart.ts'
import { html, type Markup, type Part } from '../view/markup.ts'
import { chip } from '../view/parts.ts'

/** How many limits are drawn; the others are only told in words. */
const drawn = 6

/** Each limit that was looked for: its kind and numbers, what was seen, and the verdicts on it. */
export function limits({ load, findings }: Results): Part {
  if (load.limits.length === 0) return 'No limit was looked for in this run.'
  return load.limits.map((met, index) => limit(met, index, findings))
}

function limit(met: LimitResult, index: number, findings: readonly Finding[]): Markup {
  const own = findings.filter(
    (finding) => checkOf(finding).startsWith('limits.') && (finding.operation ?? met.operation) === met.operation,
  )
  return html`<article class="limit"><h3 class="path">${met.operation}</h3>
<p><b>${capitalised(limitLine(met))}.</b> ${capitalised(retryAfterLine(met))}.</p>
<p>What was seen: ${met.seen}.</p>
<p class="aside">${met.why}</p>
<ul class="judged">${own.map(judged)}</ul>
${index < drawn && met.timeline.some(({ kind }) => kind === 'refused') && limitChart(met)}</article>`
}

function judged(finding: Finding): Markup {
  return html`<li>${chip(finding.verdict)} <a href="#finding-${finding.id}">${headlineOf(finding)}</a> <code>${finding.check}</code></li>`
}

/** Each scenario: what k6 was asked to deliver, whether it did, and how long the answers took. */
export function load({ load: { scenarios } }: Results, evidence: Evidence): Part {
  if (scenarios.length === 0) return 'No load scenario was run.'
  return scenarios.map((ran) => scenario(ran, evidence))
}

function scenario(ran: ScenarioResult, { dashboards = {} }: Evidence): Markup {
  const { name, verdict, why, k6Version, planned } = ran
  const rows = latencyRows(ran)
  const page = dashboards[name]
  return html`<article><h3>${name}</h3>
<p>${chip(verdict)} ${verdict !== 'pass' && 'Whether it was delivered as planned is not clear. '}${sentAndWhy(ran)}</p>
${measuredLines(ran.gaveWay !== null && why.includes(ran.gaveWay.why) ? { ...ran, gaveWay: null } : ran).map((line) => html`<p>${ended(capitalised(line))}</p>`)}
<p class="aside">${present(k6Version !== null && `k6 ${k6Version}`, planned.ratePerSecond !== null && `planned up to ${planned.ratePerSecond} requests a second`).join(', ')}${page !== undefined && html`, <a href="${page}">its own page of this scenario</a>`}</p>
${rows.length > 0 && latencyChart(name, rows)}
${ran.thresholds.length > 0 && html`<ul class="judged">${ran.thresholds.map(threshold)}</ul>`}
${rows.length > 0 && unasked(rows.map(({ product }) => product))}</article>`
}

/** A threshold of the team: what it allows, what was measured, and over how many requests. */
function threshold({ product, metric, limit, value, samples, verdict }: ThresholdResult): Markup {
  const told = (amount: number) =>
    metric === 'failed' ? `${Number((amount * 100).toPrecision(3))} %` : `${Number(amount.toPrecision(3))} ms`
  const whom = product === '*' ? 'all requests' : product
  const measured = value === null ? 'nothing was measured' : `${told(value)} over ${counted(samples, 'request')}`
  return html`<li>${chip(verdict)} ${metric} of ${whom} at most ${told(limit)}; ${measured}</li>`
}

/** Names the products that were not asked, so that nobody thinks that the chart forgot them. */
function unasked(shown: readonly string[]): Markup | null {
  const missing = products.map(({ product }) => product as string).filter((product) => !shown.includes(product))
  return missing.length === 0 ? null : html`<p class="aside">Not asked here: ${missing.join(', ')}.</p>`
}
