import { expect, test } from 'vitest'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { fixedWindow, type Limiter, perKey, tokenBucket } from '../../fixtures/limiters.ts'
import { allKnown } from '../../trust/fabricated/contracts.ts'
import { VirtualClock } from '../../trust/fabricated/virtual-clock.ts'
import { type Sent, status, wire } from '../../trust/fabricated/wire.ts'
import type { Progress } from './progress.ts'
import { retryPolicyOf } from './retry-policy.ts'

const keyOf = ({ headers }: Sent) => headers.find(([name]) => name === 'X-Service-API-Key')?.[1] ?? ''
const productOf = ({ target }: Sent) => catalogue.find(({ prefix }) => target.includes(prefix))?.product ?? ''

const { eligible, ...restricted } = allKnown.keys
const answered = (key: string) => (key === eligible ? 200 : Object.values(restricted).includes(key) ? 403 : 401)

/** All times left that were told, how long it took, and the pace at the end. */
async function progressOf(make: () => Limiter, whose: (sent: Sent) => string, maxDurationMs = 3_600_000) {
  const [clock, limiter] = [new VirtualClock(), perKey(make)]
  const told: (Progress & { readonly at: number })[] = []
  const { tookMs, pace } = await wire(
    (sent) => {
      const decision = limiter.take(whose(sent), clock.monotonic())
      if (decision.kind === 'served') return { ...status(answered(keyOf(sent))), afterMs: 50 }
      return { ...status(429, [['Retry-After', String(Math.ceil((decision.waitMs ?? 0) / 1_000))]]), afterMs: 50 }
    },
    {
      ...{ operations: catalogue, clock, concurrency: 16, facts: { profile: 'gate' }, maxDurationMs },
      // Only chance differs from run to run.
      retry: { ...retryPolicyOf('gate'), random: () => 0.5 },
      progress: (progress) => told.push({ ...progress, at: clock.monotonic() }),
    },
  )
  return { told, tookMs, pace }
}

/** The time left as told at half time, as a part of the real one, and the pace at the end. */
async function toldAtHalfTime(make: () => Limiter, whose: (sent: Sent) => string) {
  const { told, tookMs, pace } = await progressOf(make, whose)
  const half = told.find(({ at }) => at >= tookMs / 2)
  if (half?.leftMs == null) throw new Error('no time left was told')
  return { part: half.leftMs / (tookMs - half.at), pace }
}

test.for([
  ['15 a second for everybody', 0.05, 'everybody', 15, () => fixedWindow(15, 1_000), () => ''],
  ['50 a second a credential', 0.11, 'credential', 50, () => fixedWindow(50, 1_000), keyOf],
  ['a bucket of 40 at 40 a second a product', 0.3, 'product', 40, () => tokenBucket(40, 40), productOf],
  ['500 a minute for everybody', 0.05, 'everybody', 500 / 60, () => fixedWindow(500, 60_000), () => ''],
] as const)(
  'the time left and the rate in the end follow from what the limit permits: %s, give or take %f',
  async ([, within, whom, perSecond, make, whose]) => {
    const { part, pace } = await toldAtHalfTime(make, whose)
    expect(part).toBeGreaterThan(1 - within)
    expect(part).toBeLessThan(1 + within)
    expect(pace?.each[0]).toBe(whom)
    expect(pace?.requestsPerSecond).toBeGreaterThan(0.75 * perSecond)
    expect(pace?.requestsPerSecond).toBeLessThan(1.35 * perSecond)
  },
)

// During a wait no news comes. So a log said "about 1 s left" for a minute, and its estimate before the first limit grew.
test.for([3_600_000, 100_000])('a wait counts as soon as it is told, within %i ms', async (maxDurationMs) => {
  const { told, tookMs } = await progressOf(
    () => fixedWindow(500, 60_000),
    () => '',
    maxDurationMs,
  )
  const first = told.find(({ limited }) => limited)
  const part = (first?.leftMs ?? 0) / (tookMs - (first?.at ?? 0))
  expect(part).toBeGreaterThan(0.9)
  expect(part).toBeLessThan(1.1)
})
