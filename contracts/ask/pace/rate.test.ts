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
