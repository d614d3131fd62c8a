import { expect, test } from 'vitest'
import { behindAt } from './behind.ts'
import { arrivalRate, type RateScenario } from './registry.ts'
import { plannedUntil } from './stages.ts'

const plateau = { ratePerSecond: 30, durationMs: 8000 }
const names = ['stress', 'breakpoint', 'spike', 'soak'] as const satisfies readonly RateScenario[]

/** How many are answered at a moment, where each answer takes so long. */
function answered(name: RateScenario, atMs: number, tookMs: number): number {
  return plannedUntil(arrivalRate(name), plateau, atMs - tookMs)
}

test.for(names)(
  '%s: a service that answers within two seconds is never behind, at the end of a ramp either',
  (name) => {
    for (let at = 0; at <= plateau.durationMs; at += 100)
      for (const took of [0, 500, 2000])
        expect(behindAt(name, plateau, at, answered(name, at, took)), `${at}`).toBeNull()
  },
)

test('one that takes longer is', () => {
  const told = [4000, 5000, 6000].map((at) => behindAt('stress', plateau, at, answered('stress', at, 5000)))
  expect(told.filter((why) => why !== null).length).toBeGreaterThan(0)
})
