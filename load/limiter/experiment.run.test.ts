import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../fixtures/random.ts'
import { type ClassName, classes, configuration } from '../../trust/simulation/configurations.ts'
import { limiterOf } from '../../trust/simulation/limiters.ts'
import { simulatedSend } from '../../trust/simulation/network.ts'
import { VirtualTime } from '../../trust/simulation/virtual-time.ts'
import { nameLimiter, probeLimiter } from './limiter.ts'
import type { Clock, Passage, ProbeBudget, Send, Trace } from './trace.ts'

/** An experiment whose sends and sleeps the test counts itself. */
interface Watched {
  readonly trace: Trace
  readonly sentAt: readonly number[]
  readonly longestSleepMs: number
  readonly startedAt: number
  readonly endedAt: number
}

async function watch(makeSend: (time: VirtualTime) => Send, budget: ProbeBudget, previous?: Trace): Promise<Watched> {
  const time = new VirtualTime(previous ? 2e6 : 1e6)
  const send = makeSend(time)
  const sentAt: number[] = []
  let longestSleepMs = 0
  const clock: Clock = {
    now: () => time.now(),
    sleep: (ms) => {
      longestSleepMs = Math.max(longestSleepMs, ms)
      return time.sleep(ms)
    },
  }
  const counted: Send = (place) => {
    sentAt.push(time.now())
    return send(place)
  }
  const startedAt = time.now()
  const setting = { send: counted, clock, budget, random: seededRandom(7), ...(previous ? { previous } : {}) }
  const trace = await time.run(probeLimiter(setting))
  return { trace, sentAt, longestSleepMs, startedAt, endedAt: time.now() }
}

const statuses = { accepted: 200, refused: 429, failed: null } as const

/** A service that always answers the same after 40 ms. */
const always =
  (passage: Passage) =>
  (time: VirtualTime): Send => {
    return async () => {
      const sentAt = time.now()
      await time.sleep(40)
      return { sentAt, receivedAt: time.now(), status: statuses[passage], retryAfterMs: null }
    }
  }

const limited =
  (name: ClassName, seed: number) =>
  (time: VirtualTime): Send => {
    const random = seededRandom(seed)
    return simulatedSend(time, limiterOf(configuration(name, random), random), random)
  }

const plenty: ProbeBudget = { requests: 3000, ms: 3_600_000, longestWaitMs: 300_000 }

describe('the budget', () => {
  const budgets = fc.record({
    requests: fc.integer({ min: 1, max: 600 }),
    ms: fc.integer({ min: 1, max: 120_000 }),
    longestWaitMs: fc.integer({ min: 100, max: 30_000 }),
  })

  test('is never exceeded, whatever the limiter', { timeout: 30_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(budgets, fc.constantFrom(...classes), fc.nat(1000), async (budget, name, seed) => {
        const { trace, sentAt, longestSleepMs, startedAt, endedAt } = await watch(limited(name, seed), budget)
        expect(sentAt.length).toBeLessThanOrEqual(budget.requests)
        expect((sentAt.at(-1) ?? startedAt) - startedAt).toBeLessThanOrEqual(budget.ms)
        const slowest = Math.max(0, ...trace.samples.map((sample) => sample.receivedAt - sample.sentAt))
        expect(endedAt - startedAt).toBeLessThanOrEqual(budget.ms + slowest)
        // A sleep is the difference of two times, which are rounded.
        expect(longestSleepMs).toBeLessThanOrEqual(budget.longestWaitMs + 1e-6)
        expect(trace.samples).toHaveLength(sentAt.length)
      }),
      { numRuns: 150, seed: 11 },
    )
  })

  test('holds over all rounds together', async () => {
    const first = await watch(limited('fixed-first', 3), plenty)
    const budget = { ...plenty, requests: first.trace.samples.length + 17 }
    const second = await watch(limited('fixed-first', 3), budget, first.trace)
    expect(second.sentAt).toHaveLength(17)
    expect(second.trace).toMatchObject({ end: 'requests', rounds: 2 })
    expect(second.trace.samples).toHaveLength(budget.requests)
    expect(second.trace.spentMs).toBeGreaterThan(first.trace.spentMs)
  })
})

describe('the experiment on a service that always answers the same', () => {
  test('names no limit where all requests are served', async () => {
    const { trace } = await watch(always('accepted'), plenty)
    expect(trace.end).toBe('complete')
    expect(trace.samples.length).toBeGreaterThan(1000)
    expect(nameLimiter(trace)).toMatchObject({ algorithm: 'none', quota: null })
  })

  test('ends at the longest wait, with a lower bound of the window, where all requests are refused', async () => {
    const { trace } = await watch(always('refused'), { ...plenty, longestWaitMs: 20_000 })
    expect(trace.end).toBe('wait')
    expect(trace.samples.length).toBeLessThan(60)
    const { algorithm, longerThanMs } = nameLimiter(trace)
    expect(algorithm).toBe('inconclusive')
    expect(longerThanMs).toBeGreaterThan(19_000)
    expect(longerThanMs).toBeLessThan(22_000)
  })

  test('ends early and names nothing where all requests fail', async () => {
    const { trace } = await watch(always('failed'), plenty)
    expect(trace.end).toBe('failing')
    expect(trace.samples.length).toBeLessThan(100)
    expect(nameLimiter(trace)).toMatchObject({ algorithm: 'inconclusive', wantsRound: false })
  })
})

test('a wait told by an answer other than 429 ends the experiment, and nothing is sent during the wait', async () => {
  const forbidden = (time: VirtualTime): Send => {
    const send = always('accepted')(time)
    let sent = 0
    return async (place) => {
      sent += 1
      const isRefused = sent > 20
      return { ...(await send(place)), ...(isRefused ? { status: 403, retryAfterMs: 3_000 } : {}) }
    }
  }
  const { trace } = await watch(forbidden, plenty)
  const [first] = trace.samples.filter(({ status }) => status === 403)
  expect(trace.end).toBe('failing')
  expect(trace.samples.filter(({ sentAt }) => sentAt > (first?.receivedAt ?? 0))).toEqual([])
})

test('a window longer than the budget is inconclusive, with the longest wait as its lower bound', async () => {
  const truth = { kind: 'fixed-first', quota: 10, windowMs: 3_600_000 } as const
  const makeSend = (time: VirtualTime) => simulatedSend(time, limiterOf(truth, seededRandom(1)), seededRandom(1))
  const { trace } = await watch(makeSend, { ...plenty, longestWaitMs: 30_000 })
  const fit = nameLimiter(trace)
  expect(fit.algorithm).toBe('inconclusive')
  expect(fit.longerThanMs).toBeGreaterThan(29_000)
  expect(fit.longerThanMs).toBeLessThan(3_600_000)
})

test('a bucket that others had emptied before the first request has a scale', async () => {
  const makeSend = (time: VirtualTime) => {
    const limiter = limiterOf({ kind: 'token-bucket', depth: 10, perSecond: 60 }, seededRandom(1))
    for (let taken = 0; taken < 10; taken += 1) limiter.take(time.now())
    return simulatedSend(time, limiter, seededRandom(1), { rttMs: 1, jitter: 0, spikes: 0 })
  }
  const { trace } = await watch(makeSend, plenty)
  expect(trace.shape?.scaleMs).toBeGreaterThan(0)
  expect(['token-bucket', 'inconclusive']).toContain(nameLimiter(trace).algorithm)
})

test('the search for the window starts at Retry-After, so that fewer requests are refused', async () => {
  const truth = { kind: 'fixed-first', quota: 20, windowMs: 20_000 } as const
  const withHeader = (retryAfterMs: number | null) => (time: VirtualTime) => {
    const send = simulatedSend(time, limiterOf(truth, seededRandom(1)), seededRandom(1))
    return async () => ({ ...(await send()), retryAfterMs })
  }
  const silent = await watch(withHeader(null), plenty)
  const named = await watch(withHeader(20_000), plenty)
  const firstRecovery = (watched: Watched) => {
    return watched.trace.samples.findIndex(({ phase, passage }) => phase === 'recovery' && passage === 'accepted')
  }
  expect(firstRecovery(named)).toBeLessThan(firstRecovery(silent))
  expect(nameLimiter(named.trace), nameLimiter(named.trace).why).toMatchObject({ algorithm: 'fixed-window', quota: 20 })
})
