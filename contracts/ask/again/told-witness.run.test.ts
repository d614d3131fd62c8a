import { expect, test } from 'vitest'
import { isReadiness } from '../../../evidence/exchange.ts'
import { catalogue } from '../../../fixtures/catalog/catalog.ts'
import { operationAt } from '../../../fixtures/catalog/routes.ts'
import { tokenBucket } from '../../../fixtures/limiters.ts'
import { VirtualClock } from '../../../trust/fabricated/virtual-clock.ts'
import { status, wire } from '../../../trust/fabricated/wire.ts'

test('O11: nothing is sent into a wait that was told to a request which only tells whether anyone is served', async () => {
  const clock = new VirtualClock()
  const limiter = tokenBucket(1, 10)
  const early: string[] = []
  let heldUntil = 0
  const { exchanges } = await wire(
    ({ at, method, target }) => {
      if (at < heldUntil) early.push(`${method} ${target}`)
      if (limiter.take(at).kind !== 'served') {
        clock.after(10, () => {
          heldUntil = clock.monotonic() + 1000
        })
        return status(429, [['Retry-After', '1']], { error: { code: 'rate_limited' } })
      }
      if (target.includes('/api/team/')) return { head: { status: 503, headers: [] }, body: Buffer.from('down') }
      const isThere = operationAt(method, target.replace(/\?.*/, '')) !== null
      return isThere
        ? status(401, [], { error: { code: 'authentication_required' } })
        : status(404, [], { error: { code: 'not_found' } })
    },
    { operations: catalogue, clock, concurrency: 1, facts: { profile: 'gate' }, maxDurationMs: 3_600_000 },
  )
  const isTold = exchanges.some((one) => isReadiness(one) && one.response?.status === 429)
  expect(isTold).toBe(true)
  expect(early).toEqual([])
})
