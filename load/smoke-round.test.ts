import { expect, test } from 'vitest'
import { runSmoke, type SmokeRequest } from './smoke-round.ts'

type Answer = { readonly status: number | null; readonly wait?: number }
const plan = { operations: 3, iterations: 2 }

async function smoke(answer: (request: SmokeRequest, at: number) => Answer, budget = { requests: 100, ms: 10_000 }) {
  let now = 0
  const sent: (SmokeRequest & { readonly at: number; readonly answer: Answer })[] = []
  const end = await runSmoke(
    {
      now: () => now,
      random: () => 0.5,
      sleep: async (ms) => {
        now += ms
      },
      send: async (request) => {
        const given = answer(request, now)
        sent.push({ ...request, at: now, answer: given })
        now += 10
        const retryAfterMs = given.wait === undefined ? null : given.wait * 1000
        return { status: given.status, sentAt: now - 10, receivedAt: now, retryAfterMs }
      },
    },
    plan,
    budget,
  )
  return { end, sent }
}

test('each operation is asked as often as planned, in turn', async () => {
  const { end, sent } = await smoke(() => ({ status: 200 }))
  expect(end).toEqual({ kind: 'complete', why: null, requests: 6 })
  expect(sent.map(({ index, iteration }) => `${iteration}${index}`)).toEqual(['10', '11', '12', '20', '21', '22'])
})

test('a wait is kept, never shorter, and told with the request that follows it', async () => {
  const { end, sent } = await smoke(({ index, attempt }) =>
    index === 1 && attempt === 1 ? { status: 429, wait: 2 } : { status: 200 },
  )
  expect(end).toEqual({ kind: 'complete', why: null, requests: 8 })
  const again = sent.filter(({ attempt }) => attempt === 2)
  expect(again.map(({ told }) => told)).toEqual([2000, 2000])
  for (const { waited } of again) expect(waited).toBeGreaterThanOrEqual(2000)
})

test('a wait over what is left ends it: nothing is sent into it', async () => {
  const { end, sent } = await smoke(() => ({ status: 429, wait: 3600 }))
  expect(end.kind).toBe('limited')
  expect(sent).toHaveLength(1)
})

test('a request is sent at most three times', async () => {
  const { end, sent } = await smoke(() => ({ status: 429, wait: 0 }))
  expect(end).toMatchObject({ kind: 'limited', why: 'refused 3 times' })
  expect(sent).toHaveLength(3)
})

test('a 503 that stays is no reason to leave the others out', async () => {
  const { end } = await smoke(({ index }) => ({ status: index === 0 ? 503 : 200 }))
  expect(end.kind).toBe('complete')
})

test('no answer is not asked again', async () => {
  const { end } = await smoke(() => ({ status: null }))
  expect(end).toEqual({ kind: 'complete', why: null, requests: 6 })
})

test.for([
  ['requests', { requests: 4, ms: 10_000 }],
  ['time', { requests: 100, ms: 35 }],
] as const)('the budget of %s is never passed', async ([kind, budget]) => {
  const { end, sent } = await smoke(() => ({ status: 200 }), budget)
  expect(end.kind).toBe(kind)
  expect(sent).toHaveLength(4)
})
