import { describe, expect, test } from 'vitest'
import { replayFixedEpoch, replayFixedFirst, replaySlidingCounter, replaySlidingLog } from './models.ts'
import { lettingGo, type Observations, observe, shutouts } from './observations.ts'
import { replayBucket } from './search-bucket.ts'
import { replaySteps, searchSteps } from './steps.ts'
import type { Sample } from './trace.ts'

/** Observations from words of a time and a sign: + for accepted, - for refused. Round trips take 20 ms. */
function seen(story: string): Observations {
  const samples = story.split(' ').map((word): Sample => {
    const sentAt = Number(word.slice(0, -1))
    const passage = word.endsWith('+') ? 'accepted' : 'refused'
    const status = passage === 'accepted' ? 200 : 429
    return { passage, sentAt, receivedAt: sentAt + 20, status, retryAfterMs: null, phase: 'drain', round: 0 }
  })
  const budget = { requests: 1, ms: 1, longestWaitMs: 1 }
  return observe({ samples, budget, end: 'complete', rounds: 1, spentMs: 0, shape: null })
}

describe('a limit of two requests a second', () => {
  const fixed = '0+ 400+ 600- 900- 1100+ 1300+ 1500- 2050- 2200+ 2300+ 2400-'
  const log = '0+ 400+ 600- 900- 1100+ 1300- 1500+ 1700- 2200+ 2400- 2600+'

  test('fits a window from the first request or a sliding log, and one does not fit the other', () => {
    expect(replayFixedFirst(seen(fixed), 1000)).toMatchObject({ quota: 2, mismatches: 0 })
    expect(replaySlidingLog(seen(log), 1000, false)).toMatchObject({ quota: 2, mismatches: 0 })
    expect(replaySlidingLog(seen(fixed), 1000, false).mismatches).toBeGreaterThan(0)
    expect(replayFixedFirst(seen(log), 1000).mismatches).toBeGreaterThan(0)
  })

  test('does not fit a window of another length', () => {
    expect(replayFixedFirst(seen(fixed), 700).mismatches).toBeGreaterThan(0)
    expect(replaySlidingLog(seen(log), 700, false).mismatches).toBeGreaterThan(0)
  })

  test('fits a window with fixed boundaries only at the right phase', () => {
    const epoch = '0+ 100+ 200- 480- 550+ 600+ 900- 1450- 1550+ 2450+ 2480- 2600+'
    expect(replayFixedEpoch(seen(epoch), 1000, 500)).toMatchObject({ quota: 2, mismatches: 0 })
    expect(replayFixedEpoch(seen(epoch), 1000, 900).mismatches).toBeGreaterThan(0)
    const across = '0+ 100+ 490- 530+ 560+ 600- 700-'
    expect(replayFixedEpoch(seen(across), 1000, 500)).toMatchObject({ quota: 2, mismatches: 0 })
  })

  test('fits a sliding log that counts refused requests', () => {
    const counted = '0+ 100+ 600- 1050- 1300- 1500- 2200- 3300+ 3400+ 3500-'
    expect(replaySlidingLog(seen(counted), 1000, true)).toMatchObject({ quota: 2, mismatches: 0 })
    expect(replaySlidingLog(seen(counted), 1000, false).mismatches).toBeGreaterThan(0)
  })
})

test('a sliding counter accepts requests one by one after its window has turned', () => {
  const story = '0+ 10+ 20+ 30+ 40- 900- 1020+ 1050- 1300+ 1350- 1550+ 1600-'
  expect(replaySlidingCounter(seen(story), 1000, { phase: -10 })).toMatchObject({ quota: 4, mismatches: 0 })
  expect(replaySlidingCounter(seen(story), 1000, { phase: 400 }).mismatches).toBeGreaterThan(0)
})

test('a sliding counter may begin its windows anew with the first request after a rest', () => {
  const story = '0+ 10+ 20+ 30+ 40- 900- 1030+ 1050- 4345+ 4355+ 4365+ 4375+ 4385- 5300- 5385+ 5400- 5650+ 5700-'
  const at = (phase: number | null) => replaySlidingCounter(seen(story), 1000, { phase })
  expect(at(null)).toMatchObject({ quota: 4, mismatches: 0 })
  for (const phase of [0, 345, 700]) expect(at(phase).mismatches).toBeGreaterThan(0)
  expect(replaySlidingCounter(seen(story), 900, { phase: null }).mismatches).toBeGreaterThan(0)
})

test('a sliding counter may count refused requests', () => {
  const story = '0+ 100+ 200- 900- 1100- 1300- 1450- 2100- 2700+ 2750- 3700+ 3720+ 3750-'
  const at = (refusedCount: boolean) => replaySlidingCounter(seen(story), 1000, { phase: null, refusedCount })
  expect(at(true)).toMatchObject({ quota: 2, mismatches: 0 })
  expect(at(false).mismatches).toBeGreaterThan(0)
})

describe('a bucket of three tokens that gets one in 500 ms', () => {
  const story = '0+ 30+ 60+ 90- 300- 560+ 600- 1100+ 1150- 3500+ 3530+ 3560+ 3590-'

  test('fits its own numbers only', () => {
    expect(replayBucket(seen(story), 3, 0.002)).toBe(0)
    expect(replayBucket(seen(story), 4, 0.002)).toBeGreaterThan(0)
    expect(replayBucket(seen(story), 2, 0.002)).toBeGreaterThan(0)
    expect(replayBucket(seen(story), 3, 0.004)).toBeGreaterThan(0)
    expect(replayBucket(seen(story), 3, 0.001)).toBeGreaterThan(0)
  })
})

describe('a bucket of four tokens that gets two each second', () => {
  const story =
    '0+ 10+ 20+ 30+ 60- 900- 1050+ 1060+ 1090- 1900- 2050+ 2060+ 2090- 4500+ 4510+ 4520+ 4530+ 4560- 4900- 5050+ 5060+ 5090-'
  const bucket = { depth: 4, tokens: 2, everyMs: 1000, phase: 0 }

  test('fits its own numbers only', () => {
    expect(replaySteps(seen(story), bucket)).toBe(0)
    expect(replaySteps(seen(story), { ...bucket, depth: 3 })).toBeGreaterThan(0)
    expect(replaySteps(seen(story), { ...bucket, depth: 5 })).toBeGreaterThan(0)
    expect(replaySteps(seen(story), { ...bucket, tokens: 1 })).toBeGreaterThan(0)
    expect(replaySteps(seen(story), { ...bucket, tokens: 3 })).toBeGreaterThan(0)
    expect(replaySteps(seen(story), { ...bucket, everyMs: 800 })).toBeGreaterThan(0)
    expect(replaySteps(seen(story), { ...bucket, phase: 500 })).toBeGreaterThan(0)
  })

  test('is found from what was seen, and not in the answers of another limiter', () => {
    expect(searchSteps(seen(story), 0)).toMatchObject({ mismatches: 0, depth: 4 })
    const counter = '0+ 10+ 20+ 30+ 40- 900- 1020+ 1050- 1300+ 1350- 1550+ 1600- 1700- 1790+ 1850-'
    expect(searchSteps(seen(counter), 0)).toBeNull()
  })
})

test('an accepted request that may have overtaken a refused one is put before it', () => {
  const kinds = (trace: string) => seen(trace).arrivals.map(({ what }) => what)
  expect(kinds('0+ 100- 105+ 300+')).toEqual(['accepted', 'accepted', 'refused', 'accepted'])
  expect(kinds('0+ 100- 150+ 300+')).toEqual(['accepted', 'refused', 'accepted', 'accepted'])
})

test('a limit let go between a refusal and the next acceptance', () => {
  const moments = lettingGo(seen('0+ 100- 200- 300+ 350+ 400-'))
  expect(moments).toHaveLength(1)
  expect(moments[0]?.from).toBeGreaterThanOrEqual(200)
  expect(moments[0]?.to).toBeLessThanOrEqual(320)
})

test('a shutout lasts from its first refusal, not from the last accepted request', () => {
  const whiles = shutouts(seen('0+ 400+ 600- 900- 1100+ 1300+ 1500- 1900- 2010+'))
  expect(whiles).toHaveLength(2)
  for (const { atLeast, atMost } of whiles) {
    expect(atLeast).toBeLessThan(500)
    expect(atMost).toBeGreaterThan(500)
    expect(atMost - atLeast).toBeLessThan(260)
  }
})
