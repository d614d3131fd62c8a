import { expect, test } from 'vitest'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import { planLoad } from './plan.ts'
import type { ScenarioName } from './registry.ts'

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
