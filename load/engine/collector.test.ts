import { expect, test } from 'vitest'
import { Collector } from './collector.ts'

const targets = ['A', 'B', 'C', 'D'].map((name) => ({
  id: `GET /${name}`,
  product: name,
  method: 'GET',
  path: `/${name}`,
  body: null,
}))

/** The requests of eight seconds, ten a second. Those that `isSilent` names end by a time limit of 10 s, and so after all others. */
function measuredWhere(isSilent: (turn: number) => boolean) {
  const collector = new Collector({ scenario: 'smoke', plateau: { ratePerSecond: 10, durationMs: 8_000 }, targets }, 1)
  // A start that is not told is taken to be earlier than it was.
  const turns = Array.from({ length: 80 }, (_, turn) => ({ turn, startedAt: 1_000 + 100 * turn - 2_000 * (turn % 2) }))
  for (const one of turns) if (!isSilent(one.turn)) collector.short(0, { ...one, status: 200, durationMs: 20 })
  for (const one of turns) if (isSilent(one.turn)) collector.short(0, { ...one, status: 0, durationMs: 10_000 })
  return collector.measured()
}

test.for<[string, (turn: number) => boolean, number]>([
  ['nobody', () => false, 0],
  ['two reads of four, from first to last', (turn) => turn % 4 > 1, 2],
  ['all for a while', (turn) => turn > 20 && turn < 60, 0],
  ['all to the end', (turn) => turn >= 60, 20],
])('silence at the end is told by when requests began: %s', ([, isSilent, silent]) => {
  expect(measuredWhere(isSilent).silentAtEnd).toBe(silent)
})
