import { expect, test } from 'vitest'
import { VirtualTime } from '../../trust/simulation/virtual-time.ts'
import { tryLimit } from './limit-trial.ts'

const timeoutMs = 10_000

/** Runs the trials against a service of which only the time for each answer is known, and counts the answers. */
async function trials(tookMs: (at: number) => number) {
  const time = new VirtualTime(1_000_000)
  const steps = new Map<number, number>()
  let late = 0
  const send = async (facts: { readonly phase: string; readonly step?: number }) => {
    const sentAt = time.now()
    const took = tookMs(sentAt)
    if (facts.step !== undefined) steps.set(facts.step, (steps.get(facts.step) ?? 0) + 1)
    if (took > timeoutMs) late += 1
    await time.sleep(Math.min(took, timeoutMs))
    return { status: took > timeoutMs ? null : 200, sentAt, receivedAt: time.now(), retryAfterMs: null }
  }
  const world = { now: () => time.now(), sleep: (ms: number) => time.sleep(ms), timeoutMs, send }
  const end = await time.run(tryLimit(world, { requests: 400, ms: 30_000 }, []))
  return { end, late, steps: [...steps.values()] }
}

test.for([2, 3, 5, 20])('a queue that serves %i a second gets no more than it answers in time', async (perSecond) => {
  let free = 0
  const { end, late, steps } = await trials((at) => {
    free = Math.max(free, at) + 1000 / perSecond
    return free - at
  })
  expect(late).toBe(0)
  expect(end).toMatchObject({ kind: 'no-refusal', inFlight: 5 * perSecond })
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(16)
})

test.for([1000, 4000])(
  'a service that takes %i ms for each, and as long for all at once, gets full steps',
  async (ms) => {
    expect((await trials(() => ms)).steps.slice(0, 3)).toEqual([16, 48, 64])
  },
)

test('one late answer takes nothing from the next step', async () => {
  let asked = 0
  const { steps } = await trials(() => {
    asked += 1
    return asked % 20 === 0 ? 9000 : 20
  })
  expect(steps.slice(0, 3)).toEqual([24, 48, 64])
})
