import { describe, expect, test } from 'vitest'
import { runScopeTrial, scopeTruths } from '../../trust/simulation/scope-figures.ts'
import { VirtualTime } from '../../trust/simulation/virtual-time.ts'
import { type Dimension, probeScope } from './scope.ts'
import type { Answer } from './transport.ts'

const dimensions: readonly Dimension[] = ['credential', 'product', 'operation', 'address']
const budget = { requests: 400, ms: 60_000, longestWaitMs: 10_000 }

test.for(scopeTruths)('a limit kept per %s is found so, or not told', async (truth) => {
  const found = await Promise.all([701, 702, 703, 704, 705, 706].map((seed) => runScopeTrial(truth, seed)))
  const scopes = found.map(({ scope }) => scope)
  expect(scopes.filter((scope) => scope !== truth && scope !== null)).toEqual([])
  expect(scopes.filter((scope) => scope === truth).length).toBeGreaterThanOrEqual(5)
})

describe('a service that always answers the same', () => {
  const ask = (outcome: Answer['outcome']) => {
    const time = new VirtualTime()
    let sent = 0
    const send = async () => {
      sent += 1
      const sentAt = time.now()
      await time.sleep(40)
      return { outcome, sentAt, receivedAt: time.now(), status: null }
    }
    const clock = { now: () => time.now(), sleep: (ms: number) => time.sleep(ms) }
    return time.run(probeScope({ send, clock, budget, dimensions })).then((scope) => ({ scope, sent }))
  }

  test('refuses everybody: one limit for all', async () => {
    expect((await ask('refused')).scope).toMatchObject({ scope: 'everybody', apart: { credential: false } })
  })

  test.for(['accepted', 'failed'] as const)('%s: no scope, within the budget', async (outcome) => {
    const { scope, sent } = await ask(outcome)
    expect(scope.scope).toBeNull()
    expect(scope.requests).toBe(sent)
    expect(sent).toBeLessThanOrEqual(budget.requests)
  })
})
