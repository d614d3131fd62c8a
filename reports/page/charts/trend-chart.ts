import { verdicts } from '../../../evidence/verdict.ts'
import type { PastRun } from '../../formats/format.ts'
import { html, type Markup } from '../markup.ts'
import { chart, colour, numbers } from './chart.ts'

/** Draws violations and what could not be told over the runs, oldest first; all five stand in the table. */
export function trendChart(runs: readonly PastRun[]): Markup {
  const first = runs[0]
  const last = runs.at(-1)
  const says = `Violations over ${runs.length} runs: ${first?.summary.violation ?? 0} at first, ${last?.summary.violation ?? 0} now.`
  const text = { color: colour('text') }
  const days = runs.map(({ startedAt }) => startedAt.slice(5, 10))
  const drawn = chart('trend', says, 220, (narrow) => ({
    grid: { left: 40, right: 16, top: 34, bottom: 26 },
    legend: { top: 0, left: 0, itemHeight: 9, itemWidth: 14, itemGap: 24, textStyle: text },
    xAxis: {
      type: 'category',
      data: days,
      axisLabel: { ...text, interval: narrow ? Math.ceil(days.length / 5) : 'auto' },
      axisLine: { lineStyle: { color: colour('line') } },
      axisTick: { show: false },
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      splitNumber: 4,
      axisLabel: text,
      splitLine: { lineStyle: { color: colour('line') } },
    },
    series: [
      {
        name: 'violation',
        type: 'bar',
        barMaxWidth: 22,
        itemStyle: { color: colour('violation') },
        data: runs.map(({ summary }) => summary.violation),
      },
      {
        name: 'inconclusive',
        type: 'line',
        symbol: 'triangle',
        symbolSize: 8,
        lineStyle: { color: colour('inconclusive'), width: 1.5 },
        itemStyle: { color: colour('inconclusive') },
        data: runs.map(({ summary }) => summary.inconclusive),
      },
    ],
  }))
  const rows = runs
    .toReversed()
    .map(({ id, startedAt, summary }) => [
      startedAt.slice(0, 16).replace('T', ' '),
      id,
      ...verdicts.map((verdict) => summary[verdict]),
    ])
  return html`${drawn}${numbers('Counts of past runs', ['Started', 'Run', ...verdicts], rows)}`
}
