import { expect, test } from 'vitest'
import type { RateScenario } from '../registry.ts'
import { Guard } from './guard.ts'

/** The second in which the guard ends a scenario of 60 s at 20 requests a second; null where it does not. */
function endOf(name: RateScenario, statusAt: (second: number) => number): number | null {
  const guard = new Guard({
    scenario: name,
    plateau: { ratePerSecond: 20, durationMs: 60_000 },
    budget: { requests: 5_000, ms: 70_000 },
  })
  for (let atMs = 0; atMs < 60_000; atMs += 50) {
    const stop = guard.answer(statusAt(atMs / 1000), atMs)
    if (stop !== null) return Math.round(stop.atMs / 1000)
  }
  return null
}

const inRush = (second: number) => (second > 18 && second < 33 ? 503 : 200)
const fromRushOn = (second: number) => (second > 18 ? 503 : 200)

test('a spike goes on through a rush that fails, to see whether the service comes back', () => {
  expect(endOf('spike', inRush)).toBeNull()
  expect(endOf('average', inRush)).toBeLessThan(24)
})

test('a spike ends where the service does not come back, or failed from the beginning', () => {
  expect(endOf('spike', fromRushOn)).toBe(39)
  expect(endOf('spike', () => 503)).toBe(1)
})
