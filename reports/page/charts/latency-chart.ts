import type { ScenarioResult } from '../../../evidence/results.ts'
import { html, type Markup } from '../markup.ts'
import { chart, colour, numbers } from './chart.ts'

const percentiles = [
  ['p50', 'circle', 'accent'],
  ['p95', 'diamond', 'undocumented'],
  ['p99', 'triangle', 'inconclusive'],
] as const

/** Draws the percentiles of a scenario's latency, a line for each product from half of the answers to 99 in 100. */
export function latencyChart({ name, latency }: ScenarioResult, index: number): Markup {
  const rows = latency.toReversed()
  const slowest = latency.toSorted((one, other) => other.p99 - one.p99)[0]
  const says = `Milliseconds per product in ${name}; slowest at p99: ${slowest?.product ?? 'none'}, ${slowest?.p99 ?? 0} ms.`
  const text = { color: colour('text') }
  const drawn = chart(`latency-${index}`, says, 60 + latency.length * 26, (narrow) => ({
    grid: { left: narrow ? 88 : 110, right: 20, top: 30, bottom: 24 },
    legend: {
      top: 0,
      left: 0,
      itemHeight: 9,
      itemWidth: 12,
      itemGap: 20,
      textStyle: text,
      data: percentiles.map(([key]) => key),
    },
    xAxis: {
      type: 'value',
      min: 0,
      splitNumber: narrow ? 3 : 6,
      axisLabel: { ...text, formatter: '{value} ms' },
      splitLine: { lineStyle: { color: colour('line') } },
    },
    yAxis: {
      type: 'category',
      data: rows.map(({ product }) => product),
      axisLabel: text,
      axisLine: { show: false },
      axisTick: { show: false },
    },
    series: [
      { type: 'bar', stack: 'range', barWidth: 2, itemStyle: { color: 'none' }, data: rows.map(({ p50 }) => p50) },
      {
        type: 'bar',
        stack: 'range',
        barWidth: 2,
        itemStyle: { color: colour('line') },
        data: rows.map(({ p50, p99 }) => p99 - p50),
      },
      ...percentiles.map(([key, symbol, role]) => ({
        name: key,
        type: 'scatter',
        symbol,
        symbolSize: 10,
        itemStyle: { color: colour(role), opacity: 1 },
        data: rows.map((row, place) => [row[key], place]),
      })),
    ],
  }))
  const table = numbers(
    `Latency of ${name} in milliseconds`,
    ['Product', 'Requests', 'p50 ms', 'p95 ms', 'p99 ms'],
    latency.map(({ product, count, p50, p95, p99 }) => [product, count, p50, p95, p99]),
  )
  return html`${drawn}${table}`
}
