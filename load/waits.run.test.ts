import { expect, test } from 'vitest'
import type { Exchange } from '../evidence/exchange.ts'
import { Waits } from './waits.ts'

const budget = { ms: 5_000 } as never

/** An answer that came just now. */
const answer = (status: number, retryAfter: string) =>
  ({
    startedAt: Date.now(),
    endMs: 0,
    response: { status, headers: [['Retry-After', retryAfter]] },
    failure: null,
  }) as unknown as Exchange

async function kept(waits: Waits) {
  const [said, from]: [string[], number] = [[], Date.now()]
  const { skipped, waitedMs, toldMs } = await waits.keep(
    { name: 'limits', budget },
    { signal: undefined, say: (line) => said.push(line) },
  )
  return { said, skipped, waitedMs, toldMs, ms: Date.now() - from }
}

test('what was told before load begins is kept by it, and said', async () => {
  const waits = new Waits()
  waits.hearBefore(answer(429, '1'))
  const { said, skipped, waitedMs, ms } = await kept(waits)
  expect(ms).toBeGreaterThanOrEqual(990)
  expect(waitedMs).toBeGreaterThanOrEqual(990)
  expect(said).toEqual([expect.stringMatching(/^limits: waits .* as told$/)])
  expect(skipped).toBeNull()
})

test('load begins when nothing was asked for as long as the longest wait that was told: the limit is fresh then', async () => {
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

test('it begins at once where nobody was told to wait, or all of the wait is over', async () => {
  const [unlimited, over] = [new Waits(), new Waits()]
  unlimited.hearBefore(answer(200, ''))
  over.hearBefore({ ...answer(429, '1'), startedAt: Date.now() - 1_500 })
  for (const waits of [unlimited, over]) expect(await kept(waits)).toMatchObject({ said: [], waitedMs: 0 })
})

test('a wait that is too long for anyone does not keep load from beginning', async () => {
  const waits = new Waits()
  waits.hearBefore(answer(429, '3600'))
  expect(await kept(waits)).toMatchObject({ said: [], skipped: null, waitedMs: 0 })
})

test('a wait beyond the budget of a scenario is said instead', async () => {
  const waits = new Waits()
  waits.hear(answer(503, '9'))
  const { skipped, toldMs } = await kept(waits)
  expect(skipped).toMatch(/longer than the budget$/)
  expect(toldMs).toBeGreaterThan(8_900)
})

test('whatever the status of the refusal that told it', async () => {
  const waits = new Waits()
  waits.hear(answer(403, '9'))
  expect((await kept(waits)).skipped).toMatch(/longer than the budget$/)
})
