import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../fixtures/random.ts'
import { fitTrace } from '../../load/limiter/fit.ts'
import { classes, expected } from './configurations.ts'
import { wan } from './network.ts'
import { figureBudget, probeSimulated, runTrial } from './trial.ts'

/** Seeds below 1,000 belong to tuning and tests; the figures use others. */
const seeds = [501]

describe('a reduced matrix of the figures', () => {
  test.for(classes)('%s is named right or not at all', { timeout: 30_000 }, async (name) => {
    for (const seed of seeds) {
      const { fit, trace } = await runTrial(name, seed)
      expect(fit.algorithm, `seed ${seed}: ${fit.why}`).toBe(expected[name])
      expect(trace.samples.length).toBeLessThanOrEqual(figureBudget.requests)
    }
  })
})

test.for([22, 23, 24])('a block of fixed length after the first refusal is no window (%i)', async (seed) => {
  const inner = { kind: 'fixed-first', quota: 20, windowMs: 1000 } as const
  const truth = { kind: 'block', inner, lengthMs: 2000, restarts: true } as const
  const fit = fitTrace(await probeSimulated(truth, seededRandom(seed), figureBudget, wan))
  expect(fit.algorithm, fit.why).toBe('inconclusive')
})
