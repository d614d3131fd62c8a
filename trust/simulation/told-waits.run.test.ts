import { describe, expect, test } from 'vitest'
import type { SimulatedLimit } from './limiters.ts'
import { judgedTrials, type TellingService } from './told-waits.ts'

/** The verdicts of the nights that met the service in other moments. */
async function verdicts(service: TellingService, nights: number) {
  const seen = new Set<string>()
  for (let seed = 1; seed <= nights; seed += 1) seen.add(await judgedTrials(service, seed))
  return [...seen]
}

/** By the clock, from a moment that no client knows. */
const byTheClock =
  (windowMs: number) =>
  (random: () => number): SimulatedLimit => ({ kind: 'fixed-epoch', quota: 20, windowMs, phase: random() * windowMs })
const always = (limit: SimulatedLimit) => () => limit
const second = () => 1

describe('limits.recovers is a violation in each night (O16)', () => {
  test.for([6, 7, 8, 10, 12, 15, 20, 30, 45, 60])('a second is told in a window of %i s by the clock', async (s) => {
    expect(await verdicts({ limit: byTheClock(s * 1000), tells: second }, 40)).toEqual(['violation refused-again'])
  })

  test.for([
    { kind: 'fixed-first', quota: 20, windowMs: 8000 },
    { kind: 'sliding-log', quota: 20, windowMs: 8000 },
  ] as const)('a second is told by $kind', async (limit) => {
    expect(await verdicts({ limit: always(limit), tells: second }, 10)).toEqual(['violation refused-again'])
  })
})

describe('limits.recovers passes in each night', () => {
  const ways: readonly (readonly [string, (waitMs: number) => number])[] = [
    ['rounds up', (ms) => Math.ceil(ms / 1000)],
    ['rounds down', (ms) => Math.floor(ms / 1000)],
    ['rounds', (ms) => Math.round(ms / 1000)],
    ['tells by a clock that is a second behind', (ms) => Math.max(0, Math.ceil(ms / 1000 - 1))],
    ['tells by a clock that is three seconds ahead', (ms) => Math.ceil(ms / 1000 + 3)],
  ]
  const limits: readonly (readonly [string, TellingService['limit']])[] = [
    ['a window by the clock', byTheClock(8000)],
    ['a window that begins with a request', always({ kind: 'fixed-first', quota: 20, windowMs: 5000 })],
    ['a sliding log', always({ kind: 'sliding-log', quota: 15, windowMs: 3000 })],
    ['a bucket', always({ kind: 'token-bucket', depth: 20, perSecond: 0.4 })],
    ['two nodes', always({ kind: 'several', servers: 2, each: { kind: 'sliding-log', quota: 10, windowMs: 4000 } })],
    ['four nodes', always({ kind: 'several', servers: 4, each: { kind: 'token-bucket', depth: 6, perSecond: 0.5 } })],
  ]
  test.for(
    ways.flatMap(([way, tells]) => limits.map(([limit, made]) => [limit, way, { limit: made, tells }] as const)),
  )('%s %s', async ([, , service]) => {
    expect(await verdicts(service, 10)).toEqual(['pass served-again'])
  })
})

test.for([
  ['a window by the clock', byTheClock(5000), 4],
  ['a sliding log', always({ kind: 'sliding-log', quota: 20, windowMs: 5000 }), 4],
  ['a bucket', always({ kind: 'token-bucket', depth: 40, perSecond: 5 }), 4],
] as const)('%s of which others use up nearly all is never blamed', async ([, limit, othersPerSecond]) => {
  const service = { limit, tells: (ms: number) => Math.ceil(ms / 1000), othersPerSecond }
  for (const verdict of await verdicts(service, 60)) expect(verdict).not.toMatch('violation')
})
