import { expect, test } from 'vitest'
import { countedApart, summaryText } from './summary.ts'

const counted = (count: number) => ({ values: { count }, thresholds: { 'count>=0': { ok: true } } })
const textOf = (requests: number, statuses: Readonly<Record<number, number>>) =>
  summaryText(
    'smoke',
    {
      state: { testRunDurationMs: 1000 },
      metrics: {
        http_reqs: { values: { count: requests } },
        http_req_failed: { values: { rate: 0 }, thresholds: { 'rate<=0.5': { ok: true } } },
        ...Object.fromEntries(
          Object.entries(statuses).map(([status, count]) => [`http_reqs{status:${status}}`, counted(count)]),
        ),
      },
    },
    () => 1,
  )

test.for([
  [{ 429: 3 }, /3 limited \(429\)/, /refused|not found/],
  [
    { 401: 60, 403: 20 },
    /\n {2}80 refused the key \(401, 403\): this is no load on the service, see API_KEY\n/,
    /✓ http_reqs/,
  ],
  [{ 401: 2 }, /\n {2}2 refused the key \(401, 403\)\n/, /no load/],
  [{ 404: 80 }, /\n {2}all were not found \(404\): is BASE_URL right\?\n/, /refused/],
  [{ 404: 79 }, /✓ http_req_failed/, /not found/],
] as const)('the summary of 80 requests, of them %j by status', ([statuses, told, untold]) => {
  expect(textOf(80, statuses)).toMatch(told)
  expect(textOf(80, statuses)).not.toMatch(untold)
})

test('the thresholds that only count statuses are not shown as thresholds', () => {
  expect(Object.keys(countedApart)).toHaveLength(4)
  expect(textOf(80, { 429: 0, 401: 0, 403: 0, 404: 0 })).not.toContain('count>=0')
})
