import { expect, test } from 'vitest'
import { Rate } from './rate.ts'
import { WindowQuota } from './window-quota.ts'

/** A count of requests that were sent from `fromMs` on, one in `everyMs`. */
const count = (requests: number, fromMs: number, everyMs: number) => ({
  starts: Array.from({ length: requests }, (_, nth) => fromMs + nth * everyMs),
  quota: new WindowQuota(),
})

/** The rate of a count that was refused after fifty requests in half a second, and told to wait until 1,000 ms. */
function refused(): Rate {
  const rate = new Rate(count(51, 0, 10))
  rate.refused({ startedAt: 500, now: 550, untilMs: 1_000, after: 0 }, false)
  return rate
}

test('a count that takes the rate of another goes on as if its last second had been even', () => {
  const [other, now] = [refused().forAnother(count(40, 600, 5), 800), 800]
  expect(other.nextAt).toBeGreaterThan(600 + 40 / 0.051)
  expect(other.nextAt).toBeLessThan(600 + 1_000)
  expect(refused().forAnother(count(40, 600, 5), 3_000).nextAt).toBe(3_000)
  expect(refused().forAnother(count(4, 600, 50), now).nextAt).toBe(now)
})

/** Sends as the rate allows for `ms` milliseconds, and returns how many requests were sent. */
function used(rate: Rate, fromMs: number, ms: number): number {
  let sent = 0
  for (let now = Math.max(fromMs, rate.nextAt); now < fromMs + ms; now = Math.max(now, rate.nextAt)) {
    rate.started(now)
    sent += 1
  }
  return sent
}

test('a wait after which nothing was served was too short, and does not lower the rate', () => {
  const [once, again] = [refused(), refused()]
  again.started(1_000)
  again.refused({ startedAt: 1_000, now: 1_050, untilMs: 2_000, after: 0 }, false)
  expect(again.nextAt).toBe(2_000)
  expect(used(again, 2_000, 5_000)).toBe(used(once, 1_000, 5_000))
})

test('a rate that a refusal has lowered more than doubles where nothing is refused for long', () => {
  const rate = refused()
  for (let nth = 0; nth < 100; nth += 1) rate.started(1_000 + nth)
  rate.refused({ startedAt: 1_100, now: 1_150, untilMs: 1_200, after: 0 }, false)
  const first = used(rate, 1_200, 1_000)
  used(rate, 2_200, 80_000)
  expect(used(rate, 82_200, 1_000)).toBeGreaterThan(2 * first)
})

test('where the service is too slow for the rate, what was sent tells how long the rest takes', () => {
  const rate = refused()
  for (let nth = 0; nth < 100; nth += 1) rate.started(1_000 + nth * 10)
  rate.refused({ startedAt: 2_000, now: 2_050, untilMs: 4_000, after: 0 }, false)
  for (let now = 4_000; now < 104_000; now += 30) rate.started(now)
  expect(rate.msFor(1_000)).toBeGreaterThan(29_000)
})

/** How many are sent in a second after cycles that served so many between two refusals. A cycle before them served 130. */
function afterCycles(served: readonly number[]): number {
  const rate = refused()
  const cycle = (fromMs: number, count: number) => {
    for (let nth = 0; nth <= count; nth += 1) rate.started(fromMs + nth)
    rate.refused({ startedAt: fromMs + count, now: fromMs + count + 50, untilMs: fromMs + 2_000, after: 0 }, false)
    return fromMs + 2_000
  }
  let now = cycle(1_000, 130)
  for (const count of served) now = cycle(now, count)
  return used(rate, now, 1_000)
}

test('a cycle that served far more counts for nothing where all later cycles serve about the same', () => {
  expect(afterCycles([10, 11, 10, 11, 10, 10, 11, 10])).toBeLessThan(12)
  expect(afterCycles([4, 25, 2, 11, 40, 3, 9, 5])).toBeGreaterThan(40)
})
