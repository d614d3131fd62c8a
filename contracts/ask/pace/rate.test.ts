import { expect, test } from 'vitest'
import { Rate } from './rate.ts'
import { WindowQuota } from './window-quota.ts'

/** What was sent from then on, one in so many milliseconds. */
const count = (requests: number, fromMs: number, everyMs: number) => ({
  starts: Array.from({ length: requests }, (_, nth) => fromMs + nth * everyMs),
  quota: new WindowQuota(),
})

/** The rate of a count that was full after fifty requests within half a second, which is to be waited for until 1,000. */
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

/** Sends as the rate allows for so long, milliseconds; returns how many. */
function used(rate: Rate, fromMs: number, ms: number): number {
  let sent = 0
  for (let now = Math.max(fromMs, rate.nextAt); now < fromMs + ms; now = Math.max(now, rate.nextAt)) {
    rate.started(now)
    sent += 1
  }
  return sent
}

test('a wait after which nothing was served was too short, and takes nothing from the rate', () => {
  const [once, again] = [refused(), refused()]
  again.started(1_000)
  again.refused({ startedAt: 1_000, now: 1_050, untilMs: 2_000, after: 0 }, false)
  expect(again.nextAt).toBe(2_000)
  expect(used(again, 2_000, 5_000)).toBe(used(once, 1_000, 5_000))
})

test('what was refused no slower than is surely permitted is left behind when nothing is refused for long', () => {
  const rate = refused()
  for (let nth = 0; nth < 100; nth += 1) rate.started(1_000 + nth)
  rate.refused({ startedAt: 1_100, now: 1_150, untilMs: 1_200, after: 0 }, false)
  const first = used(rate, 1_200, 1_000)
  used(rate, 2_200, 80_000)
  expect(used(rate, 82_200, 1_000)).toBeGreaterThan(2 * first)
})

/** How many it sends in a second after each of these was served between two refusals, once 130 were that nobody counted. */
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

test('what was served and not counted tells nothing where as many are served each time', () => {
  expect(afterCycles([10, 11, 10, 11, 10, 10, 11, 10])).toBeLessThan(12)
  expect(afterCycles([4, 25, 2, 11, 40, 3, 9, 5])).toBeGreaterThan(40)
})
