import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Results } from '../../evidence/results.ts'
import type { Evidence } from '../formats/format.ts'
import { headings, titleOf } from '../words.ts'
import { trendChart } from './charts/trend-chart.ts'
import { islandOf, islandPieces } from './island.ts'
import { broken } from './sections/broken.ts'
import { census, runFacts } from './sections/census.ts'
import { gaps } from './sections/gaps.ts'
import { ledger } from './sections/ledger.ts'
import { limits, load } from './sections/load.ts'
import { masthead } from './sections/masthead.ts'
import { matrix } from './sections/matrix.ts'
import { products } from './sections/products.ts'
import { silence } from './sections/silence.ts'
import { html, Markup } from './view/markup.ts'

/** The parts of `script/` in one file, made by `npm run docs`. Without it each run would load a compiler to strip types. */
const scriptFile = new URL('script.js', import.meta.url)

/** The parts of the style sheet, in the order of the cascade. */
const sheets = [
  ...['base', 'masthead', 'navigation', 'broken', 'finding', 'tables'],
  ...['filters', 'matrix', 'charts', 'parts', 'phone', 'print'],
]

let sheet: string | undefined

/** The style of a page. Printed, each sheet of paper carries the id of the run. */
function pageStyle(runId: string): string {
  sheet ??= sheets.map((name) => readFileSync(new URL(`styles/${name}.css`, import.meta.url), 'utf8')).join('')
  return `${sheet}@page { @bottom-left { content: "Run ${runId.replace(/[^\w.:-]/g, '')}" } }\n`
}

/** The whole page as one file, which loads nothing from elsewhere, in pieces. */
export function* pagePieces(results: Results, evidence: Evidence): Generator<string> {
  const { run } = results
  const style = pageStyle(run.id)
  const script = readFileSync(scriptFile, 'utf8')
  const policy = `default-src 'none'; style-src '${hash(style)}'; script-src '${hash(script)}'; base-uri 'none'; form-action 'none'`
  yield html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${titleOf(run)}</title>
<style>${new Markup(style)}</style></head>
<body><a class="skip" href="#content">Skip to the content</a>
${masthead(results)}
${navigation(evidence)}
<main id="content">
${broken(results, evidence)}
${products(results)}
${gaps(results)}
${matrix(results)}
${limits(results)}
${load(results, evidence)}
${trend(results, evidence)}
${silence(results)}
${ledger(results)}
${census(results)}
${runFacts(results)}
</main>
<dialog id="finding" tabindex="-1" aria-labelledby="finding-title"></dialog>
<script type="application/json" id="island">`.text
  yield* islandPieces(islandOf(results, evidence))
  yield html`</script>
<script type="module">${new Markup(script)}</script>
</body></html>
`.text
}

function navigation({ past = [] }: Evidence): Markup {
  const links = [
    ['violations', headings.broken],
    ['products', headings.products],
    ['gaps', 'Not tested'],
    ['matrix', 'Matrix'],
    ['limits', headings.limits],
    ['load', headings.load],
    ...(past.length > 0 ? [['trend', headings.trend] as const] : []),
    ['silence', 'Not covered'],
    ['ledger', 'By sentence'],
    ['catalogue', 'Operation count'],
  ] as const
  return html`<nav aria-label="Sections"><ul>${links.map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>`
}

function trend({ run, summary }: Results, { past = [] }: Evidence): Markup | null {
  if (past.length === 0) return null
  const { id, startedAt, exitCode } = run
  return html`<section id="trend"><h2>${headings.trend}</h2>${trendChart([...past, { id, startedAt, exitCode, summary }])}</section>`
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
