import { expect, test } from 'vitest'
import { seededRandom } from '../../fixtures/random.ts'
import { nameLimiter } from '../../load/limiter/limiter.ts'
import { tried, triesAll } from '../tools/rounds.ts'
import { classes, expected } from './configurations.ts'
import { wan } from './network.ts'
import { figureBudget, probeSimulated, runTrial } from './trial.ts'

/*
 * A small part of FIGURES.md. These tests open no socket, but take too long for every change. Seeds below 1,000 belong to
 * tuning and tests; the figures use others.
 */

const seed = 501
const named: boolean[] = []

/** A third of the classes, drawn by their names, and one block. In the nightly all of them. */
const some = tried(classes, 3, (name) => name)

test.for(some)('%s is named right or not at all, within the budget', async (name) => {
  const { fit, trace } = await runTrial(name, seed)
  expect([expected[name], 'inconclusive'], fit.why).toContain(fit.algorithm)
  expect(trace.samples.length).toBeLessThanOrEqual(figureBudget.requests)
  if (expected[name] !== 'inconclusive') named.push(fit.algorithm === expected[name])
})

test('at least 85 % of the limiters that have a name get it', () => {
  expect(named.filter((right) => right).length).toBeGreaterThanOrEqual(0.85 * named.length)
})

test.for(triesAll ? [21, 22, 23, 24] : [21])(
  'a block of fixed length after the first refusal is not named as a window (%i)',
  async (seed) => {
    const inner = { kind: 'fixed-first', quota: 20, windowMs: 1000 } as const
    const truth = { kind: 'block', inner, lengthMs: 2000, restarts: true } as const
    const fit = nameLimiter(await probeSimulated(truth, seededRandom(seed), figureBudget, wan))
    expect(fit.algorithm, fit.why).toBe('inconclusive')
  },
)

const log = (quota: number, windowMs: number) => ({ kind: 'sliding-log', quota, windowMs }) as const

test.for([
  { kind: 'several', servers: 3, each: { kind: 'token-bucket', depth: 5, perSecond: 2 } },
  { kind: 'two-windows', first: log(5, 1051), second: log(8, 2609) },
] as const)('%o is not named as a sliding counter (O18)', { timeout: 60_000 }, async (truth) => {
  const fit = nameLimiter(await probeSimulated(truth, seededRandom(2), figureBudget, wan))
  expect(fit.algorithm, fit.why).toBe('inconclusive')
})

test('a sliding counter is named where a second round does not fit into the budget', async () => {
  const truth = { kind: 'sliding-counter', quota: 20, windowMs: 8_000, phase: 0.3 } as const
  const fit = nameLimiter(await probeSimulated(truth, seededRandom(1), { ...figureBudget, ms: 65_000 }, wan))
  expect(fit.algorithm, fit.why).toBe('sliding-counter')
})

test('a bucket is not named as a counter where answers come late (O18)', { timeout: 60_000 }, async () => {
  const truth = { kind: 'token-bucket', depth: 20, perSecond: 4 } as const
  const late = { rttMs: 400, jitter: 0.9, spikes: 0 }
  const fit = nameLimiter(await probeSimulated(truth, seededRandom(2), figureBudget, late))
  expect(['inconclusive', 'token-bucket'], fit.why).toContain(fit.algorithm)
})
