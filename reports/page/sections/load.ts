import type { LimitResult, Results, ScenarioResult } from '../../../evidence/results.ts'
import { counted, duration } from '../../plain-text.ts'
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
<p><b>${sentence(limitLine(met))}</b> ${sentence(retryAfterLine(met))}</p>
<p class="aside">${met.why}</p>
${index < drawn && met.timeline.some(({ kind }) => kind === 'refused') && limitChart(met, index)}</article>`
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
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
  return html`<article><h3>${name} ${chip(verdict)}</h3>
<p>${counted(requests, 'request')} in ${duration(durationMs)}${k6Version !== null && ` with k6 ${k6Version}`}. ${why}</p>
${latency.length > 0 && latencyChart(ran, index)}</article>`
}
