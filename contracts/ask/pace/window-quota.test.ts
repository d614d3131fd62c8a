import { expect, test } from 'vitest'
import { WindowQuota } from './window-quota.ts'

/** A count that served so many requests before each wait, one a millisecond. Then 16 more were refused. */
function used(quotas: readonly number[], { isLikely = true, waitMs = 1_300, unevenMs = 0 } = {}): WindowQuota {
  const window = new WindowQuota()
  let now = 0
  for (const quota of quotas) {
    if (window.isFresh) window.released(isLikely)
    const first = now
    for (; now < first + quota + 16; now += 1) window.sent(now)
    const untilMs = first + waitMs
    for (let nth = 0; nth < 16; nth += 1)
      window.refused({ startedAt: now - 1, at: now + (nth * unevenMs) / 15, untilMs }, null)
    now = untilMs
  }
  window.released(isLikely)
  return window
}
const refusal = { startedAt: 100_000, at: 100_050, untilMs: 101_050 }

test.for([
  [[50, 50], 1_300, 49.25],
  [[20, 20], 1_900, 19.7],
  [[100, 100], 2_400, 49.625],
] as const)('the same round number served before two waits is a window: %j in %i ms is %f a second', (row) => {
  const [quotas, waitMs, perSecond] = row
  expect((used(quotas, { waitMs }).perMs ?? 0) * 1_000).toBeCloseTo(perSecond, 6)
})

test.for([
  ['one wait', [50]],
  ['two different numbers', [50, 51]],
  ['a number that is not round', [52, 52]],
  ['too small a number', [15, 15]],
  ['a number that comes twice only later', [50, 60, 60]],
] as const)('%s tells nothing', ([, quotas]) => {
  expect(used(quotas).perMs).toBeNull()
})

test('a count that may not be the limited one tells nothing', () => {
  expect(used([50, 50], { isLikely: false }).perMs).toBeNull()
})

test('the more trip times differ, the less of the window is used', () => {
  expect((used([50, 50], { unevenMs: 50 }).perMs ?? 0) * 1_000).toBeCloseTo(48.25, 6)
  expect((used([50, 50], { unevenMs: 400 }).perMs ?? 0) * 1_000).toBeCloseTo(46, 6)
})

test('a refusal of the known rate lowers it three times, and the fourth time the window is forgotten', () => {
  const window = used([50, 50])
  const rates = [100_000, 200_000, 300_000, 400_000].map((startedAt) => {
    window.refused({ startedAt, at: startedAt + 50, untilMs: startedAt + 1_050 }, window.steadyMs - 1)
    return window.perMs === null ? null : window.perMs * 1_000
  })
  expect(rates).toEqual([48.5, 47, 44, null])
})

test.for([['a higher rate was refused', 30_001] as const, ['requests were not sent evenly', null] as const])(
  'the known rate stays where %s',
  ([, usedMs]) => {
    const window = used([50, 50])
    const { perMs } = window
    window.refused(refusal, usedMs)
    expect(window.perMs).toBe(perMs)
  },
)

test('after each refusal of a higher rate, the next one is tried later', () => {
  const window = used([50, 50])
  const before = window.steadyMs
  window.refused(refusal, before + 1)
  expect(window.steadyMs).toBeGreaterThan(2 * before)
})

test('a window that serves ever more is none: it is forgotten after the refusal, and not assumed again', () => {
  const window = used([50, 50])
  const { perMs, steadyMs } = window
  window.refused(refusal, steadyMs + 6_000)
  expect(window.perMs).toBe(perMs)
  window.released(true)
  window.assume(used([50, 50]))
  expect(window.perMs).toBeNull()
})

test('another count of its kind assumes the same window, unless it knows one itself', () => {
  const [window, other, unknown] = [used([50, 50]), used([100, 100]), new WindowQuota()]
  unknown.assume(window)
  other.assume(window)
  expect([unknown.perMs, other.perMs]).toEqual([window.perMs, used([100, 100]).perMs])
})
