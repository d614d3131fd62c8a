import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Results } from '../../evidence/results.ts'
import { type Evidence, pastOf } from '../formats/format.ts'
import { groupsOf, verdictWords } from '../story.ts'
import { trendChart } from './charts/trend-chart.ts'
import { islandOf } from './island.ts'
import { html, jsonIsland, Markup } from './markup.ts'
import { scriptOf } from './script.ts'
import { causes } from './sections/causes.ts'
import { census, words } from './sections/census.ts'
import { gaps } from './sections/gaps.ts'
import { ledger } from './sections/ledger.ts'
import { limits, load } from './sections/load.ts'
import { masthead } from './sections/masthead.ts'
import { matrix } from './sections/matrix.ts'
import { silence } from './sections/silence.ts'

/** The parts of the page's script in the order in which they need each other. */
const scripts = ['island.js', 'element.js', 'finding.js', 'matrix.js', 'list.js', 'page.js'] as const

/** The whole page: one file that asks nobody for anything. */
export function page(results: Results, given: Evidence): string {
  const evidence = { ...given, past: pastOf(results, given) }
  const style = source('style.css')
  const script = scriptOf(scripts.map((name) => ({ name, text: source(`script/${name}`) })))
  const policy = `default-src 'none'; style-src '${hash(style)}'; script-src '${hash(script)}'; base-uri 'none'; form-action 'none'`
  const { run } = results
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${verdictWords(run.exitCode)}: Platform API, ${run.profile} against ${run.target}</title>
<style>${new Markup(style)}</style></head>
<body><a class="skip" href="#content">Skip to the content</a>
${masthead(results, evidence)}
${navigation(results, evidence)}
<main id="content">
${causes(results, evidence)}
${gaps(results)}
${matrix(results)}
${limits(results)}
${load(results)}
${trend(results, evidence)}
${silence(results)}
${ledger(results)}
${census(results)}
${words(results)}
</main>
<dialog id="finding" aria-labelledby="finding-title"></dialog>
<script type="application/json" id="island">${jsonIsland(islandOf(results, evidence))}</script>
<script type="module">${new Markup(script)}</script>
</body></html>
`.text
}

function navigation(results: Results, { past = [] }: Evidence): Markup {
  const causes = groupsOf(results.findings, 'violation').length
  const links = [
    ['violations', causes === 0 ? 'Violations' : `Violations ${causes}`],
    ['gaps', 'Without an answer'],
    ['matrix', 'Matrix'],
    ['limits', 'Limits'],
    ['load', 'Load'],
    ...(past.length > 0 ? [['trend', 'Trend']] : []),
    ['silence', 'Silence'],
    ['ledger', 'Ledger'],
    ['catalogue', 'Catalogue'],
  ] as const
  return html`<nav aria-label="Sections"><ul>${links.map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>`
}

function trend({ run, summary }: Results, { past = [] }: Evidence): Markup | null {
  if (past.length === 0) return null
  const runs = [...past, { id: run.id, startedAt: run.startedAt, summary }]
  return html`<section id="trend"><h2>Trend</h2>${trendChart(runs)}</section>`
}

function source(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
