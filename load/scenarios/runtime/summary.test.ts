import { expect, test } from 'vitest'
import { countedApart, summaryText } from './summary.ts'

const counted = (count: number) => ({ values: { count }, thresholds: { 'count>=0': { ok: true } } })
const textOf = (requests: number, statuses: Readonly<Record<number, number>>, failed = 0) =>
  summaryText(
    'smoke',
    {
      state: { testRunDurationMs: 1000 },
      metrics: {
        http_reqs: { values: { count: requests } },
        http_req_failed: { values: { rate: failed }, thresholds: { 'rate<=0.5': { ok: true } } },
        http_req_duration: { values: {}, thresholds: { 'p(95)<=400': { ok: true } } },
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

test.for([
  ['✓', {}, 0],
  ['✓', { 401: 40, 429: 20 }, 0.2],
  ['✗', {}, 1],
  ['✗', { 401: 40, 429: 40 }, 0],
  ['✗', { 403: 20, 429: 40 }, 0.25],
] as const)(
  '%s: a threshold of time, where of 80 requests these were refused: %j, and failed as a share: %d',
  ([tick, statuses, failed]) => {
    expect(textOf(80, statuses, failed)).toContain(`  ${tick} http_req_duration p(95)<=400`)
  },
)

test.for(['gave_way', 'dropped_iterations{scenario:breakpoint}', 'dropped_iterations{scenario:default}'])(
  'a breakpoint gave way where it was refused, or its own requests dropped: %s',
  (metric) => {
    const crossed = { values: {}, thresholds: { 'count<=9': { ok: false } } }
    const text = summaryText(
      'breakpoint',
      { state: { testRunDurationMs: 1000 }, metrics: { [metric]: crossed } },
      () => 1,
    )
    expect(text.includes('it gave way')).toBe(!metric.endsWith('default}'))
  },
)

test('the thresholds that only count statuses are not shown as thresholds', () => {
  expect(Object.keys(countedApart)).toHaveLength(4)
  expect(textOf(80, { 429: 0, 401: 0, 403: 0, 404: 0 })).not.toContain('count>=0')
})
