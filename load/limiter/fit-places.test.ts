import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../fixtures/random.ts'
import type { SimulatedLimit } from '../../trust/simulation/limiters.ts'
import { wan } from '../../trust/simulation/network.ts'
import { figureBudget, probeSimulated } from '../../trust/simulation/trial.ts'
import { nameLimiter } from './limiter.ts'

/** Times are in whole milliseconds, as k6 gives them: groups in quick succession seem to overlap. */
const networks = {
  loopback: { rttMs: 1, jitter: 0.5, spikes: 0.02, inWholeMs: true },
  'a busy machine': { rttMs: 8, jitter: 0.9, spikes: 0.05, inWholeMs: true },
  'a far network': { ...wan, inWholeMs: true },
} as const

type NetworkName = keyof typeof networks
const names = Object.keys(networks) as NetworkName[]

const named = async (truth: SimulatedLimit, network: NetworkName, seed: number) =>
  nameLimiter(await probeSimulated(truth, seededRandom(31 * seed), figureBudget, networks[network]))

/** Depth, requests a second, requests that are not delayed, and milliseconds that the service works. */
const delaying = [
  [20, 20, 0, 1],
  [20, 20, 0, 60],
  [20, 300, 0, 60],
  [10, 100, 0, 200],
  [5, 300, 2, 60],
  [3, 20, 0, 200],
  [2, 100, 0, 20],
] as const

describe('a rate limiter that delays requests is not named as a limit of concurrency (O18)', () => {
  const rows = delaying.flatMap((row) => names.flatMap((network) => [1, 2].map((seed) => ({ row, network, seed }))))

  test.for(rows)('$row over $network, seed $seed', async ({ row, network, seed }) => {
    const [depth, perSecond, undelayed, serviceMs] = row
    const fit = await named({ kind: 'delaying', depth, perSecond, undelayed, serviceMs }, network, seed)
    expect(['inconclusive', 'token-bucket'], fit.why).toContain(fit.algorithm)
  })
})

describe('a limit of concurrency is named', () => {
  const rows = [
    [2, 100],
    [8, 60],
    [20, 40],
    [50, 300],
  ].flatMap(([places = 0, serviceMs = 0]) => names.map((network) => ({ places, serviceMs, network })))

  test.for(rows)('$places places of $serviceMs ms over $network', async ({ places, serviceMs, network }) => {
    const fit = await named({ kind: 'concurrency', places, serviceMs }, network, 1)
    expect(fit, fit.why).toMatchObject({ algorithm: 'concurrency', quota: places })
  })
})
