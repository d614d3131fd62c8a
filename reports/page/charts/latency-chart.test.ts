import { expect, test } from 'vitest'
import type { ThresholdResult } from '../../../evidence/load-results.ts'
import { reportedRun } from '../../../trust/recordings/recordings.ts'
import { latencyChart, latencyRows } from './latency-chart.ts'

const latency = [
  { product: 'Teams', count: 4, p50: 5, p95: 9, p99: 9 },
  { product: 'Pages', count: 99, p50: 5, p95: 20, p99: 60 },
  { product: 'Ads', count: 100, p50: 6, p95: 30, p99: 90 },
]

type Measured = (typeof latency)[number]

/** The part of a scenario's result from which the rows are made. */
const scenarioOf = (rows: readonly Measured[]) => ({
  products: Object.fromEntries(
    rows.map(({ product, count, p50, p95, p99 }) => [
      product,
      { requests: count, failed: 0, limited: 0, latencyMs: { p50, p95, p99, max: p99 } },
    ]),
  ),
  thresholds: [] as ThresholdResult[],
  sent: rows.reduce((sum, { count }) => sum + count, 0),
  latencyMs: { p50: 6, p95: 25, p99: 80, max: 90 },
})

test('no percentile is told where there are too few answers for it', () => {
  const rows = latencyRows(scenarioOf(latency))
  expect(rows.map(({ product, p95, p99 }) => [product, p95, p99])).toEqual([
    ['all together', 25, 80],
    ['Teams', null, null],
    ['Pages', 20, null],
    ['Ads', 30, 90],
  ])
})

test.for(['healthy', 'limited'] as const)(
  'no product of a real run has a p99 from fewer than 100 answers: %s',
  (name) => {
    for (const scenario of reportedRun(name).results.load.scenarios) {
      for (const { answers, p99 } of latencyRows(scenario)) expect(p99 === null || answers >= 100).toBe(true)
    }
  },
)

test('the chart and its table show the number of answers beside each product', () => {
  const { text } = latencyChart('smoke', latencyRows(scenarioOf(latency)))
  for (const { product, count } of latency) {
    expect(text).toContain(`>${product}</text>`)
    expect(text).toContain(`>n ${count}</text>`)
  }
  expect(text).toContain(
    '<th scope="row">Teams</th><td>4</td><td>5</td><td>too few answers</td><td>too few answers</td>',
  )
})

test('the legend explains a sign only where it is drawn', () => {
  expect(latencyChart('smoke', latencyRows(scenarioOf(latency.slice(0, 1)))).text).not.toContain('99 in 100')
  expect(latencyChart('smoke', latencyRows(scenarioOf(latency))).text).toContain('99 in 100')
})

test('a threshold is drawn where it is set, and the legend tells whether it was kept', () => {
  const threshold = { metric: 'p95' as const, value: 25, samples: 203 }
  const { text } = latencyChart(
    'average',
    latencyRows({
      ...scenarioOf(latency),
      thresholds: [
        { ...threshold, product: '*', limit: 400, verdict: 'pass', ok: true },
        { ...threshold, product: 'Ads', limit: 20, verdict: 'violation', ok: false },
        { ...threshold, product: 'Pages', limit: 30, verdict: 'inconclusive', ok: false },
        { ...threshold, product: '*', metric: 'failed', limit: 0.01, verdict: 'pass', ok: true },
      ],
    }),
  )
  expect(text).toContain('threshold of your team, kept')
  expect(text).toContain('threshold of your team, not kept')
  expect(text).toContain('threshold of your team, not clear whether it was kept')
  // Each is drawn for wide pages, for narrow pages and in the legend. A share of failures is not drawn among times.
  expect(text.match(/stroke="var\(--pass\)"/g)).toHaveLength(3)
  expect(text.match(/stroke="var\(--violation\)"/g)).toHaveLength(3)
  expect(latencyChart('smoke', latencyRows(scenarioOf(latency))).text).not.toContain('threshold')
})
