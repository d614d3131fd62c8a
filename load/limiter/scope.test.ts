import { describe, expect, test } from 'vitest'
import { runScopeTrial, scopeTruths } from '../../trust/simulation/scope-figures.ts'
import { VirtualTime } from '../../trust/simulation/virtual-time.ts'
import { type Dimension, probeScope } from './limiter.ts'

const dimensions: readonly Dimension[] = ['credential', 'product', 'operation', 'address']
const budget = { requests: 400, ms: 60_000, longestWaitMs: 10_000 }

test.for(scopeTruths)('the scope of a limit kept per %s is found, or not told, and never told wrong', async (truth) => {
  const found = await Promise.all([701, 702, 703, 704, 705, 706].map((seed) => runScopeTrial(truth, seed)))
  const scopes = found.map(({ scope }) => scope)
  expect(scopes.filter((scope) => scope !== truth && scope !== null)).toEqual([])
  expect(scopes.filter((scope) => scope === truth).length).toBeGreaterThanOrEqual(5)
})

describe('a service that always answers the same', () => {
  const ask = (status: number | null) => {
    const time = new VirtualTime()
    let sent = 0
    const send = async () => {
      sent += 1
      const sentAt = time.now()
      await time.sleep(40)
      return { status, sentAt, receivedAt: time.now(), retryAfterMs: null }
    }
    const clock = { now: () => time.now(), sleep: (ms: number) => time.sleep(ms) }
    return time.run(probeScope({ send, clock, budget, dimensions })).then((scope) => ({ scope, sent }))
  }

  test('has one limit for everybody where it refuses all requests', async () => {
    expect((await ask(429)).scope).toMatchObject({ scope: 'everybody', apart: { credential: false } })
  })

  test.for([200, null])('has no scope where it answers %s, and the budget is kept', async (status) => {
    const { scope, sent } = await ask(status)
    expect(scope.scope).toBeNull()
    expect(scope.requests).toBe(sent)
    expect(sent).toBeLessThanOrEqual(budget.requests)
  })
})
