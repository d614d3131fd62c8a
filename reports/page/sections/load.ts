import type { LimitResult, Results, ScenarioResult } from '../../../evidence/results.ts'
import { capitalised, counted, duration } from '../../plain-text.ts'
import { limitLine, retryAfterLine } from '../../story.ts'
import { latencyChart } from '../charts/latency-chart.ts'
import { limitChart } from '../charts/limit-chart.ts'
import { chip } from '../marks.ts'
import { html, type Markup } from '../markup.ts'

/** Limits that are drawn; the others are told in words. */
const drawn = 6

/** Every limit that was met: what was inferred, whether Retry-After was right, and how it went. */
export function limits({ load }: Results): Markup {
  if (load.limits.length === 0) {
    return html`<section id="limits"><h2>Limits</h2><p class="none">No limit was looked for in this run.</p></section>`
  }
  return html`<section id="limits"><h2>Limits</h2>${load.limits.map(limit)}</section>`
}

function limit(met: LimitResult, index: number): Markup {
  return html`<article class="limit"><h3>${met.operation} ${chip(met.verdict)}</h3>
<p><b>${capitalised(limitLine(met))}.</b> ${capitalised(retryAfterLine(met))}.</p>
<p class="aside">${met.why}</p>
${index < drawn && met.timeline.some(({ kind }) => kind === 'refused') && limitChart(met, index)}</article>`
}

/** What k6 was asked to deliver, whether it did, and how long the answers took. */
export function load({ load: { scenarios } }: Results): Markup {
  if (scenarios.length === 0) {
    return html`<section id="load"><h2>Load</h2><p class="none">No load scenario was run.</p></section>`
  }
  return html`<section id="load"><h2>Load</h2>${scenarios.map(scenario)}</section>`
}

function scenario(ran: ScenarioResult, index: number): Markup {
  const { name, verdict, why, requests, durationMs, k6Version, latency } = ran
  const sent = `${counted(requests, 'request')} in ${duration(durationMs)}`
  return html`<article><h3>${name} ${chip(verdict)}</h3>
<p>${sent}${k6Version !== null && ` with k6 ${k6Version}`}.${!why.startsWith(sent) && ` ${why}`}</p>
${latency.length > 0 && latencyChart(ran, index)}</article>`
}
