import { expect, test } from 'vitest'
import { observe } from './observations.ts'
import { recordedSample } from './trace.ts'

const answered = (status: number, sentAt: number, receivedAt: number) =>
  recordedSample({ status, sentAt, receivedAt, retryAfterMs: null }, { phase: 'drain', round: 0 })

// As where the service stood still for a moment: what it had got before is answered at once, and so is what came meanwhile.
test('an accepted request may have overtaken a refused one, though a slow one arrived between them', () => {
  const quick = Array.from({ length: 8 }, (_, index) => answered(200, 10 * index, 10 * index + 2))
  const samples = [...quick, answered(200, 100, 130), answered(429, 128, 136), answered(200, 140, 143)]
  const budget = { requests: 100, ms: 1000, longestWaitMs: 1000 }
  const seen = observe({ samples, budget, end: 'complete', rounds: 1, spentMs: 143, shape: null })
  expect(seen.arrivals.slice(quick.length).map(({ what }) => what)).toEqual([
    'may-have-arrived',
    'has-arrived',
    'accepted',
    'refused',
  ])
})
