import { beforeAll, describe, expect, test } from 'vitest'
import type { ProbePhase } from '../../evidence/load-facts.ts'
import { seededRandom } from '../../fixtures/random.ts'
import { limiterOf } from '../../trust/simulation/limiters.ts'
import { simulatedSend, wan } from '../../trust/simulation/network.ts'
import { figureBudget, probeSimulated } from '../../trust/simulation/trial.ts'
import { VirtualTime } from '../../trust/simulation/virtual-time.ts'
import { tried } from '../../trust/tools/rounds.ts'
import { nameLimiter, probeLimiter, recordedSample } from './limiter.ts'
import { doubtOfBlock, doubtOfFixed } from './name-limiter.ts'
import type { Passage, Trace } from './trace.ts'

describe('the figures', () => {
  const truths = [
    [{ kind: 'fixed-epoch', quota: 30, windowMs: 5000, phase: 1234 }, 'fixed-window'],
    [{ kind: 'sliding-log', quota: 12, windowMs: 8000 }, 'sliding-log'],
    [{ kind: 'sliding-counter', quota: 40, windowMs: 10_000, phase: 777 }, 'sliding-counter'],
    [{ kind: 'counter-first', quota: 20, windowMs: 1500 }, 'sliding-counter'],
    [{ kind: 'counter-first-refused', quota: 20, windowMs: 1500 }, 'sliding-counter'],
  ] as const

  test.for(truths)('of %o have intervals that hold the true values', async ([truth, algorithm]) => {
    const fit = nameLimiter(await probeSimulated(truth, seededRandom(5), figureBudget, wan))
    expect(fit.algorithm, fit.why).toBe(algorithm)
    expect(fit.quota).toBe(truth.quota)
    const [low, high] = fit.windowIntervalMs ?? [0, 0]
    expect(low).toBeLessThanOrEqual(truth.windowMs)
    expect(high).toBeGreaterThanOrEqual(truth.windowMs)
    expect(high - low).toBeLessThan(0.1 * truth.windowMs)
    expect(fit.refillPerSecond).toBeNull()
  })

  // As Nagle's algorithm does where its far end delays what it acknowledges: what was sent later is told before.
  test('hold the truth where every other answer comes late', async () => {
    const time = new VirtualTime(1_800_000_000_000)
    const random = seededRandom(8)
    const limiter = limiterOf({ kind: 'fixed-epoch', quota: 20, windowMs: 2000, phase: 300 }, random)
    const quick = simulatedSend(time, limiter, random, { rttMs: 2, jitter: 0.2, spikes: 0, inWholeMs: true })
    let sent = 0
    const send = async () => {
      sent += 1
      const isLate = sent % 2 === 0
      const answer = await quick()
      if (isLate) await time.sleep(43)
      return isLate ? { ...answer, receivedAt: answer.receivedAt + 43 } : answer
    }
    const fit = nameLimiter(await time.run(probeLimiter({ send, clock: time, budget: figureBudget, random })))
    expect(fit.algorithm, fit.why).toBe('fixed-window')
    const [low, high] = fit.quotaInterval ?? [0, 0]
    expect(low).toBeLessThanOrEqual(20)
    expect(high).toBeGreaterThanOrEqual(20)
    expect(fit.quota).toBe(20)
  })

  // Asked each 1,040 ms, a window of 1,000 ms from its first request looks like one of 1,040 ms with boundaries of its own.
  test('hold a window that begins with a request where boundaries of its own explain it as well', () => {
    const starts = Array.from({ length: 9 }, (_, index) => 1040 * index)
    const samples = starts.flatMap((start, index) => {
      const uses = index % 2 === 0 ? [20, 40, 60, 80] : [20, 500, 520, 540]
      const refusals = uses.map((at) => at + 90).slice(-1)
      return [
        recordedAt(start, 200, 'recovery'),
        ...uses.map((at) => recordedAt(start + at, 200, 'drain')),
        ...[...refusals, 700, 970].map((at) => recordedAt(start + at, 429, 'recovery')),
      ]
    })
    const budget = { requests: 1000, ms: 60_000, longestWaitMs: 60_000 }
    const shape = { kind: 'bulk', size: 5, scaleMs: 1000 } as const
    const fit = nameLimiter({ samples, budget, end: 'complete', rounds: 3, spentMs: 10_000, shape })
    expect(fit.algorithm, fit.why).toBe('fixed-window')
    const [low, high] = fit.windowIntervalMs ?? [0, 0]
    expect(low).toBeLessThanOrEqual(1000)
    expect(high).toBeGreaterThanOrEqual(1040)
    expect(fit.quotaInterval).toEqual([5, 5])
  })

  test.for([
    [{ kind: 'steps', depth: 9, tokens: 3, everyMs: 382 }, 17],
    [{ kind: 'steps', depth: 9, tokens: 3, everyMs: 382 }, 22],
    [{ kind: 'steps', depth: 12, tokens: 2, everyMs: 186 }, 4],
    [{ kind: 'steps', depth: 20, tokens: 10, everyMs: 1000 }, 7],
  ] as const)('of a bucket that is filled in steps are its depth and its rate (%o, %i)', async ([truth, seed]) => {
    const fit = nameLimiter(await probeSimulated(truth, seededRandom(seed), figureBudget, wan))
    expect(fit.algorithm, fit.why).toBe('token-bucket')
    const [least, most] = fit.quotaInterval ?? [0, 0]
    expect(least).toBeLessThanOrEqual(truth.depth)
    expect(most).toBeGreaterThanOrEqual(truth.depth)
    const [slowest, fastest] = fit.refillInterval ?? [0, 0]
    const perSecond = (1000 * truth.tokens) / truth.everyMs
    expect(slowest).toBeLessThanOrEqual(perSecond)
    expect(fastest).toBeGreaterThanOrEqual(perSecond)
    expect(Math.abs((fit.refillPerSecond ?? 0) - perSecond)).toBeLessThan(0.1 * perSecond)
  })

  test('of a bucket are its depth and its rate', async () => {
    const truth = { kind: 'token-bucket', depth: 20, perSecond: 4 } as const
    const fit = nameLimiter(await probeSimulated(truth, seededRandom(6), figureBudget, wan))
    expect(fit).toMatchObject({ algorithm: 'token-bucket', quota: 20, windowMs: null })
    expect(fit.refillPerSecond).toBeCloseTo(4, 0)
    expect(fit.refillInterval?.[0]).toBeLessThanOrEqual(4)
    expect(fit.refillInterval?.[1]).toBeGreaterThanOrEqual(4)
  })
})

test.for([
  { widths: [0.01, 0.01, 0.01, 0.01, 0.01], mismatches: 1, named: true },
  { widths: [0.01, 0.01, 0.01, 0.01], mismatches: 0, named: false },
  { widths: [0.01, 0.01, 0.01, 0.01, 0.9], mismatches: 0, named: false },
  { widths: [0.01, 0.02, 0.03, 0.2, 0.2, 0.2, 0.2], mismatches: 1, named: true },
  { widths: [0.1, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2], mismatches: 0, named: false },
  { widths: [0.05, 0.1, 0.1, 0.13, 0.18, 0.2], mismatches: 0, named: true },
  { widths: [0.05, 0.1, 0.1, 0.13, 0.18, 0.2], mismatches: 1, named: false },
])('a fixed window with recoveries known to $widths of it and $mismatches mismatches is named: $named (O18)', (one) => {
  const moments = one.widths.map((width) => ({ from: 0, to: 1000 * width, run: 3 }))
  expect(doubtOfFixed(moments, { windowMs: 1000, mismatches: one.mismatches }) === null).toBe(one.named)
})

test.for([
  {
    whiles: [
      [990, 1010],
      [700, 1500],
      [980, 1300],
    ],
    doubted: true,
  },
  {
    whiles: [
      [990, 1010],
      [700, 1500],
      [450, 600],
    ],
    doubted: false,
  },
  {
    whiles: [
      [990, 1010],
      [400, 980],
    ],
    doubted: true,
  },
])('a block is possible where all requests were refused for $whiles ms: $doubted', ({ whiles, doubted }) => {
  const known = whiles.map(([atLeast = 0, atMost = 0]) => ({ atLeast, atMost }))
  expect(doubtOfBlock(known) !== null).toBe(doubted)
})

describe('the limiter is not named', () => {
  const window = { kind: 'fixed-first', quota: 10, windowMs: 6000 } as const
  const probed = (budget = figureBudget) => probeSimulated(window, seededRandom(8), budget, wan)
  let whole: Trace
  beforeAll(async () => {
    whole = await probed()
  })

  test('as a fixed window after fewer than five recoveries (O18)', () => {
    expect(nameLimiter(whole).algorithm).toBe('fixed-window')
    const early = afterRecoveries(whole, 3)
    expect(nameLimiter(early)).toMatchObject({ algorithm: 'inconclusive', quota: null, wantsRound: true })
    expect(nameLimiter({ ...early, rounds: 3 })).toMatchObject({ algorithm: 'inconclusive', wantsRound: false })
  })

  test.for(tried([11, 12, 13, 14, 15, 16], 3, String))(
    'as concurrency where a bucket refills within a round trip (%i)',
    async (seed) => {
      const truth = { kind: 'token-bucket', depth: 5, perSecond: 110 } as const
      const fit = nameLimiter(await probeSimulated(truth, seededRandom(seed), figureBudget, wan))
      expect(['inconclusive', 'token-bucket'], fit.why).toContain(fit.algorithm)
    },
  )

  test('where the budget ran out', async () => {
    expect(nameLimiter(await probed({ ...figureBudget, requests: 60 }))).toMatchObject({
      algorithm: 'inconclusive',
      why: expect.stringContaining('budget'),
    })
  })

  test('where many requests failed', () => {
    const samples = whole.samples.map((sample, index) => {
      return index % 10 === 0 ? { ...sample, passage: 'failed' as const } : sample
    })
    expect(nameLimiter({ ...whole, samples })).toMatchObject({
      algorithm: 'inconclusive',
      why: expect.stringContaining('failed'),
    })
  })
})

test('a trace is judged alike after it was written and read as JSON', async () => {
  const trace = await probeSimulated(
    { kind: 'sliding-log', quota: 9, windowMs: 3000 },
    seededRandom(9),
    figureBudget,
    wan,
  )
  expect(nameLimiter(JSON.parse(JSON.stringify(trace)) as Trace)).toEqual(nameLimiter(trace))
})

/** A request that was sent at a moment, and answered at once. */
const recordedAt = (sentAt: number, status: number, phase: ProbePhase) =>
  recordedSample({ status, sentAt, receivedAt: sentAt + 2, retryAfterMs: null }, { phase, round: 0 })

/** The trace before its recovery number `recoveries` (from 0), as if the experiment had ended there. */
function afterRecoveries(trace: Trace, recoveries: number): Trace {
  const isRecovery = (phase: ProbePhase, passage: Passage) => phase === 'recovery' && passage === 'accepted'
  const ends = trace.samples.flatMap(({ phase, passage }, index) => (isRecovery(phase, passage) ? [index] : []))
  return { ...trace, samples: trace.samples.slice(0, ends[recoveries]) }
}
