import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Results } from '../../evidence/results.ts'
import type { Evidence, Format } from '../formats/format.ts'
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
import { html, Markup, type Part } from './view/markup.ts'

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

/** A section of the page. A body that is a mere text says why there is nothing to show; without a body there is no section. */
interface Section {
  readonly id: string
  readonly heading: string
  /** Its name in the navigation, where that is not the heading; null for none. */
  readonly link?: string | null
  readonly body: (results: Results, evidence: Evidence) => Part
}

const sections: readonly Section[] = [
  { id: 'violations', heading: 'What broke', body: broken },
  { id: 'products', heading: 'Products', body: products },
  { id: 'gaps', heading: headings.gaps, link: 'Not tested', body: gaps },
  { id: 'matrix', heading: 'Operations and checks', link: 'Matrix', body: matrix },
  { id: 'limits', heading: headings.limits, body: limits },
  { id: 'load', heading: headings.load, body: load },
  { id: 'trend', heading: 'Trend', body: trend },
  { id: 'silence', heading: 'Not covered by the specification', link: 'Undocumented', body: silence },
  { id: 'ledger', heading: 'Coverage by sentence', link: 'By sentence', body: ledger },
  { id: 'catalogue', heading: 'Operation count', body: census },
  { id: 'run', heading: 'This run', link: null, body: runFacts },
]

/** `index.html`: the page for people. */
export const htmlPage = { file: 'index.html', render: pieces } satisfies Format

/** The whole page as one file, which loads nothing from elsewhere, in pieces. */
function* pieces(results: Results, evidence: Evidence): Generator<string> {
  const { run } = results
  const style = pageStyle(run.id)
  const script = readFileSync(scriptFile, 'utf8')
  const policy = `default-src 'none'; style-src '${integrity(style)}'; script-src '${integrity(script)}'; base-uri 'none'; form-action 'none'`
  const shown = sections
    .map((section) => ({ ...section, body: section.body(results, evidence) }))
    .filter(({ body }) => body !== null)
  const links = shown.filter(({ link }) => link !== null)
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
<nav aria-label="Sections"><ul>${links.map(({ id, heading, link }) => html`<li><a href="#${id}">${link ?? heading}</a></li>`)}</ul></nav>
<main id="content">
${shown.map(
  ({ id, heading, body }) => html`<section id="${id}"><h2>${heading}</h2>
${typeof body === 'string' ? html`<p class="none">${body}</p>` : body}</section>
`,
)}</main>
<dialog id="finding" tabindex="-1" aria-labelledby="finding-title"></dialog>
<script type="application/json" id="island">`.text
  yield* islandPieces(islandOf(results, evidence))
  yield html`</script>
<script type="module">${new Markup(script)}</script>
</body></html>
`.text
}

function trend({ run, summary }: Results, { past = [] }: Evidence): Markup | null {
  const { id, startedAt: time, exitCode } = run
  return past.length === 0 ? null : trendChart([...past, { id, time, exitCode, summary }])
}

const integrity = (text: string): string => `sha256-${hash('sha256', text, 'base64')}`
