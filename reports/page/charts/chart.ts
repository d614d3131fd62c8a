import type { Verdict } from '../../../evidence/verdict.ts'
import { html, type Markup, type Part } from '../view/markup.ts'
import { scrolled, tableHead } from '../view/parts.ts'

/** The roles of colours in a chart. `base.css` gives each role its colour, for light, dark and print. */
export type Role = 'quiet' | 'line' | 'strong' | 'accent' | 'ground' | Verdict

/** The area to draw on, in units of the drawing. */
export interface Canvas {
  readonly width: number
  /** True on a phone: fewer ticks, shorter labels. */
  readonly narrow: boolean
}

interface Drawing {
  readonly height: number
  readonly body: Part
}

/** A chart is drawn twice, so that its letters are legible on a phone too. */
const canvases: readonly Canvas[] = [
  { width: 840, narrow: false },
  { width: 360, narrow: true },
]

/** A static picture, drawn for wide and for narrow pages. `says` is its text for those who do not see it. */
export function chart(says: string, draw: (canvas: Canvas) => Drawing): Markup {
  return html`${canvases.map((canvas) => {
    const { height, body } = draw(canvas)
    return html`<div class="chart ${canvas.narrow ? 'narrow' : 'wide'}" role="img" aria-label="${says}"><svg viewBox="0 0 ${canvas.width} ${height}" aria-hidden="true" focusable="false">${body}</svg></div>`
  })}`
}

/** Maps values from 0 to `most` to places between `from` and `to`. Larger values are put at `to`. */
export function scale(most: number, from: number, to: number): (value: number) => number {
  return (value) => from + (Math.min(value, most) / Math.max(most, Number.MIN_VALUE)) * (to - from)
}

/** About so many round numbers, from zero to the largest value or just past it. */
export function ticks(most: number, about: number, whole = false): readonly number[] {
  const rough = Math.max(most, whole ? 1 : Number.MIN_VALUE) / about
  const power = 10 ** Math.floor(Math.log10(rough))
  const nice = [1, 2, 5, 10].map((step) => step * power).find((step) => step >= rough) ?? rough
  const step = whole ? Math.max(1, Math.round(nice)) : nice
  const count = Math.ceil(most / step - 1e-9)
  return Array.from({ length: Math.max(1, count) + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}

/** A coordinate with one decimal: a screen shows no more. */
const at = (value: number): string => String(Number(value.toFixed(1)))

export function line(role: Role, x1: number, y1: number, x2: number, y2: number, width = 1, dashed = false): Markup {
  return html`<line stroke="var(--${role})" x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" stroke-width="${width}"${dashed && html` stroke-dasharray="4 3"`}/>`
}

export function bar(role: Role, x: number, y: number, width: number, height: number): Markup {
  return html`<rect fill="var(--${role})" x="${at(x)}" y="${at(y)}" width="${at(Math.max(0, width))}" height="${at(height)}"/>`
}

type Anchor = 'start' | 'middle' | 'end'

export function label(text: Part, x: number, y: number, anchor: Anchor = 'start', role: Role = 'quiet'): Markup {
  return html`<text fill="var(--${role})" x="${at(x)}" y="${at(y)}" text-anchor="${anchor}">${text}</text>`
}

/** Signs for single values. Each has its own shape, so that nobody needs the colour. */
const signs = {
  circle: (x: number, y: number) => `M${at(x - 4)} ${at(y)}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z`,
  diamond: (x: number, y: number) => `M${at(x)} ${at(y - 5.5)}l5.5 5.5l-5.5 5.5l-5.5 -5.5Z`,
  triangle: (x: number, y: number) => `M${at(x)} ${at(y - 5)}l5.5 10h-11Z`,
  cross: (x: number, y: number) => `M${at(x - 5)} ${at(y - 3)}l2 -2l3 3l3 -3l2 2l-3 3l3 3l-2 2l-3 -3l-3 3l-2 -2l3 -3Z`,
} as const
export type ChartSign = keyof typeof signs

/** A sign with its middle at the place. */
export function sign(kind: ChartSign, role: Role, x: number, y: number): Markup {
  return html`<path fill="var(--${role})" d="${signs[kind](x, y)}"/>`
}

/** The legend above a chart: its signs and their meanings. */
export function legend(entries: readonly (readonly [drawn: Markup, words: string])[]): Markup {
  return html`<ul class="legend">${entries.map(
    ([drawn, words]) =>
      html`<li><svg viewBox="0 0 14 14" aria-hidden="true" focusable="false">${drawn}</svg>${words}</li>`,
  )}</ul>`
}

/** The numbers of a chart as a folded table, for readers who do not see the chart or want exact values. */
export function numbers(caption: string, head: readonly string[], rows: readonly (readonly Part[])[]): Markup {
  return html`<details class="numbers"><summary>The numbers</summary>${scrolled(
    caption,
    html`<table>${tableHead(head)}<tbody>${rows.map(
      ([first, ...rest]) => html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`,
    )}</tbody></table>`,
  )}</details>`
}
