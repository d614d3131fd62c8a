import { describe, expect, test } from 'vitest'
import { fixedWindow, type Limiter, tokenBucket } from '../../fixtures/limiters.ts'
import { runScopeTrial, scopeTruths } from '../../trust/simulation/scope-figures.ts'
import { VirtualTime } from '../../trust/simulation/virtual-time.ts'
import { scopeBudget } from '../wire.ts'
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
  const ask = (status: number | null, asked = dimensions) => {
    const time = new VirtualTime()
    let sent = 0
    const send = async () => {
      sent += 1
      const sentAt = time.now()
      await time.sleep(40)
      return { status, sentAt, receivedAt: time.now(), retryAfterMs: null }
    }
    const clock = { now: () => time.now(), sleep: (ms: number) => time.sleep(ms) }
    return time.run(probeScope({ send, clock, budget, dimensions: asked })).then((scope) => ({ scope, sent }))
  }

  test('has one limit for everybody where it refuses all requests', async () => {
    expect((await ask(429)).scope).toMatchObject({ scope: 'everybody', apart: { credential: false } })
  })

  test('has no scope where it refuses all that one key asks, and no other key was asked', async () => {
    expect((await ask(429, ['product', 'operation'])).scope).toMatchObject({ scope: null, apart: { product: false } })
  })

  test.for([200, null])('has no scope where it answers %s, and the budget is kept', async (status) => {
    const { scope, sent } = await ask(status)
    expect(scope.scope).toBeNull()
    expect(scope.requests).toBe(sent)
    expect(sent).toBeLessThanOrEqual(budget.requests)
  })
})

test('a second key that is told to wait for an hour is not waited for', async () => {
  const time = new VirtualTime()
  let others = 0
  const send = async (variant: string) => {
    const sentAt = time.now()
    await time.sleep(4)
    if (variant === 'credential') others += 1
    const status = variant === 'credential' && others === 1 ? 200 : 429
    return { status, sentAt, receivedAt: time.now(), retryAfterMs: status === 200 ? null : 3_600_000 }
  }
  const clock = { now: () => time.now(), sleep: (ms: number) => time.sleep(ms) }
  const found = await time.run(probeScope({ send, clock, budget: scopeBudget, dimensions: ['credential'] }))
  expect(found.scope).toBeNull()
  expect(time.now()).toBeLessThan(scopeBudget.ms + 1_000)
})

describe('a bucket of few tokens a second for each key', () => {
  const scopeOf = (keptPer: 'credential' | 'everybody', tokens: number, told: (waitMs: number) => number | null) => {
    const time = new VirtualTime()
    const buckets = new Map<string, Limiter>()
    const send = async (variant: string) => {
      const sentAt = time.now()
      const key = keptPer === 'credential' && variant === 'credential' ? 'other' : 'own'
      const bucket = buckets.get(key) ?? tokenBucket(tokens, 1)
      buckets.set(key, bucket)
      await time.sleep(4)
      const taken = bucket.take(time.now())
      await time.sleep(4)
      const answer = { sentAt, receivedAt: time.now() }
      if (taken.kind === 'served') return { ...answer, status: 200, retryAfterMs: null }
      return { ...answer, status: 429, retryAfterMs: told(taken.waitMs ?? 0) }
    }
    const clock = { now: () => time.now(), sleep: (ms: number) => time.sleep(ms) }
    const setting = { send, clock, budget: scopeBudget, dimensions: ['credential', 'product'] as const }
    return time.run(probeScope(setting)).then(({ scope }) => scope)
  }
  const forms = [
    ['rounded up', (ms: number) => Math.ceil(ms / 1000) * 1000],
    ['rounded down', (ms: number) => Math.floor(ms / 1000) * 1000],
    ['not told', () => null],
  ] as const
  const cases = forms.flatMap(([form, told]) => [1, 2, 3].map((tokens) => [form, tokens, told] as const))

  test.for(cases)('is kept by each key, its wait %s, %i tokens', async ([, tokens, told]) => {
    expect(await scopeOf('credential', tokens, told)).toBe('credential')
    expect(await scopeOf('everybody', tokens, told)).toBe('everybody')
  })
})

test.for([2, 5, 9])('a limit that weighs requests, %i to one, is not taken for one of each operation', async (dear) => {
  const time = new VirtualTime()
  const size = 11 * dear - 1
  const buckets = new Map<boolean, { readonly left: number; readonly at: number }>()
  const send = async (variant: string) => {
    const sentAt = time.now()
    await time.sleep(20)
    const { left, at } = buckets.get(variant === 'credential') ?? { left: size, at: sentAt }
    const here = Math.min(size, left + ((time.now() - at) * size) / 3000)
    const price = variant === 'product' || variant === 'operation' ? 1 : dear
    const isServed = here >= price
    buckets.set(variant === 'credential', { left: isServed ? here - price : here, at: time.now() })
    await time.sleep(20)
    return { status: isServed ? 200 : 429, sentAt, receivedAt: time.now(), retryAfterMs: null }
  }
  const clock = { now: () => time.now(), sleep: (ms: number) => time.sleep(ms) }
  const setting = { send, clock, budget: scopeBudget, dimensions: ['credential', 'product', 'operation'] as const }
  const { apart, scope } = await time.run(probeScope(setting))
  expect(['credential', null]).toContain(scope)
  expect([apart.operation, apart.product]).not.toContain(true)
})

test('one operation with a limit of its own says nothing of other products, which share the limit of all others', async () => {
  const time = new VirtualTime()
  const limiters = new Map<boolean, Limiter>()
  const send = async (variant: string) => {
    const sentAt = time.now()
    await time.sleep(20)
    const limiter = limiters.get(variant === 'operation') ?? fixedWindow(30, 3000)
    limiters.set(variant === 'operation', limiter)
    const { kind } = limiter.take(time.now())
    await time.sleep(20)
    return { status: kind === 'served' ? 200 : 429, sentAt, receivedAt: time.now(), retryAfterMs: null }
  }
  const clock = { now: () => time.now(), sleep: (ms: number) => time.sleep(ms) }
  const setting = { send, clock, budget: scopeBudget, dimensions: ['product', 'operation'] as const }
  expect((await time.run(probeScope(setting))).apart).toEqual({ product: false, operation: true })
})
