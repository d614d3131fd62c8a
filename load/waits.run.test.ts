import { expect, test } from 'vitest'
import type { Exchange } from '../evidence/exchange.ts'
import { Waits } from './waits.ts'

/** An answer that has come just now. */
const answer = (status: number, retryAfter: string) =>
  ({
    startedAt: Date.now(),
    endMs: 0,
    response: { status, headers: [['Retry-After', retryAfter]] },
    failure: null,
  }) as unknown as Exchange

async function kept(waits: Waits, ms = 5_000) {
  const [said, from]: [string[], number] = [[], Date.now()]
  const { skipped, waitedMs, toldMs } = await waits.keep(
    { name: 'limits', budget: { requests: 1, ms } },
    { signal: undefined, say: (line) => said.push(line) },
  )
  return { said, skipped, waitedMs, toldMs, ms: Date.now() - from }
}

test('load keeps a wait that was told before it begins, and says so', async () => {
  const waits = new Waits()
  waits.hearBefore(answer(429, '1'))
  const { said, skipped, waitedMs, ms } = await kept(waits)
  expect(ms).toBeGreaterThanOrEqual(990)
  expect(waitedMs).toBeGreaterThanOrEqual(990)
  expect(said).toEqual([expect.stringMatching(/^limits: waits .* as told$/)])
  expect(skipped).toBeNull()
})

test('load begins after a pause as long as the longest told wait, counted from the last request', async () => {
  const waits = new Waits()
  const ago = (ms: number, status: number, retryAfter: string) => ({
    ...answer(status, retryAfter),
    startedAt: Date.now() - ms,
  })
  waits.hearBefore(ago(9_000, 429, '1'))
  waits.hearBefore(ago(600, 200, ''))
  const { ms } = await kept(waits)
  expect(ms).toBeGreaterThanOrEqual(350)
  expect(ms).toBeLessThan(900)
})

test('load begins at once where no wait was told, or the wait is over', async () => {
  const [unlimited, over] = [new Waits(), new Waits()]
  unlimited.hearBefore(answer(200, ''))
  over.hearBefore({ ...answer(429, '1'), startedAt: Date.now() - 1_500 })
  for (const waits of [unlimited, over]) expect(await kept(waits)).toMatchObject({ said: [], waitedMs: 0 })
})

test('a wait of an hour, told before load, does not delay it', async () => {
  const waits = new Waits()
  waits.hearBefore(answer(429, '3600'))
  expect(await kept(waits)).toMatchObject({ said: [], skipped: null, waitedMs: 0 })
})

test('a wait of less than a minute is kept, whatever the budget', async () => {
  const waits = new Waits()
  waits.hear(answer(429, '1'))
  expect(await kept(waits, 500)).toMatchObject({ skipped: null, said: [expect.stringMatching(/as told$/)] })
})

test('a scenario is skipped, with the reason, where the told wait is longer than its budget and a minute', async () => {
  const waits = new Waits()
  waits.hear(answer(503, '99'))
  const { skipped, toldMs } = await kept(waits)
  expect(skipped).toMatch(/longer than there is time for$/)
  expect(toldMs).toBeGreaterThan(98_900)
})

test('a scenario is skipped in the same way where a 403 told the wait', async () => {
  const waits = new Waits()
  waits.hear(answer(403, '99'))
  expect((await kept(waits)).skipped).toMatch(/longer than there is time for$/)
})
