import { expect, test } from 'vitest'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import { planLoad, untriedThreshold } from './plan.ts'
import type { ScenarioName } from './registry.ts'
import type { Threshold } from './thresholds.ts'

function limitsMs(scenarios: readonly ScenarioName[], durationMs: number | null) {
  const { scenarios: planned } = planLoad({
    scenarios,
    operations: catalogue,
    targets: { extra: [], ids: {}, getOnly: false },
    limitedOperation: 'GET /api/video/details/all',
    ratePerSecond: null,
    durationMs,
    processes: 1,
    thresholds: [],
    hasKey: true,
    hasOtherKey: false,
    timeoutMs: 1000,
  })
  return planned.find(({ name }) => name === 'limits')?.budget.ms
}

test('a duration is for limits where it runs alone; beside others it is theirs', () => {
  expect(limitsMs(['limits'], 600_000)).toBe(600_000)
  expect(limitsMs(['limits'], null)).toBe(75_000)
  expect(limitsMs(['limits', 'smoke'], 600_000)).toBe(75_000)
})

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

test.for(['*', 'Livestream', 'Payments'])('a threshold of a product that is asked has no complaint: %s', (product) => {
  expect(untried(product)).toBeNull()
})

test('a threshold of a product without a read is told', () => {
  expect(untried('Embeds')).toBe(
    'LOAD_THRESHOLDS names smoke.Embeds, which would get no request: Embeds has no read that load asks here; LOAD_OPERATIONS adds some',
  )
})

test('a threshold of a product whose turn does not come is told', () => {
  expect(untried('Teams', { ratePerSecond: 1, durationMs: 2000 })).toMatch(
    /the turn of Teams does not come within 2 requests; --rate and --duration add some$/,
  )
})

test('a threshold of a scenario that is left out has no complaint of its own', () => {
  expect(untried('Embeds', { hasKey: false })).toBeNull()
})
