import { expect, test } from 'vitest'
import { tryLimit } from './limit-trial.ts'
import type { Bystander, TrialRequest } from './trial.ts'

interface Sent extends TrialRequest {
  readonly at: number
  readonly status: number | null
}

type Service = (request: TrialRequest, at: number) => { readonly status: number | null; readonly wait?: number }

const tripMs = 20

/** Runs the trials in virtual time: nothing sleeps, requests sent together arrive together. */
async function trials(
  service: Service,
  budget = { requests: 400, ms: 20_000 },
  bystanders: readonly Bystander[] = ['product', 'key'],
) {
  let now = 1_000_000
  const sent: Sent[] = []
  const world = {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms
    },
    send: async (request: TrialRequest) => {
      const at = now
      const { status, wait } = service(request, at)
      sent.push({ ...request, at, status })
      await Promise.resolve()
      now = Math.max(now, at + tripMs)
      return { status, sentAt: at, receivedAt: at + tripMs, retryAfterMs: wait === undefined ? null : wait * 1000 }
    },
  }
  const end = await tryLimit(world, budget, bystanders)
  return { end, sent, of: (phase: TrialRequest['phase']) => sent.filter((request) => request.phase === phase) }
}

/** A fixed window that starts with its first request. */
function fixedWindow(quota: number, windowMs: number, tell: boolean): Service {
  let began = 0
  let used = 0
  return ({ whom }, at) => {
    if (whom !== null) return { status: 200 }
    if (at >= began + windowMs) {
      began = at
      used = 0
    }
    used += 1
    if (used <= quota) return { status: 200 }
    return { status: 429, ...(tell ? { wait: Math.ceil((began + windowMs - at) / 1000) } : {}) }
  }
}

test('three trials, each after the wait that was told, a second and a round trip', async () => {
  const { end, of } = await trials(fixedWindow(20, 2000, true))
  expect(end).toMatchObject({ kind: 'complete', holding: false })
  expect(of('recovery').map(({ status, told, waited }) => [status, told, waited])).toEqual(
    Array.from({ length: 3 }, () => [200, 2000, 2000 + 1000 + tripMs]),
  )
})

test('a load step holds at least 16 at once, and stops at the first refusal', async () => {
  const { of } = await trials(fixedWindow(30, 2000, true))
  const steps = new Map<number, number>()
  for (const { step } of of('burst')) steps.set(step, (steps.get(step) ?? 0) + 1)
  expect([...steps.values()]).toEqual([24, 48, 24, 48, 24, 48])
})

test('while refused, others are asked for once, between two refusals', async () => {
  const { sent } = await trials(fixedWindow(20, 2000, true))
  const at = sent.findIndex(({ phase }) => phase === 'scope')
  expect(sent.slice(at, at + 3).map(({ phase, whom, status }) => [phase, whom, status])).toEqual([
    ['scope', 'product', 200],
    ['scope', 'key', 200],
    ['control', null, 429],
  ])
  expect(sent.filter(({ phase }) => phase === 'scope')).toHaveLength(2)
})

test('nothing but that is sent into a wait that was told', async () => {
  const { sent } = await trials(fixedWindow(20, 2000, true))
  for (const [index, request] of sent.entries()) {
    if (request.status !== 429) continue
    const early = sent.slice(index + 1).filter(({ at }) => at >= request.at + tripMs && at < request.at + 2000)
    expect(early.filter(({ phase }) => phase !== 'scope' && phase !== 'control')).toEqual([])
  }
})

test('a limit that does not let go is asked three times in all, each after its own wait', async () => {
  const { end, of } = await trials(({ phase }) => (phase === 'rest' ? { status: 200 } : { status: 429, wait: 1 }))
  expect(end).toMatchObject({ kind: 'complete', holding: true })
  expect(of('recovery').map(({ status }) => status)).toEqual([429, 429, 429])
  expect(of('burst')).toHaveLength(24)
})

test('the longest of the waits that were told is kept', async () => {
  let refusals = 0
  const { of } = await trials(({ phase }) => {
    if (phase !== 'burst') return { status: 200 }
    refusals += 1
    return { status: 429, wait: refusals % 24 === 3 ? 3 : 1 }
  })
  expect(of('recovery').map(({ told }) => told)).toEqual([3000, 3000, 3000])
})

test('a wait longer than what is left ends the trials, and is told', async () => {
  const { end, of } = await trials(({ phase }) => (phase === 'rest' ? { status: 200 } : { status: 429, wait: 86_400 }))
  expect(end).toMatchObject({ kind: 'wait', askedMs: 86_400_000, holding: true })
  expect(of('recovery')).toEqual([])
})

test('where no wait is told ours are doubled, until it is served', async () => {
  const { end, of } = await trials(fixedWindow(20, 4000, false))
  expect(end.kind).toBe('complete')
  expect(of('poll').map(({ status, waited }) => [status, Math.round((waited ?? 0) / 1000)])).toEqual([
    [429, 1],
    [429, 3],
    [200, 7],
  ])
})

test('no wait told and never served ends with the time', async () => {
  const { end, sent } = await trials(({ phase }) => ({ status: phase === 'rest' ? 200 : 429 }))
  expect(end.kind).toBe('time')
  const first = sent[0]?.at ?? 0
  expect((sent.at(-1)?.at ?? 0) - first).toBeLessThanOrEqual(20_000)
})

test('a wait that was not kept, and nothing told after it, is worth another trial', async () => {
  let began = 0
  const { end, of } = await trials(
    ({ phase }, at) => {
      if (phase === 'burst' && at >= began + 8000) began = at
      if (phase === 'rest' || at >= began + 8000) return { status: 200 }
      return { status: 429, ...(at < began + 4000 ? { wait: 4 } : {}) }
    },
    { requests: 400, ms: 30_000 },
  )
  expect(end.kind).toBe('complete')
  expect(of('recovery').map(({ status }) => status)).toEqual([429, 429, 429])
})

test('no refusal: the requests of the budget are sent and no more', async () => {
  const { end, sent } = await trials(() => ({ status: 200 }), { requests: 100, ms: 20_000 })
  expect(end.kind).toBe('no-refusal')
  expect(sent.length).toBeLessThanOrEqual(100)
  expect(end.requests).toBe(sent.length)
})

test('a service that answers nothing is left alone', async () => {
  const { end, sent } = await trials(() => ({ status: null }))
  expect(end.kind).toBe('unanswered')
  expect(sent).toHaveLength(2)
})

test('a key that is refused as such is not put under load', async () => {
  const { end, sent } = await trials(() => ({ status: 401 }))
  expect(end.kind).toBe('denied')
  expect(sent).toHaveLength(2)
})

test('other answers under load end the step too, from three on', async () => {
  let asked = 0
  const { of } = await trials(({ phase }) => {
    asked += 1
    return { status: phase === 'burst' && asked % 5 === 0 ? 401 : 200 }
  })
  expect(of('burst')).toHaveLength(24)
})

test('a key that is refused from the start waits first', async () => {
  const service = fixedWindow(20, 2000, true)
  for (let used = 0; used < 20; used += 1)
    service({ phase: 'rest', round: 1, step: 0, atOnce: 1, told: null, waited: null, whom: null }, 1_000_000)
  const { end, sent } = await trials(service)
  expect(end.kind).toBe('complete')
  expect(sent.slice(0, 3).map(({ phase, status }) => [phase, status])).toEqual([
    ['rest', 429],
    ['rest', 429],
    ['recovery', 200],
  ])
})
