import { describe, expect, test } from 'vitest'
import type { Bystander, TrialFacts } from '../../evidence/load-facts.ts'
import { tryLimit } from './limit-trial.ts'

interface Sent {
  readonly facts: TrialFacts
  readonly at: number
  readonly status: number | null
}

type Service = (
  facts: TrialFacts,
  at: number,
) => { readonly status: number | null; readonly wait?: number; readonly trip?: number }

const tripMs = 20

/** Runs the trials in virtual time: no real sleep, and requests sent together arrive together. */
async function trials(
  service: Service,
  budget = { requests: 400, ms: 20_000 },
  bystanders: readonly Bystander[] = ['product', 'key'],
) {
  let now = 1_000_000
  const sent: Sent[] = []
  const world = {
    timeoutMs: 10_000,
    now: () => now,
    sleep: async (ms: number) => {
      now += ms
    },
    send: async (facts: TrialFacts) => {
      const at = now
      const { status, wait, trip = tripMs } = service(facts, at)
      sent.push({ facts, at, status })
      await Promise.resolve()
      now = Math.max(now, at + trip)
      return { status, sentAt: at, receivedAt: at + trip, retryAfterMs: wait === undefined ? null : wait * 1000 }
    },
  }
  const end = await tryLimit(world, budget, bystanders)
  return { end, sent, of: (phase: TrialFacts['phase']) => sent.filter(({ facts }) => facts.phase === phase) }
}

/** A fixed window that starts with its first request. */
function fixedWindow(quota: number, windowMs: number, tell: boolean): Service {
  let began = 0
  let used = 0
  return ({ phase }, at) => {
    if (phase === 'scope') return { status: 200 }
    if (at >= began + windowMs) {
      began = at
      used = 0
    }
    used += 1
    if (used <= quota) return { status: 200 }
    return { status: 429, ...(tell ? { wait: Math.ceil((began + windowMs - at) / 1000) } : {}) }
  }
}

/** The wait that was told before a request, and the wait that was kept. */
function waitOf({ facts }: Sent): readonly [toldMs: number | null, waitedMs: number | null] {
  return ['toldMs' in facts ? facts.toldMs : null, 'waitedMs' in facts ? facts.waitedMs : null]
}

test('three trials are made, each after the told wait, a second and a round trip', async () => {
  const { end, of } = await trials(fixedWindow(20, 2000, true))
  expect(end).toMatchObject({ kind: 'complete', holding: false })
  expect(of('recovery').map((sent) => [sent.status, ...waitOf(sent)])).toEqual(
    Array.from({ length: 3 }, () => [200, 2000, 2000 + 1000 + tripMs]),
  )
})

test('the round trip is one of a request alone: those of a burst wait for each other', async () => {
  const service = fixedWindow(20, 2000, true)
  const { of } = await trials((facts, at) => ({ ...service(facts, at), trip: facts.phase === 'burst' ? 700 : tripMs }))
  expect(of('recovery').map((sent) => waitOf(sent)[1])).toEqual(Array.from({ length: 3 }, () => 2000 + 1000 + tripMs))
})

test('a load step sends at least 16 requests at once, and the steps stop at the first refusal', async () => {
  const { of } = await trials(fixedWindow(30, 2000, true))
  const steps = new Map<number, number>()
  for (const { facts } of of('burst'))
    if (facts.phase === 'burst') steps.set(facts.step, (steps.get(facts.step) ?? 0) + 1)
  expect([...steps.values()]).toEqual([24, 48, 24, 48, 24, 48])
})

test('a bystander that is refused is asked once, one that is served three times, each between two refusals', async () => {
  const service = fixedWindow(20, 2000, true)
  const { sent } = await trials((facts, at) =>
    facts.phase === 'scope' && facts.whom === 'product' ? { status: 429 } : service(facts, at),
  )
  const at = sent.findIndex(({ facts }) => facts.phase === 'scope')
  expect(
    sent.slice(at, at + 9).map(({ facts, status }) => ['whom' in facts ? facts.whom : facts.phase, status]),
  ).toEqual([
    ['product', 429],
    ['control', 429],
    ['key', 200],
    ['control', 429],
    ['key', 200],
    ['control', 429],
    ['key', 200],
    ['control', 429],
    ['recovery', 200],
  ])
})

test('only bystanders and their controls are sent during a told wait', async () => {
  const { sent } = await trials(fixedWindow(20, 2000, true))
  for (const [index, request] of sent.entries()) {
    if (request.status !== 429) continue
    const early = sent.slice(index + 1).filter(({ at }) => at >= request.at + tripMs && at < request.at + 2000)
    expect(early.filter(({ facts }) => facts.phase !== 'scope' && facts.phase !== 'control')).toEqual([])
  }
})

test('a limit that does not let go is asked three times in all, each time after a new wait', async () => {
  const { end, of } = await trials(({ phase }) => (phase === 'rest' ? { status: 200 } : { status: 429, wait: 1 }))
  expect(end).toMatchObject({ kind: 'complete', holding: true })
  expect(of('recovery').map(({ status }) => status)).toEqual([429, 429, 429])
  expect(of('burst')).toHaveLength(24)
})

/** Another key is refused as well, so others may use up the limit. */
const shared = (service: Service): Service => {
  return (facts, at) => service(facts.phase === 'scope' ? { phase: 'control', round: 1 } : facts, at)
}

test('a limit that others may use up is asked eight times, also before the second of grace is over', async () => {
  const { end, of } = await trials(
    shared(({ phase }, at) =>
      phase === 'rest' || (phase === 'burst' && at < 1_000_050) ? { status: 200 } : { status: 429, wait: 1 },
    ),
    { requests: 400, ms: 75_000 },
  )
  expect(end).toMatchObject({ kind: 'complete', holding: true })
  expect(of('recovery').map((sent) => (waitOf(sent)[1] ?? 0) - tripMs)).toEqual([
    2000, 2000, 2000, 1000, 1500, 2000, 1000, 1500,
  ])
})

test('a limit of several seconds that others may use up is asked three times: nobody uses it up within the second of grace', async () => {
  const { of } = await trials(
    shared(({ phase }, at) =>
      phase === 'rest' || (phase === 'burst' && at < 1_000_050) ? { status: 200 } : { status: 429, wait: 6 },
    ),
    { requests: 400, ms: 75_000 },
  )
  expect(of('recovery')).toHaveLength(3)
})

/** A window that begins with its first request, and tells to wait one second, however long it lasts. */
const untrue = (windowMs: number): Service => {
  const service = fixedWindow(20, windowMs, true)
  return (facts, at) => {
    const answer = service(facts, at)
    return answer.status === 429 ? { ...answer, wait: 1 } : answer
  }
}
const statuses = (sent: readonly Sent[]) => sent.map(({ status }) => status)

test('new trials begin where a limit outlasts two waits, until three trials were refused twice', async () => {
  const { end, of } = await trials(untrue(5000), { requests: 400, ms: 40_000 })
  expect(end).toMatchObject({ kind: 'complete' })
  expect(statuses(of('recovery'))).toEqual([429, 429, 200, 429, 429, 200, 429, 429])
})

test('a limit that lets go after the second wait each time is not asked to the end of the budget', async () => {
  const { of } = await trials(untrue(3500), { requests: 400, ms: 40_000 })
  expect(statuses(of('recovery'))).toEqual([429, 200, 429, 200, 429, 200, 429, 200])
})

test('a limit that keeps to what it tells, though once it did not, is asked three times', async () => {
  let asked = 0
  const { of } = await trials(({ phase }) => {
    asked += phase === 'recovery' ? 1 : 0
    return phase === 'burst' || (phase === 'recovery' && asked === 1) ? { status: 429, wait: 1 } : { status: 200 }
  })
  expect(statuses(of('recovery'))).toEqual([429, 200, 200])
})

test('the longest of the told waits is kept', async () => {
  let refusals = 0
  const { of } = await trials(({ phase }) => {
    if (phase !== 'burst') return { status: 200 }
    refusals += 1
    return { status: 429, wait: refusals % 24 === 3 ? 3 : 1 }
  })
  expect(of('recovery').map((sent) => waitOf(sent)[0])).toEqual([3000, 3000, 3000])
})

test('a wait longer than the time left ends the trials, and is told', async () => {
  const { end, of } = await trials(({ phase }) => (phase === 'rest' ? { status: 200 } : { status: 429, wait: 86_400 }))
  expect(end).toMatchObject({ kind: 'wait', askedMs: 86_400_000, holding: true })
  expect(of('recovery')).toEqual([])
})

test('where no wait is told, our own waits are doubled until a request is served', async () => {
  const { end, of } = await trials(fixedWindow(20, 4000, false))
  expect(end.kind).toBe('complete')
  expect(of('poll').map((sent) => [sent.status, Math.round((waitOf(sent)[1] ?? 0) / 1000)])).toEqual([
    [429, 1],
    [429, 3],
    [200, 7],
  ])
})

test('the trials end with the time where no wait is told and nothing is served', async () => {
  const { end, sent } = await trials(({ phase }) => ({ status: phase === 'rest' ? 200 : 429 }))
  expect(end.kind).toBe('time')
  const first = sent[0]?.at ?? 0
  expect((sent.at(-1)?.at ?? 0) - first).toBeLessThanOrEqual(20_000)
})

test('another trial follows where a refusal after the told wait tells no further wait', async () => {
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

test('no more requests than the budget are sent where none is refused', async () => {
  const { end, sent } = await trials(() => ({ status: 200 }), { requests: 100, ms: 20_000 })
  expect(end.kind).toBe('no-refusal')
  expect(sent.length).toBeLessThanOrEqual(100)
})

test('a service that does not answer is not put under load', async () => {
  const { end, sent } = await trials(() => ({ status: null }))
  expect(end.kind).toBe('unanswered')
  expect(sent).toHaveLength(2)
})

test('a key that gets 401 is not put under load', async () => {
  const { end, sent } = await trials(() => ({ status: 401 }))
  expect(end.kind).toBe('denied')
  expect(sent).toHaveLength(2)
})

test('three or more other answers under load end the steps too', async () => {
  let asked = 0
  const { of } = await trials(({ phase }) => {
    asked += 1
    return { status: phase === 'burst' && asked % 5 === 0 ? 401 : 200 }
  })
  expect(of('burst')).toHaveLength(24)
})

test('a wait comes first where the key is limited from the start', async () => {
  const service = fixedWindow(20, 2000, true)
  for (let used = 0; used < 20; used += 1) service({ phase: 'rest', round: 1 }, 1_000_000)
  const { end, sent } = await trials(service)
  expect(end.kind).toBe('complete')
  expect(sent.slice(0, 3).map(({ facts, status }) => [facts.phase, status])).toEqual([
    ['rest', 429],
    ['rest', 429],
    ['recovery', 200],
  ])
})

/** The service, with this status (null: no answer) instead of 429. */
function inPlaceOf429(status: number | null, service: Service): Service {
  return (facts, at) => {
    const answer = service(facts, at)
    return answer.status === 429 ? { ...answer, status } : answer
  }
}

describe('a limit that answers without 429 (O14)', () => {
  test.for([503, 502, 420, null])(
    '%s by count is met three times with one request at a time, and is served again each time',
    async (status) => {
      const { end, of, sent } = await trials(inPlaceOf429(status, fixedWindow(20, 2000, false)))
      expect(end.kind).toBe('complete')
      for (const round of [1, 2, 3]) {
        const alone = of('alone').filter(({ facts }) => 'round' in facts && facts.round === round)
        expect(alone.slice(-3).map((request) => request.status)).toEqual([status, status, status])
        expect(alone.length).toBeGreaterThan(10)
      }
      expect(sent.at(-1)?.status).toBe(200)
      expect(of('scope')).toEqual([])
    },
  )

  test.for([400, 403, 420, 503])('a wait that is told with %s is kept', async (status) => {
    const { sent } = await trials(inPlaceOf429(status, fixedWindow(20, 2000, true)))
    for (const [index, request] of sent.entries()) {
      if (request.status !== status || request.facts.phase !== 'burst') continue
      const early = sent.slice(index + 1).filter(({ at }) => at >= request.at + tripMs && at < request.at + 2000)
      expect(early).toEqual([])
    }
  })

  test('one round of single requests is enough where they are served, and only a burst is refused', async () => {
    const { end, of } = await trials(({ phase }) => ({ status: phase === 'burst' ? 503 : 200 }))
    expect(end.kind).toBe('complete')
    expect(of('alone').every(({ status }) => status === 200)).toBe(true)
    expect(new Set(of('alone').map(({ facts }) => 'round' in facts && facts.round))).toEqual(new Set([1]))
  })

  test('no further round follows where one request in twenty fails by chance', async () => {
    let asked = 0
    const { of } = await trials(({ phase }) => {
      asked += 1
      return { status: phase === 'burst' || asked % 20 === 0 ? 503 : 200 }
    })
    expect(of('alone').filter(({ facts }) => 'round' in facts && facts.round > 1)).toEqual([])
  })
})

describe('an early request is sent during a wait longer than the budget (O15)', () => {
  const told = (wait: number, servedAfterMs: number): Service => {
    let refusedAt: number | null = null
    return ({ phase }, at) => {
      if (phase === 'rest') return { status: 200 }
      refusedAt ??= at
      return at - refusedAt < servedAfterMs ? { status: 429, wait } : { status: 200 }
    }
  }

  test('once after a thousandth of the wait, in case it is milliseconds by mistake', async () => {
    const { end, of } = await trials(told(2000, 2000))
    expect(end).toMatchObject({ kind: 'wait', askedMs: 2_000_000 })
    expect(of('early').map((sent) => [sent.status, ...waitOf(sent)])).toEqual([[200, 2_000_000, 2000]])
  })

  test('once after five seconds and once after a minute, where there is time', async () => {
    const forEver = told(1_800_000_000, 1e15)
    const short = await trials(forEver)
    expect(short.of('early').map((sent) => waitOf(sent)[1])).toEqual([5000])
    const long = await trials(told(1_800_000_000, 1e15), { requests: 400, ms: 75_000 })
    expect(long.of('early').map((sent) => waitOf(sent)[1])).toEqual([5000, 60_000])
  })
})
