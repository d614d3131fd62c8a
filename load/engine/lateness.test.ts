import { expect, test } from 'vitest'
import { arrivalRate, scenarios } from '../registry.ts'
import { plannedAt, plannedUntil } from '../stages.ts'
import { latenessOf } from './lateness.ts'

const load = arrivalRate('average') ?? scenarios.smoke.load
const plateau = { ratePerSecond: 40, durationMs: 10_000 }

/** The planned begin of each request, by a clock that starts at 1,000,000 ms. */
const began = Array.from({ length: 350 }, (_, turn) => 1_000_000 + Math.round(plannedAt(load, plateau, turn + 1)))

function latenessAfter(held: (at: number) => number, clocks: readonly number[] = [0]) {
  const processes = clocks.map((clock) =>
    began.map((at, turn) => ({ turn, startedAt: clock + at + held(at - 1_000_000) })),
  )
  return latenessOf(processes, load, plateau)
}

test('plannedAt is the inverse of plannedUntil', () => {
  for (const at of [500, 2000, 5000, 9500])
    expect(plannedAt(load, plateau, plannedUntil(load, plateau, at))).toBeCloseTo(at, 0)
  expect(plannedAt(load, plateau, 10_000)).toBe(plateau.durationMs)
})

test('requests that begin as planned are not late, however the clocks of the processes differ', () => {
  expect(latenessAfter(() => 0, [0, 3_600_000])?.max).toBeLessThan(2)
  expect(latenessOf([], load, plateau)).toBeNull()
})

test('requests planned while the machine stands still for a second are late', () => {
  const late = latenessAfter((at) => (at > 4000 && at < 5000 ? 5000 - at : 0))
  expect(late?.max).toBeGreaterThan(950)
  expect(late?.p95).toBeGreaterThan(300)
  expect(late?.p50).toBeLessThan(2)
})

/** The plan, with one of `every` requests dropped from a time on. Each request that begins takes the next turn. */
function withDrops(from: number, every: number, held: (at: number) => number = () => 0) {
  const sent = began.filter((at, nth) => at - 1_000_000 < from || nth % every !== 0)
  const begun = sent.map((at, turn) => ({ turn, startedAt: at + held(at - 1_000_000) }))
  return latenessOf([begun], load, plateau)
}

test('iterations that k6 drops do not make later requests late', () => {
  // A third of all is dropped: at the end the turns are some three seconds behind the plan.
  const late = withDrops(2000, 3)
  expect(late?.max).toBeLessThan(60)
  expect(late?.p95).toBeLessThan(40)
})

test('requests planned while the machine stands still are late where k6 drops iterations as well', () => {
  const late = withDrops(6000, 3, (at) => (at > 4000 && at < 5000 ? 5000 - at : 0))
  expect(late?.max).toBeGreaterThan(900)
  expect(late?.p50).toBeLessThan(60)
})
