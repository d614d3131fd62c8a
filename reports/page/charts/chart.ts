import { createRequire } from 'node:module'
import type { EChartsCoreOption } from 'echarts'
import { html, Markup, type Part } from '../markup.ts'

/** The roles that a colour of a chart may have: what colour that is, the style sheet says, for light, dark and print. */
const roles = {
  text: '#010101',
  line: '#010102',
  accent: '#010103',
  pass: '#010104',
  violation: '#010105',
  undocumented: '#010106',
  inconclusive: '#010107',
  'not-exercised': '#010108',
  shade: '#010109',
} as const

export type Role = keyof typeof roles

/** The stand-in for a colour while a chart is drawn. */
export function colour(role: Role): string {
  return roles[role]
}

/** Loaded when the first chart is drawn, and by `require`, so that drawing stays a plain function. */
const load = createRequire(import.meta.url)

/** A chart is drawn twice, so that its letters stay legible on a phone as well. */
const widths = { wide: 1040, narrow: 360 } as const

/** Draws a chart as SVG, once for wide pages and once for narrow ones, with a text that says what it shows. */
export function chart(
  name: string,
  says: string,
  height: number,
  option: (narrow: boolean) => EChartsCoreOption,
): Markup {
  const drawn = Object.entries(widths).map(([kind, width]) => {
    const svg = svgOf(`${name}-${kind}`, width, height, option(kind === 'narrow'))
    return html`<div class="chart ${kind}" role="img" aria-label="${says}">${svg}</div>`
  })
  return html`${drawn}`
}

function svgOf(name: string, width: number, height: number, option: EChartsCoreOption): Markup {
  const echarts = load('echarts') as typeof import('echarts')
  const drawing = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height })
  drawing.setOption({ animation: false, textStyle: { color: roles.text }, ...option })
  const svg = drawing.renderToSVGString()
  drawing.dispose()
  return new Markup(cleaned(svg, name))
}

/**
 * Takes out what the page's policy forbids (inline styles), what only a live chart needs, and the counters that differ from
 * drawing to drawing; colours become roles.
 */
function cleaned(svg: string, name: string): string {
  const bare = svg
    .replace(/<style\b[\s\S]*?<\/style>/g, '')
    .replace(/ (?:style|class|ecmeta_\w+|pointer-events)="[^"]*"/g, '')
    .replace(/ xmlns:xlink="[^"]*"| version="[^"]*"| baseProfile="[^"]*"/g, '')
    .replace(/<svg width="\d+" height="\d+"/, '<svg focusable="false" aria-hidden="true"')
    .replaceAll(/zr\d+-/g, `${name}-`)
    .replace(/\n/g, '')
  return Object.entries(roles).reduce((text, [role, hex]) => {
    const rgb = `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(',')})`
    return text
      .replaceAll(`fill="${hex}"`, `data-fill="${role}"`)
      .replaceAll(`fill="${rgb}"`, `data-fill="${role}"`)
      .replaceAll(`stroke="${hex}"`, `data-stroke="${role}"`)
      .replaceAll(`stroke="${rgb}"`, `data-stroke="${role}"`)
  }, bare)
}

/** The numbers of a chart as a table, folded away: for whoever does not see it, and for whoever wants them exactly. */
export function numbers(label: string, head: readonly string[], rows: readonly (readonly Part[])[]): Markup {
  return html`<details class="numbers"><summary>The numbers</summary>${scrolled(
    label,
    html`<table><thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead><tbody>${rows.map(
      ([first, ...rest]) => html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`,
    )}</tbody></table>`,
  )}</details>`
}

/** What may be wider than the page scrolls in a place of its own, which the keyboard reaches. */
export function scrolled(label: string, content: Markup): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">${content}</div>`
}
