import { expect, test } from 'vitest'
import { fixedWindow, type Limiter, tokenBucket } from '../../fixtures/limiters.ts'
import { tryLimit } from './limit-trial.ts'
import { refillMs, type TimedTrial } from './refill.ts'

/** The trials against a limiter, in virtual time: it tells to come back at once, as a wait that is rounded down does. */
async function after(limiter: Limiter): Promise<number> {
  let now = 0
  const answers: TimedTrial[] = []
  const world = {
    timeoutMs: 10_000,
    now: () => now,
    sleep: async (ms: number) => {
      now += ms
    },
    send: async (facts: TimedTrial['facts']) => {
      const { kind } = facts.phase === 'scope' ? { kind: 'served' } : limiter.take(now)
      const status = kind === 'served' ? 200 : 429
      const answer = { status, sentAt: now, receivedAt: now + 20, retryAfterMs: status === 429 ? 0 : null }
      answers.push({ ...answer, facts })
      await Promise.resolve()
      now = Math.max(now, answer.receivedAt)
      return answer
    },
  }
  await tryLimit(world, { requests: 400, ms: 30_000 }, ['product'])
  return refillMs(answers)
}

test.for([
  [30, 10, 3000],
  [60, 5, 12_000],
] as const)('a bucket of %i that gains %i a second is full after some %i ms', async ([depth, perSecond, ms]) => {
  const told = await after(tokenBucket(depth, perSecond))
  expect(told).toBeGreaterThan(0.8 * ms)
  expect(told).toBeLessThan(1.3 * ms)
})

test('one that is full by then, and a window that is over, take no longer than the wait', async () => {
  expect(await after(tokenBucket(20, 40))).toBe(0)
  expect(await after(fixedWindow(30, 900))).toBe(0)
})

test('where no burst came after the first there is nothing to tell it by', async () => {
  expect(await after({ take: () => ({ kind: 'served', done: () => {} }) })).toBe(0)
})
