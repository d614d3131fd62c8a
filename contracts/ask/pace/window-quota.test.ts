import { expect, test } from 'vitest'
import { WindowQuota } from './window-quota.ts'

/** A count that served so many before each wait, one a millisecond, and was refused at the end of that. */
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
] as const)('the same round number before two waits is a window: %j in %i ms is %f a second', (row) => {
  const [quotas, waitMs, perSecond] = row
  expect((used(quotas, { waitMs }).perMs ?? 0) * 1_000).toBeCloseTo(perSecond, 6)
})

test.for([
  ['one wait', [50]],
  ['another number', [50, 51]],
  ['a number that nobody sets', [52, 52]],
  ['too few', [15, 15]],
  ['what comes later', [50, 60, 60]],
] as const)('%s tells nothing', ([, quotas]) => {
  expect(used(quotas).perMs).toBeNull()
})

test('nor does a count that may not be what is limited', () => {
  expect(used([50, 50], { isLikely: false }).perMs).toBeNull()
})

test('the more trips differ the less of it is used', () => {
  expect((used([50, 50], { unevenMs: 50 }).perMs ?? 0) * 1_000).toBeCloseTo(48.25, 6)
  expect((used([50, 50], { unevenMs: 400 }).perMs ?? 0) * 1_000).toBeCloseTo(46, 6)
})

test('where less than that is refused the row was too uneven, three times, and then it is none', () => {
  const window = used([50, 50])
  const rates = [100_000, 200_000, 300_000, 400_000].map((startedAt) => {
    window.refused({ startedAt, at: startedAt + 50, untilMs: startedAt + 1_050 }, window.steadyMs - 1)
    return window.perMs === null ? null : window.perMs * 1_000
  })
  expect(rates).toEqual([48.5, 47, 44, null])
})

test.for([['more was refused', 60_001] as const, ['it is met at full speed', null] as const])(
  'where %s it stays',
  ([, usedMs]) => {
    const window = used([50, 50])
    const { perMs } = window
    window.refused(refusal, usedMs)
    expect(window.perMs).toBe(perMs)
  },
)

test('each time that more was refused it is tried later', () => {
  const window = used([50, 50])
  const before = window.steadyMs
  window.refused(refusal, before + 1)
  expect(window.steadyMs).toBeGreaterThan(2 * before)
})

test('another of its kind holds as much, and keeps what it knows itself', () => {
  const [window, other, unknown] = [used([50, 50]), used([100, 100]), new WindowQuota()]
  unknown.expect(window)
  other.expect(window)
  expect([unknown.perMs, other.perMs]).toEqual([window.perMs, used([100, 100]).perMs])
})
