import { expect, test } from 'vitest'
import { WindowQuota } from './window-quota.ts'

/** A count that served so many before each wait, at full speed. */
function used(quotas: readonly number[], { isLikely = true, lastedMs = 1_300 } = {}): WindowQuota {
  const window = new WindowQuota(0)
  for (const [nth, quota] of quotas.entries()) {
    if (nth > 0) window.released(isLikely)
    for (let sent = 0; sent < quota + 16; sent += 1) window.sent()
    window.full(lastedMs, 0)
    for (let refused = 0; refused < 16; refused += 1) window.refused()
  }
  window.released(isLikely)
  return window
}

test.for([
  [[50, 50], 1_300, 48],
  [[20, 20], 1_900, 18.6],
  [[100, 100], 2_400, 49],
] as const)(
  'the same round number before two waits is a window: %j in %i ms is %f a second',
  ([quotas, lastedMs, perSecond]) => {
    expect((used(quotas, { lastedMs }).perMs ?? 0) * 1_000).toBeCloseTo(perSecond, 6)
  },
)

test.for([
  ['one wait', [50]],
  ['another number', [50, 51]],
  ['a number that nobody sets', [52, 52]],
  ['too few to tell', [15, 15]],
] as const)('%s tells nothing', ([, quotas]) => {
  expect(used(quotas).perMs).toBeNull()
})

test('nor does a count that may not be what is limited', () => {
  expect(used([50, 50], { isLikely: false }).perMs).toBeNull()
})

test('it is none where less than that is refused', () => {
  const window = used([50, 50])
  window.full(5_000, window.steadyMs - 1)
  expect(window.perMs).toBeNull()
})

test('where more was refused it stays, and more is tried later', () => {
  const window = used([50, 50])
  const { perMs, steadyMs } = window
  window.full(5_000, steadyMs + 1)
  expect(window.perMs).toBe(perMs)
  expect(window.steadyMs).toBeGreaterThan(2 * steadyMs)
})

test('another count of its kind holds as much', () => {
  const window = used([50, 50])
  expect(window.forAnother().perMs).toBe(window.perMs)
})
