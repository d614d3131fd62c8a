import { describe, expect, test } from 'vitest'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { fixedWindow } from '../../fixtures/limiters.ts'
import { VirtualClock } from '../../trust/fabricated/virtual-clock.ts'
import { type Deployed, reset, type Sent, status, type WireScene, wire } from '../../trust/fabricated/wire.ts'
import { answering } from '../../trust/safety/random-transport.ts'
import { judge } from '../judge.ts'

const livestream = catalogue.filter(({ product }) => product === 'Livestream')
const asked = (deployed: Deployed, scene: Partial<WireScene> = {}) =>
  wire(deployed, { operations: livestream, ...scene })
const keyOf = ({ headers }: Sent) => headers.find(([name]) => name === 'X-Service-API-Key')?.[1] ?? ''
const causes = (unsent: Readonly<Record<string, { readonly cause: string }>>) =>
  new Set(Object.values(unsent).map(({ cause }) => cause))

describe('O11: a limit', () => {
  const hours = status(429, [['Retry-After', '7200']])

  test('beyond every budget ends the run at once, each product and credential asked once', async () => {
    const run = await asked(() => hours)
    expect(run.tookMs).toBeLessThan(5_000)
    expect(run.exchanges.length).toBeLessThan(60)
    expect(run.stopped).toBeNull()
    const { findings } = judge(run)
    expect(new Set(findings.map(({ verdict }) => verdict))).not.toContain('violation')
    expect(findings.filter(({ cause }) => cause === 'limited').length).toBeGreaterThan(50)
  })

  test('that only keyed requests meet ends the run at once, with all that waits for their answers', async () => {
    const run = await asked((request) => (keyOf(request) === '' ? status(401) : hours))
    expect(run.tookMs).toBeLessThan(5_000)
    expect(judge(run).findings.some(({ cause }) => cause === 'limited')).toBe(true)
  })

  test('is waited out: nothing is sent into the wait that it named', async () => {
    const { sent } = await asked((_, count) => (count === 40 ? status(429, [['Retry-After', '3']]) : status(404)))
    const [refused] = sent.slice(40)
    if (refused === undefined) throw new Error('nothing was refused')
    const until = refused.at + 10 + 3_000
    const others = sent.slice(41).filter((request) => keyOf(request) === keyOf(refused))
    // Requests that were under way when the refusal came cannot be called back.
    expect(others.filter(({ at }) => at > refused.at + 10 && at < until)).toEqual([])
    expect(others.some(({ at }) => at >= until)).toBe(true)
  })

  test.for([0.05, 0.2])('is used as fast where each look at the clock takes %f ms', async (lookMs) => {
    const tookMs = async (ms: number) => {
      const [clock, limiter] = [new VirtualClock(undefined, ms), fixedWindow(15, 1_000)]
      const limited = () => {
        const { kind, waitMs } = { waitMs: 0, ...limiter.take(clock.monotonic()) }
        return kind === 'served' ? status(401) : status(429, [['Retry-After', `${Math.ceil((waitMs ?? 0) / 1_000)}`]])
      }
      return (await asked(limited, { clock })).tookMs
    }
    expect(await tookMs(lookMs)).toBeLessThan(1.2 * (await tookMs(0)))
  })

  test.for([5, 35, 200])(
    'by address is waited out by every credential, each answer within %i ms',
    async (latencyMs) => {
      const [quota, windowMs] = [100, 2_000]
      let [started, count, named] = [0, 0, 0]
      const early: number[] = []
      const run = await asked(
        (_, nth, clock) => {
          const now = clock.monotonic()
          if (now >= started + windowMs) [started, count] = [now, 0]
          count += 1
          // Answers come in another order than requests leave.
          const afterMs = (latencyMs * (1 + ((nth * 7) % 11))) / 11
          if (now < named) early.push(nth)
          if (count <= quota) return { ...status(404), afterMs }
          const seconds = Math.ceil((started + windowMs - now) / 1_000)
          named = Math.max(named, now + afterMs + seconds * 1_000)
          return { ...status(429, [['Retry-After', String(seconds)]]), afterMs }
        },
        { concurrency: 16 },
      )
      // Requests that left before a refusal came cannot be called back.
      const refusals = run.exchanges.filter(({ response }) => response?.status === 429)
      const known = early.filter((nth) => {
        const at = run.sent[nth]?.at ?? 0
        return refusals.some(({ startedAt, endMs, response }) => {
          const came = startedAt - Date.UTC(2026, 10, 21) + endMs
          const told = Number(response?.headers.find(([name]) => name === 'Retry-After')?.[1]) * 1_000
          return at > came + 1 && at < came + told
        })
      })
      expect(known).toEqual([])
    },
  )

  test('is waited out by the monotonic clock: setting the wall clock changes nothing', async () => {
    const clock = new VirtualClock()
    let hour = 0
    const jumping = Object.assign(clock, { now: () => Date.UTC(2026, 10, 21) + clock.monotonic() + hour })
    const { sent } = await asked(
      (_, count) => {
        if (count === 41) hour = 3_600_000
        return count === 40 ? status(429, [['Retry-After', '3']]) : status(404)
      },
      { clock: jumping },
    )
    const refused = sent[40]?.at ?? 0
    const early = sent.slice(41).filter(({ at, ...request }) => keyOf({ at, ...request }) === keyOf(sent[40] as Sent))
    expect(early.filter(({ at }) => at > refused + 10 && at < refused + 3_010)).toEqual([])
  })
})

test('an interrupt ends a run that waits for an answer at once', async () => {
  const controller = new AbortController()
  const run = await asked(
    (_, count, clock) => {
      if (count === 5) clock.after(50, () => controller.abort())
      return count < 5 ? status(404) : null
    },
    { signal: controller.signal },
  )
  expect(run.tookMs).toBeLessThan(200)
  expect(run.exchanges.every(({ failure }) => failure === null)).toBe(true)
  expect(causes(run.unsent)).toEqual(new Set(['interrupted']))
  const sent = new Set(run.exchanges.map(({ probe }) => probe))
  const open = run.plan.entries.filter(({ barred, when, probe }) => !barred && !when && !sent.has(probe.id))
  expect(open.filter(({ probe }) => run.unsent[probe.id] === undefined)).toEqual([])
})

test('the longest duration ends a run, and the rest stays unsent for that reason', async () => {
  const run = await asked(() => status(404), { latencyMs: 30, maxDurationMs: 300, concurrency: 2 })
  expect(run.tookMs).toBeLessThan(400)
  expect(causes(run.unsent)).toContain('out-of-time')
  expect(judge(run).findings.some(({ cause }) => cause === 'out-of-time')).toBe(true)
})

test('O12: a silent request is sent again alone, and waited for long enough to count', async () => {
  const silent = livestream.find(({ path }) => path.endsWith('/channel/all'))
  const run = await asked(({ target }) => (target.includes('/channel/all') ? null : status(404)))
  const long = run.exchanges.filter(({ endMs }) => endMs >= 60_000)
  expect(long.map(({ operation }) => operation)).toEqual([silent?.id])
  const [last] = run.sent.filter(({ target }) => target.includes('/channel/all')).slice(-1)
  expect(last?.underWay).toBe(1)
})

test('O12: what was silent for a moment is asked again, however much that is, and so is what waited for its answer', async () => {
  const run = await asked((request, count) => {
    if (count > 1 && count <= 30) return null
    return keyOf(request) === '' ? status(401) : status(404)
  })
  const silent = run.exchanges.filter(({ failure }) => failure !== null)
  expect(new Set(silent.map(({ operation }) => operation)).size).toBeGreaterThan(10)
  const { findings } = judge(run)
  expect(findings.filter(({ cause }) => ['no-answer', 'not-protected'].includes(cause))).toEqual([])
})

test('O12: a request that the server hangs up on after half a minute of silence is asked twice, and counts', async () => {
  const run = await asked(({ target }) =>
    target.includes('/channel/all') ? { ...reset, afterMs: 30_000 } : status(404),
  )
  const long = run.exchanges.filter(({ endMs }) => endMs >= 30_000)
  expect(long.map(({ failure }) => failure?.kind)).toEqual(['reset', 'reset'])
  expect(judge(run).findings.filter(({ verdict }) => verdict === 'violation')).toEqual(
    expect.arrayContaining([expect.objectContaining({ check: 'http.completes' })]),
  )
})

test('O11, O12: silent requests that are sent again keep a wait that one of them is told, and are sent once more', async () => {
  const silent = ['/channel/all', '/stream/all']
  let refusedAt: number | null = null
  const run = await asked(({ target, underWay, at }) => {
    if (refusedAt !== null || !silent.some((path) => target.endsWith(path))) return status(404)
    // Every request is silent until one is sent again, alone.
    if (underWay > 1) return null
    refusedAt = at
    return status(429, [['Retry-After', '30']])
  })
  if (refusedAt === null) throw new Error('nothing was refused')
  const told: number = refusedAt
  const after = run.sent.filter(({ at }) => at > told)
  expect(after.map(({ target }) => silent.find((path) => target.endsWith(path)))).toEqual(
    expect.arrayContaining(silent),
  )
  expect(after.filter(({ at }) => at < told + 30_000)).toEqual([])
})

test('a target that dies is given up', async () => {
  const run = await asked((_, count) => (count < 30 ? status(404) : reset))
  expect(run.stopped).toBe('no-answers')
  expect(causes(run.unsent)).toContain('target-gone')
})

test('a run has no more requests under way than asked for, and its progress never exceeds the plan', async () => {
  const seen: { readonly done: number; readonly planned: number }[] = []
  const random = answering(3, [])
  const answers = new Map<number, Awaited<ReturnType<typeof random.send>>>()
  for (let index = 0; index < 5_000; index += 1) {
    const request = { method: 'GET', target: '/', headers: [], body: null }
    answers.set(index, await random.send(request, { timeoutMs: 1, maxBytes: 1, fresh: false }))
  }
  const run = await asked((_, count) => answers.get(count) ?? status(404), {
    concurrency: 5,
    progress: (progress) => seen.push(progress),
    maxDurationMs: 60_000,
  })
  expect(Math.max(...run.sent.map(({ underWay }) => underWay))).toBe(5)
  expect(seen.length).toBeGreaterThan(100)
  expect(seen.filter(({ done, planned }) => done > planned)).toEqual([])
  expect(new Set(run.exchanges.map(({ id }) => id)).size).toBe(run.exchanges.length)
})

describe('the traceparent of a request', () => {
  const traces = (sent: readonly Sent[]) =>
    sent.map(({ headers }) => headers.find(([name]) => name === 'traceparent')?.[1] ?? null)

  test('names run, probe and attempt, and stands in the recording', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const { sent, exchanges } = await asked(() => status(404), { traceId })
    expect(new Set(traces(sent)).size).toBe(sent.length)
    for (const trace of traces(sent)) expect(trace).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{12}0001-01$`))
    for (const { probe, request } of exchanges) expect(JSON.stringify(request.headers)).toContain(`${traceId}-${probe}`)
  })

  test('is not sent unless it is wanted', async () => {
    const { sent } = await asked(() => status(404))
    expect(new Set(traces(sent))).toEqual(new Set([null]))
  })
})
