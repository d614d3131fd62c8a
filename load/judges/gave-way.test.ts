import { expect, test } from 'vitest'
import { processRecord, scenarioRecord } from '../../trust/fabricated/load.ts'
import type { Slice } from '../record.ts'
import { gaveWayAt } from './gave-way.ts'

/** A slice of half a second. By default all its planned requests were sent and answered. */
const slice = (nth: number, more: Partial<Slice> = {}): Slice => ({
  ...{ atMs: nth * 500, ms: 500, planned: 5, requests: 5, limited: 0, failed: 0, p95: 10 },
  ...more,
})
const breakpoint = (slices: readonly Slice[], stoppedAtMs: number | null) =>
  scenarioRecord({
    ...{ name: 'breakpoint', trials: null, processes: [processRecord()] },
    planned: { requests: 1_000, ratePerSecond: 100, durationMs: 60_000 },
    stopped: stoppedAtMs === null ? null : { by: 'failing', atMs: stoppedAtMs, why: 'most answers were failures' },
    measured: {
      all: { requests: 10, answered: 10, limited: 0, failed: 0, latencyMs: null },
      ...{ products: {}, operations: [], slices: [...slices], twice: 0 },
    },
  })

test('slices after the end of a scenario, without requests, do not count as giving way', () => {
  const unasked = Array.from({ length: 40 }, (_, nth) => slice(20 + nth, { requests: 0, p95: null }))
  expect(gaveWayAt(breakpoint(unasked, 9_000))).toBeNull()
  expect(gaveWayAt(breakpoint(unasked, null))?.why).toMatch(/not answered in time/)
})

test('failures before the end of a scenario count as giving way', () => {
  const failing = [slice(0, { requests: 20, failed: 19 })]
  expect(gaveWayAt(breakpoint(failing, 400))?.why).toBe('19 of 20 requests failed')
})

test('failures and refusals count together, as in the threshold that ends a breakpoint', () => {
  const both = (failed: number, limited: number) =>
    gaveWayAt(breakpoint([slice(0, { requests: 20, failed, limited })], null))?.why
  expect([both(1, 2), both(2, 1), both(1, 1)]).toEqual(['2 of 20 got 429', '2 of 20 requests failed', undefined])
})

test('a scenario whose last requests end after the load gave way at the highest planned rate, not at 0', () => {
  expect(
    gaveWayAt({ ...breakpoint([], null), stopped: { by: 'gave-way', atMs: 65_000, why: '11 of 100 failed' } }),
  ).toMatchObject({ ratePerSecond: 100 })
})

test('the most requests served in a second are told beside the planned rate', () => {
  const held = Array.from({ length: 20 }, (_, nth) => slice(nth, { requests: 15, failed: nth === 3 ? 5 : 0 }))
  const failing = slice(20, { requests: 20, failed: 19 })
  expect(gaveWayAt(breakpoint([...held, failing], null))).toMatchObject({ servedPerSecond: 30 })
  expect(gaveWayAt(breakpoint([failing], null))?.servedPerSecond).toBeUndefined()
})
