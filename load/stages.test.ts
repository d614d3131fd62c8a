import { expect, test } from 'vitest'
import { arrivalRate, type RateScenario } from './registry.ts'
import { behindAt, plannedUntil } from './stages.ts'

const plateau = { ratePerSecond: 30, durationMs: 8000 }
const names = ['stress', 'breakpoint', 'spike', 'soak'] as const satisfies readonly RateScenario[]

/** The number of requests answered until a moment, when each answer takes `tookMs`. */
function answered(name: RateScenario, atMs: number, tookMs: number): number {
  return plannedUntil(arrivalRate(name), plateau, atMs - tookMs)
}

test.for(names)(
  '%s: a service that answers within two seconds is never behind, not even at the end of a ramp',
  (name) => {
    for (let at = 0; at <= plateau.durationMs; at += 100)
      for (const took of [0, 500, 2000])
        expect(behindAt(arrivalRate(name), plateau, at, answered(name, at, took)), `${at}`).toBeNull()
  },
)

test('a service that takes five seconds to answer is behind', () => {
  const told = [4000, 5000, 6000].map((at) =>
    behindAt(arrivalRate('stress'), plateau, at, answered('stress', at, 5000)),
  )
  expect(told.filter((why) => why !== null).length).toBeGreaterThan(0)
})
