import { expect, test } from 'vitest'
import { arrivalRate, scenarios } from '../registry.ts'
import { plannedAt, plannedUntil } from '../stages.ts'
import { latenessOf } from './lateness.ts'

const load = arrivalRate('average') ?? scenarios.smoke.load
const plateau = { ratePerSecond: 40, durationMs: 10_000 }

/** When each request is to begin, by a clock of its own. */
const began = Array.from({ length: 350 }, (_, turn) => 1_000_000 + Math.round(plannedAt(load, plateau, turn + 1)))

function latenessAfter(held: (at: number) => number, clocks: readonly number[] = [0]) {
  const processes = clocks.map((clock) =>
    began.map((at, turn) => ({ turn, startedAt: clock + at + held(at - 1_000_000) })),
  )
  return latenessOf(processes, load, plateau)
}

test('when a request is planned is the inverse of how many are planned until then', () => {
  for (const at of [500, 2000, 5000, 9500])
    expect(plannedAt(load, plateau, plannedUntil(load, plateau, at))).toBeCloseTo(at, 0)
  expect(plannedAt(load, plateau, 10_000)).toBe(plateau.durationMs)
})

test('what begins as planned is not late, whatever the clocks of the processes', () => {
  expect(latenessAfter(() => 0, [0, 3_600_000])?.max).toBeLessThan(2)
  expect(latenessOf([], load, plateau)).toBeNull()
})

test('a machine that stands still for a second is late with what was to begin meanwhile', () => {
  const late = latenessAfter((at) => (at > 4000 && at < 5000 ? 5000 - at : 0))
  expect(late?.max).toBeGreaterThan(950)
  expect(late?.p95).toBeGreaterThan(300)
  expect(late?.p50).toBeLessThan(2)
})

/** The plan with one of so many dropped from a time on: what begins has the next turn. */
function withDrops(from: number, every: number, held: (at: number) => number = () => 0) {
  const sent = began.filter((at, nth) => at - 1_000_000 < from || nth % every !== 0)
  const begun = sent.map((at, turn) => ({ turn, startedAt: at + held(at - 1_000_000) }))
  return latenessOf([begun], load, plateau)
}

test('what a slow service has k6 drop makes nothing late that comes after it', () => {
  // A third of all: at the end the turns stand some three seconds behind the plan.
  const late = withDrops(2000, 3)
  expect(late?.max).toBeLessThan(60)
  expect(late?.p95).toBeLessThan(40)
})

test('a machine that stands still is late beside drops as well', () => {
  const late = withDrops(6000, 3, (at) => (at > 4000 && at < 5000 ? 5000 - at : 0))
  expect(late?.max).toBeGreaterThan(900)
  expect(late?.p50).toBeLessThan(60)
})
