import { expect, test } from 'vitest'
import type { ScenarioResult } from '../evidence/load-results.ts'
import { deliveredWords, measuredLines } from './load-words.ts'

const ran: ScenarioResult = {
  ...{
    name: 'soak',
    verdict: 'pass',
    why: 'All load was sent',
    sent: 100,
    answered: 97,
    limited: 1,
    failed: 2,
    dropped: 3,
  },
  planned: { requests: 103, ratePerSecond: 9, durationMs: 10_000 },
  latencyMs: { p50: 3.21, p95: 42.4, p99: 80, max: 91 },
  processes: 1,
  products: {},
  thresholds: [],
  gaveWay: null,
  durationMs: 10_000,
  k6Version: '1.8.1',
}

test('a scenario is told with its percentiles, and with what failed, was limited or dropped', () => {
  expect(measuredLines(ran)).toEqual(['p50 3.2 ms, p95 42 ms, p99 80 ms, max 91 ms; 2 failed; 1 limited; 3 dropped'])
  expect(measuredLines({ ...ran, failed: 0, limited: 0, dropped: 0 })[0]).toMatch(/91 ms$/)
})

test('a scenario that was ended is told with what was cut off and what did not begin', () => {
  const words = (cutOff: number) =>
    measuredLines({ ...ran, cutOff, planned: { ...ran.planned, requests: 480 } })[0]?.split('; 3 dropped; ')[1]
  expect(words(24)).toBe('about 24 cut off; 353 of 480 not begun')
  expect(words(377)).toBe('about 377 cut off')
  expect(words(0)).toBe('377 of 480 not begun')
})

test('a scenario is told with its delay, where it gave way, how it became slower, and the run before', () => {
  const told = measuredLines({
    ...ran,
    gaveWay: { ratePerSecond: 62, atMs: 7000, why: '12 of 100 requests failed' },
    slowed: { fromMs: 12, toMs: 61 },
    waitedMs: 1_800,
    before: { run: '20261121-abcd', ratePerSecond: 9, latencyMs: { p95: 30 } },
  })
  expect(told.slice(1)).toEqual([
    'it began 1800 ms later, as refusals before it had told',
    'it gave way at about 62 requests a second: 12 of 100 requests failed',
    'it became slower: p95 12 ms at first, 61 ms at last',
    'p95 was 30 ms in the run before, 20261121-abcd',
  ])
})

test('a percentile is told only where there are enough answers for it', () => {
  expect(measuredLines({ ...ran, sent: 99 })[0]).toMatch(/^p50 3.2 ms, p95 42 ms, max 91 ms;/)
  expect(measuredLines({ ...ran, sent: 19 })[0]).toMatch(/^p50 3.2 ms, max 91 ms;/)
})

test('a scenario without a measurement has no line', () => {
  expect(measuredLines({ ...ran, latencyMs: null })).toEqual([])
})

test('load that was ended where it gave way is not told as delivered as planned', () => {
  const gaveWay = { ratePerSecond: 62, atMs: 7000, why: '12 of 100 requests failed' }
  const found = `The breakpoint was found: at about 62 requests a second, ${gaveWay.why}`
  expect(deliveredWords({ ...ran, verdict: 'pass', why: found, gaveWay })).toBe('ended where it gave way')
  expect(deliveredWords({ ...ran, verdict: 'pass', why: 'All was sent', gaveWay })).toBe('delivered as planned')
  expect(deliveredWords({ ...ran, verdict: 'inconclusive', why: found, gaveWay })).toBeNull()
})
