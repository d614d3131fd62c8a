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
  const { skipped, waitedMs } = await waits.keep(
    { name: 'limits', budget },
    { signal: undefined, say: (line) => said.push(line) },
  )
  return { said, skipped, waitedMs, ms: Date.now() - from }
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

test('a wait that is too long for anyone does not keep load from beginning', async () => {
  const waits = new Waits()
  waits.hearBefore(answer(429, '3600'))
  expect(await kept(waits)).toMatchObject({ said: [], skipped: null, waitedMs: 0 })
})

test('a wait beyond the budget of a scenario is said instead', async () => {
  const waits = new Waits()
  waits.hear(answer(503, '9'))
  expect((await kept(waits)).skipped).toMatch(/longer than the budget$/)
})
