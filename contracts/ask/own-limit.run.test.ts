import { expect, test } from 'vitest'
import { catalogue, detailed } from '../../fixtures/catalog/catalog.ts'
import { fixedWindow } from '../../fixtures/limiters.ts'
import { allKnown } from '../../trust/fabricated/contracts.ts'
import { VirtualClock } from '../../trust/fabricated/virtual-clock.ts'
import { type Sent, status, wire } from '../../trust/fabricated/wire.ts'
import type { Entry } from '../plan.ts'
import { retryPolicyOf } from './retry-policy.ts'

const { eligible, ...restricted } = allKnown.keys
const patternOf = (path: string) => new RegExp(`^/base${path.replace(/\{\w+\}/g, '[^/]+')}$`)
const routes = catalogue.map((operation) => ({ ...operation, pattern: patternOf(operation.path) }))
const routeOf = ({ method, target }: Sent) =>
  routes.find((route) => route.method === method && route.pattern.test(target.split('?')[0] ?? ''))

function answered(sent: Sent): number {
  const key = sent.headers.find(([name]) => name === 'X-Service-API-Key')?.[1] ?? ''
  if (routeOf(sent) === undefined) return 404
  return key === eligible ? 200 : Object.values(restricted).includes(key) ? 403 : 401
}

/** Asks a gate in virtual time. Those requests alone have a limit. Says which others left after the first wait, and what was not sent. */
async function othersBeside(isLimited: (sent: Sent) => boolean, most: number, windowMs: number) {
  const [clock, limiter] = [new VirtualClock(), fixedWindow(most, windowMs)]
  let toldUntil = 0
  let early = 0
  let refused = 0
  const { sent, unsent, plan } = await wire(
    (one) => {
      if (!isLimited(one)) return status(answered(one))
      if (one.at < toldUntil) early += 1
      const decision = limiter.take(one.at)
      if (decision.kind === 'served') return status(answered(one))
      refused += 1
      const seconds = Math.ceil((decision.waitMs ?? 0) / 1_000)
      clock.after(10, () => {
        toldUntil = clock.monotonic() + seconds * 1_000
      })
      return status(429, [['Retry-After', String(seconds)]], { error: { code: 'rate_limited' } })
    },
    {
      ...{ operations: catalogue, clock, concurrency: 16, maxDurationMs: 300_000, facts: { profile: 'gate' } },
      retry: { ...retryPolicyOf('gate'), random: () => 0.5 },
    },
  )
  const late = sent.filter((one) => one.at > windowMs + 10_000 && !isLimited(one) && routeOf(one)?.session === false)
  const isOpen = ({ phase, probe }: Entry) => phase === 'main' && unsent[probe.id] !== undefined
  const open = new Set(plan.entries.filter(isOpen).map(({ probe }) => probe.operation))
  return { early, late: late.length, open, refused }
}

const choice = (sent: Sent) => routeOf(sent)?.id === detailed['audience-choice']

/**
 * Before, a wait held all others each time, and the refused request went first after it: 878, 271, 215, 1,115 and
 * 1,154 others were late, the rest unasked. With 16 at once 36, 31, 35, 107 and 74 were refused.
 */
test.for([
  ['three a minute', 3, 60_000],
  ['twenty a minute', 20, 60_000],
  ['none at all', 0, 60_000],
  ['three in 5 s', 3, 5_000],
  ['one in 2 s', 1, 2_000],
] as const)('a limit of the audience choice alone holds others up once: %s', async ([, most, windowMs]) => {
  const { early, late, open, refused } = await othersBeside(choice, most, windowMs)
  expect(early).toBe(0)
  expect(refused).toBeLessThanOrEqual(50)
  // The run knocks a last time before it ends, with what was served before.
  expect(late).toBeLessThanOrEqual(2)
  expect([...open].filter((operation) => operation !== detailed['audience-choice'])).toEqual([])
})
