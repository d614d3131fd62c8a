import { expect, test } from 'vitest'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import { LoadPlanError, planLoad } from './plan.ts'
import type { Threshold } from './thresholds.ts'

function planned(product: string, { ratePerSecond = 12, durationMs = 8000, hasKey = true } = {}) {
  const threshold: Threshold = { scenario: 'smoke', product, metric: 'p95', limit: 400 }
  return planLoad({
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
}

test.for(['*', 'Livestream', 'Payments'])('a threshold of what is asked is planned: %s', (product) => {
  expect(planned(product).thresholds).toHaveLength(1)
})

test('a threshold of a product without a read is refused before anything is sent', () => {
  expect(() => planned('Embeds')).toThrow(LoadPlanError)
  expect(() => planned('Embeds')).toThrow(
    'LOAD_THRESHOLDS names smoke.Embeds, which would get no request: Embeds has no read that load asks here; LOAD_OPERATIONS adds some',
  )
})

test('so is one whose turn does not come', () => {
  expect(() => planned('Teams', { ratePerSecond: 1, durationMs: 2000 })).toThrow(
    'the turn of Teams does not come within 2 requests; --rate and --duration add some',
  )
})

test('where nothing is asked for another reason, that one is said', () => {
  expect(planned('Embeds', { hasKey: false }).scenarios[0]?.skipped).toMatch(/no key/)
})
