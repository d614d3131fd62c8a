import { expect, test } from 'vitest'
import { slowedDown } from './slowed.ts'

/** Sixteen slices of a second, whose p95 grows from 20 ms to 200 ms. */
const growing = (requests: number) =>
  Array.from({ length: 16 }, (_, index) => {
    return { atMs: 1000 * index, ms: 1000, planned: requests, requests, limited: 0, failed: 0, p95: 20 + 12 * index }
  })

test.for([
  { requests: 20, told: { fromMs: 38, toMs: 182 } },
  { requests: 12, told: null },
])('slowing down with $requests answers in each slice is told as $told', ({ requests, told }) => {
  expect(slowedDown({ slices: growing(requests) })).toEqual(told)
})

test.for([
  { late: 144, told: { fromMs: 38, toMs: 182 } },
  { late: 145, told: null },
])('slowing down where one in a hundred requests began $late ms late is told as $told', ({ late, told }) => {
  const lateMs = { p50: 0, p95: 0, p99: late, max: late }
  expect(slowedDown({ slices: growing(20), lateMs })).toEqual(told)
})
