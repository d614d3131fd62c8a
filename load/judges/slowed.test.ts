import { expect, test } from 'vitest'
import { slowedDown } from './slowed.ts'

/** Stretches of a second, with p95 from 20 ms to 200 ms over sixteen of them. */
const growing = (requests: number) =>
  Array.from({ length: 16 }, (_, index) => {
    return { atMs: 1000 * index, ms: 1000, planned: requests, requests, limited: 0, failed: 0, p95: 20 + 12 * index }
  })

test.for([
  { requests: 20, told: { fromMs: 38, toMs: 182 } },
  { requests: 12, told: null },
])('of $requests answers a stretch: $told', ({ requests, told }) => {
  expect(slowedDown(growing(requests))).toEqual(told)
})
