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

/** Asks a gate in virtual time. Those requests alone have a limit, a minute long. Says which others left after the first wait, and what was not sent. */
async function othersBeside(isLimited: (sent: Sent) => boolean, most: number) {
  const [clock, limiter] = [new VirtualClock(), fixedWindow(most, 60_000)]
  let toldUntil = 0
  let early = 0
  const { sent, unsent, plan } = await wire(
    (one) => {
      if (!isLimited(one)) return status(answered(one))
      if (one.at < toldUntil) early += 1
      const decision = limiter.take(one.at)
      if (decision.kind === 'served') return status(answered(one))
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
  const late = sent.filter((one) => one.at > 70_000 && !isLimited(one) && routeOf(one)?.session === false)
  const isOpen = ({ phase, probe }: Entry) => phase === 'main' && unsent[probe.id] !== undefined
  return { early, late: late.length, open: new Set(plan.entries.filter(isOpen).map(({ probe }) => probe.operation)) }
}

const choice = (sent: Sent) => routeOf(sent)?.id === detailed['audience-choice']

/** Before, a wait held all others each time, and the refused request went first after it: 878, 271 and 215 others were late, the rest unasked. */
test.for([
  ['the audience choice, three a minute', choice, 3],
  ['the audience choice, twenty a minute', choice, 20],
  ['the audience choice, none at all', choice, 0],
] as const)('a long limit of one operation holds others up once: %s', async ([, isLimited, most]) => {
  const { early, late, open } = await othersBeside(isLimited, most)
  expect(early).toBe(0)
  // The run knocks a last time before it ends, with what was served before.
  expect(late).toBeLessThanOrEqual(2)
  expect([...open].filter((operation) => operation !== detailed['audience-choice'])).toEqual([])
})
