// @module-tag external
import { beforeAll, describe, expect, test } from 'vitest'
import { createService } from '../fixtures/service/service.ts'
import { k6ForTests } from '../trust/tools/k6-for-tests.ts'
import { loadOf, verdictOf } from '../trust/tools/watched-load.ts'
import type { K6 } from './engine/find-k6.ts'

let k6: K6
beforeAll(async () => {
  k6 = await k6ForTests()
}, 900_000)

describe('load at a rate', () => {
  test.for([1, 2, 4])('%i processes: counts are those of the server, no turn is taken twice', async (processes) => {
    const loaded = await loadOf(k6, await createService({ limit: 'none' }), {
      scenarios: ['average'],
      ratePerSecond: 40,
      durationMs: 4000,
      processes,
    })
    const [average] = loaded.outcome.results.scenarios
    expect(average?.sent).toBe(loaded.answers.length)
    expect(
      Math.abs((average?.sent ?? 0) + (average?.dropped ?? 0) - (average?.planned.requests ?? 0)),
    ).toBeLessThanOrEqual(processes)
    expect(average?.processes).toBe(processes)
    expect(verdictOf(loaded, 'load.delivered:average')).toBe('pass delivered')
  })

  test('the answers of both of two processes are counted in the slices in which they came', async () => {
    const loaded = await loadOf(k6, await createService({ limit: 'none' }), {
      scenarios: ['average'],
      ratePerSecond: 40,
      durationMs: 8000,
      processes: 2,
    })
    const slices = loaded.outcome.recording.scenarios[0]?.measured?.slices ?? []
    const total = (of: 'planned' | 'requests') =>
      slices.filter(({ atMs }) => atMs >= 4000).reduce((sum, slice) => sum + slice[of], 0)
    // By then each virtual user had its first turn, whose line always tells its time.
    expect(total('requests')).toBeGreaterThan(0.8 * total('planned'))
  })

  test('a target that is down is never a pass', async () => {
    const loaded = await loadOf(k6, await createService(), { scenarios: ['smoke'], baseUrl: 'http://127.0.0.1:9' })
    expect(verdictOf(loaded, 'load.delivered:smoke')).toMatch(/^inconclusive (stopped|nothing-served)$/)
    expect(loaded.outcome.findings.filter(({ verdict }) => verdict === 'pass')).toEqual([])
  })

  test('without a key nothing is sent', async () => {
    const loaded = await loadOf(k6, await createService(), { hasKey: false })
    expect(verdictOf(loaded, 'limits.code')).toBe('not-exercised skipped')
    expect(verdictOf(loaded, 'load.delivered:smoke')).toBe('not-exercised skipped')
    expect(loaded.answers).toEqual([])
  })
})
