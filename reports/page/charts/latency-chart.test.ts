import { expect, test } from 'vitest'
import { reportedRun } from '../../../trust/recordings/recordings.ts'
import { latencyChart, latencyRows } from './latency-chart.ts'

const latency = [
  { product: 'Teams', count: 4, p50: 5, p95: 9, p99: 9 },
  { product: 'Pages', count: 99, p50: 5, p95: 20, p99: 60 },
  { product: 'Ads', count: 100, p50: 6, p95: 30, p99: 90 },
]

test('no percentile is told of fewer answers than it takes', () => {
  const rows = latencyRows({ latency })
  expect(rows.map(({ product, p95, p99 }) => [product, p95, p99])).toEqual([
    ['Teams', null, null],
    ['Pages', 20, null],
    ['Ads', 30, 90],
  ])
})

test.for(['healthy', 'limited'] as const)(
  'no product of a real run has a p99 of fewer than 100 answers: %s',
  (name) => {
    for (const scenario of reportedRun(name).results.load.scenarios) {
      for (const { answers, p99 } of latencyRows(scenario)) expect(p99 === null || answers >= 100).toBe(true)
    }
  },
)

test('each product has the number of its answers beside it, drawn and in the table', () => {
  const { text } = latencyChart('smoke', latencyRows({ latency }))
  for (const { product, count } of latency) {
    expect(text).toContain(`>${product}</text>`)
    expect(text).toContain(`>n ${count}</text>`)
  }
  expect(text).toContain(
    '<th scope="row">Teams</th><td>4</td><td>5</td><td>too few answers</td><td>too few answers</td>',
  )
})

test('a sign is explained only where it is drawn', () => {
  expect(latencyChart('smoke', latencyRows({ latency: latency.slice(0, 2) })).text).not.toContain('99 in 100')
  expect(latencyChart('smoke', latencyRows({ latency })).text).toContain('99 in 100')
})
