import type { ScenarioResult } from '../../../evidence/load-results.ts'
import { isDecided, type Verdict } from '../../../evidence/verdict.ts'
import { enoughFor } from '../../load-words.ts'
import { html, type Markup, type Part } from '../view/markup.ts'
import {
  bar,
  type Canvas,
  type ChartSign,
  chart,
  label,
  legend,
  line,
  numbers,
  type Role,
  scale,
  sign,
  ticks,
} from './chart.ts'

/** One product under load. Times are milliseconds; a percentile is null where too few answers came. */
type LatencyRow = ReturnType<typeof latencyRows>[number]

const percentiles = [
  ['p50', 'circle', 'accent', 'half of the answers came within'],
  ['p95', 'diamond', 'undocumented', '95 in 100 (from 20 answers on)'],
  ['p99', 'triangle', 'inconclusive', '99 in 100 (from 100 answers on)'],
] as const satisfies readonly (readonly [keyof LatencyRow, ChartSign, Role, string])[]

const tenths = (ms: number) => Math.round(ms * 10) / 10

/** The row of all requests together: its name in the chart, and its name in the team's thresholds. */
const together = { row: 'all together', threshold: '*' } as const

/** The rows of a scenario: one for all requests and one for each product. A percentile needs enough answers. */
export function latencyRows({
  products,
  thresholds,
  ...whole
}: Pick<ScenarioResult, 'products' | 'thresholds' | 'sent' | 'latencyMs'>) {
  const all = { requests: whole.sent, latencyMs: whole.latencyMs }
  const groups = Object.entries(products).length > 0 ? [[together.row, all] as const, ...Object.entries(products)] : []
  const measured = groups.flatMap(([product, { requests, latencyMs }]) =>
    latencyMs === null ? [] : [{ product, count: requests, ...latencyMs }],
  )
  const limitsOf = (row: string) => (row === together.row ? together.threshold : row)
  return measured.map(({ product, count, p50, p95, p99 }) => ({
    product,
    answers: count,
    p50: tenths(p50),
    p95: count < enoughFor.p95 ? null : tenths(p95),
    p99: count < enoughFor.p99 ? null : tenths(p99),
    /** Thresholds that a team set for a percentile here, milliseconds, and how each came out. */
    limits: thresholds.filter((one) => one.product === limitsOf(product) && one.metric !== 'failed'),
  }))
}

/** Draws how long the answers of a scenario took: a line for each product, with the number of its answers. */
export function latencyChart(name: string, rows: readonly LatencyRow[]): Markup {
  const slowest = rows.toSorted((one, other) => reachOf(other) - reachOf(one))[0]
  const says = `Milliseconds per product in ${name}; slowest: ${slowest?.product ?? 'none'}, half of its answers within ${milliseconds(slowest?.p50 ?? 0)}.`
  const shown = percentiles.filter(([key]) => rows.some((row) => row[key] !== null))
  const limits = limitWords.filter(([told]) =>
    rows.some(({ limits }) => limits.some(({ verdict }) => told === verdict)),
  )
  return html`${legend([
    ...shown.map(([, kind, role, words]) => [sign(kind, role, 7, 7), words] as const),
    ...limits.map(([verdict, words]) => [limitMark(verdict, 7, 7), words] as const),
  ])}
${chart(says, (canvas) => drawn(rows, canvas))}
${numbers(
  `Latency of ${name} in milliseconds`,
  ['Product', 'Answers', 'p50 ms', 'p95 ms', 'p99 ms'],
  rows.map(({ product, answers, p50, p95, p99 }) => [product, answers, p50, told(p95), told(p99)]),
)}`
}

/** The words in the legend for the verdict on a threshold. */
const limitWords = [
  ['pass', 'threshold of your team, kept'],
  ['inconclusive', 'threshold of your team, not clear whether it was kept'],
  ['violation', 'threshold of your team, not kept'],
] as const

/** An upright line: thin where the result is not clear, broken where the threshold was exceeded. So nobody needs the colour. */
function limitMark(verdict: Verdict, x: number, y: number): Markup {
  return line(verdict, x, y - 10, x, y + 10, isDecided({ verdict }) ? 3 : 1.5, verdict === 'violation')
}

const rowHeight = 26
const top = 8

function drawn(rows: readonly LatencyRow[], { width, narrow }: Canvas) {
  const left = narrow ? 132 : 190
  const steps = ticks(Math.max(...rows.map(reachOf)), narrow ? 3 : 6)
  const x = scale(steps.at(-1) ?? 1, left, width - 30)
  const foot = top + rows.length * rowHeight
  const axis = steps.map((step) => [
    line('line', x(step), top, x(step), foot),
    label(milliseconds(step), x(step), foot + 16, 'middle'),
  ])
  return {
    height: foot + 24,
    body: [axis, rows.map((row, index) => rowOf(row, top + (index + 0.5) * rowHeight, x, left))],
  }
}

function rowOf(row: LatencyRow, y: number, x: (value: number) => number, left: number): Part {
  const signs = percentiles.flatMap(([key, kind, role]) => {
    const value = row[key]
    return value === null ? [] : [sign(kind, role, x(value), y)]
  })
  return [
    label(row.product, 0, y + 4),
    label(`n ${row.answers}`, left - 14, y + 4, 'end'),
    bar('strong', x(row.p50), y - 1, x(reachOf(row)) - x(row.p50), 2),
    row.limits.map(({ limit, verdict }) => limitMark(verdict, x(limit), y)),
    signs,
  ]
}

function reachOf({ p50, p95, p99, limits }: LatencyRow): number {
  return Math.max(p50, p95 ?? 0, p99 ?? 0, ...limits.map(({ limit }) => limit))
}

const milliseconds = (value: number): string => `${Number(value.toPrecision(3))} ms`

const told = (value: number | null): string => (value === null ? 'too few answers' : String(value))
