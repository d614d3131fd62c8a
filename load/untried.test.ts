import { expect, test } from 'vitest'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import { planLoad } from './plan.ts'
import type { Threshold } from './thresholds.ts'
import { untriedThreshold } from './untried.ts'

function untried(product: string, { ratePerSecond = 12, durationMs = 8000, hasKey = true } = {}) {
  const threshold: Threshold = { scenario: 'smoke', product, metric: 'p95', limit: 400 }
  const plan = planLoad({
    scenarios: ['smoke'],
    operations: catalogue,
    targets: { extra: [], ids: {}, getOnly: false },
    limitedOperation: 'GET /api/video/details/all',
    thresholds: [threshold],
    processes: 1,
    hasOtherKey: false,
    timeoutMs: 5000,
    ratePerSecond,
    durationMs,
    hasKey,
  })
  return untriedThreshold(plan)
}

test.for(['*', 'Livestream', 'Payments'])('a threshold of what is asked is planned: %s', (product) => {
  expect(untried(product)).toBeNull()
})

test('one of a product without a read is told before anything is sent', () => {
  expect(untried('Embeds')).toBe(
    'LOAD_THRESHOLDS names smoke.Embeds, which would get no request: Embeds has no read that load asks here; LOAD_OPERATIONS adds some',
  )
})

test('so is one whose turn does not come', () => {
  expect(untried('Teams', { ratePerSecond: 1, durationMs: 2000 })).toMatch(
    /the turn of Teams does not come within 2 requests; --rate and --duration add some$/,
  )
})

test('a scenario that is left out says its own reason', () => {
  expect(untried('Embeds', { hasKey: false })).toBeNull()
})
