import { describe, expect, test } from 'vitest'
import type { Verdict } from '../evidence/verdict.ts'
import {
  type FabricatedExchange,
  fabricate,
  fabricatedCode,
  limited,
  loadRecord,
  measuredOf,
  processRecord,
  rateRecord,
  scenarioRecord,
  times,
} from '../trust/fabricated/load.ts'
import { percentile } from './engine/measure.ts'
import { judgeLoad, type PastScenario } from './judge.ts'
import type { LoadRecord, ScenarioRecord } from './record.ts'
import type { Target } from './targets.ts'
import { readThresholds } from './thresholds.ts'

const products = ['Teams', 'Ads', 'Events', 'Livestream']
const target = (product: string, path: string): Target => ({
  id: `GET ${path}`,
  product,
  method: 'GET',
  path,
  body: null,
})
const teams = target('Teams', '/api/team/general/all')
const ads = target('Ads', '/api/ads/bidding/all')
const reads = [teams, ads]
const asked = (more: FabricatedExchange = {}): FabricatedExchange => ({
  scenario: 'smoke',
  phase: 'turn',
  operation: teams.id,
  ...more,
})

function smoke(
  rows: readonly FabricatedExchange[],
  more: Partial<ScenarioRecord> = {},
  record: Partial<LoadRecord> = {},
  past: readonly PastScenario[] = [],
) {
  const scenario = rateRecord('smoke', reads, rows, more)
  const { id, product, method, path } = teams
  const own = loadRecord({ reads: [{ id, product, method, path }], scenarios: [scenario], ...record })
  return judgeLoad(own, fabricate(rows), fabricatedCode, past)
}

function verdictOf({ findings }: ReturnType<typeof judgeLoad>, check: string) {
  const found = findings.filter((finding) => finding.check === check)
  expect(found).toHaveLength(1)
  expect(found[0]?.message).not.toMatch(/undefined|null|NaN|\{/)
  return [found[0]?.verdict, found[0]?.cause]
}

describe('load.delivered (O19): never a violation', () => {
  const two = times(2, asked())
  const ended = (endedBy: ScenarioRecord['processes'][number]['endedBy']) => ({
    processes: [processRecord({ endedBy, counted: null })],
  })
  const counted = (requests: number, dropped = 0) => ({
    processes: [processRecord({ counted: { requests, dropped } })],
  })
  const wanted = (requests: number) => ({ planned: { requests, ratePerSecond: 10, durationMs: 1000 } })
  const stopped = (by: 'requests' | 'failing') => ({ stopped: { by, atMs: 10, why: 'it was enough' } })
  const cases: readonly (readonly [string, Partial<ScenarioRecord>, Verdict, string])[] = [
    ['all that was planned', {}, 'pass', 'delivered'],
    ['one less than planned', wanted(3), 'pass', 'delivered'],
    [
      'an exit code other than 0',
      { processes: [processRecord({ exitCode: 99, counted: { requests: 2, dropped: 0 } })] },
      'pass',
      'delivered',
    ],
    ['a k6 that broke off', { processes: [processRecord({ counted: null })] }, 'inconclusive', 'broke-off'],
    ['a k6 that hung', ended('silence'), 'inconclusive', 'ended'],
    ['a k6 that took too long', ended('time'), 'inconclusive', 'ended'],
    ['a k6 that did not start', ended('failed'), 'inconclusive', 'not-started'],
    ['an interrupt', ended('interrupt'), 'inconclusive', 'interrupted'],
    ['lines that got lost', counted(3), 'inconclusive', 'lost'],
    ['iterations that were dropped', counted(2, 1), 'inconclusive', 'dropped'],
    ['an exception in every iteration', wanted(30), 'inconclusive', 'not-sent'],
    ['a budget that was reached', stopped('requests'), 'inconclusive', 'stopped'],
    ['too many failures', stopped('failing'), 'inconclusive', 'stopped'],
    ['told to wait', { skipped: '9 s', toldMs: 9000, measured: null }, 'not-exercised', 'longer-than-budget'],
    ['not run', { skipped: 'no reads', processes: [], measured: null }, 'not-exercised', 'skipped'],
  ]
  test.for(cases)('%s', ([, more, verdict, cause]) => {
    expect(verdictOf(smoke(two, more), 'load.delivered:smoke')).toEqual([verdict, cause])
  })

  test.for([500, 503, null])('a target that answers only %s is never a pass', (status) => {
    expect(verdictOf(smoke(times(9, asked({ status }))), 'load.delivered:smoke')).toEqual([
      'inconclusive',
      'nothing-served',
    ])
  })
})

describe('answers that refuse the key are no load', () => {
  const thresholds = readThresholds({ smoke: { '*': { p95: 1000 } } }, products)
  const served = asked()
  const unauthenticated = asked({ status: 401 })
  const forbidden = asked({ status: 403 })
  const cases = [
    ['401 and 403 alone', [...times(4, unauthenticated), ...times(5, forbidden)], true],
    ['403 alone', times(5, forbidden), true],
    ['401, and a read that needs no key', [...times(8, unauthenticated), served], true],
    ['401 half of the time', [...times(2, unauthenticated), ...times(2, served)], false],
    ['a key that may read little', [...times(8, forbidden), asked({ operation: ads.id })], false],
    ['served, and most of the time 403', [served, ...times(8, forbidden)], true],
    ['served, and 403 now and then', [...times(8, served), ...times(8, forbidden)], false],
    ['403 as a limit', [...times(12, forbidden), served], false],
  ] as const
  test.for(cases)('%s', ([, rows, isRefused]) => {
    const judged = smoke(rows, {}, { thresholds: [...thresholds] })
    const [verdict, cause] = isRefused ? ['not-exercised', 'key-refused'] : ['pass', 'delivered']
    expect(verdictOf(judged, 'load.delivered:smoke')).toEqual([verdict, cause])
    const threshold = isRefused ? 'inconclusive' : 'pass'
    expect(verdictOf(judged, 'load.threshold:smoke.*.p95')[0]).toBe(threshold)
  })
})

describe('reads at a rate (O5d, O12)', () => {
  const server = 'errors.server-error:smoke'
  const completes = 'http.completes:smoke'
  const cases: readonly (readonly [string, readonly FabricatedExchange[], string, Verdict, string])[] = [
    ['answered', times(2, asked()), server, 'pass', 'no-server-error'],
    ['500 each time', times(2, asked({ status: 500 })), server, 'violation', 'server-error'],
    ['500 once', [asked({ status: 500 }), asked()], server, 'inconclusive', 'unstable'],
    ['500 and asked once only', [asked({ status: 500 })], server, 'inconclusive', 'server-error-once'],
    ['503 each time', times(2, asked({ status: 503 })), server, 'inconclusive', 'sheds-load'],
    ['never answered', times(2, asked({ status: null })), server, 'inconclusive', 'no-answer'],
    ['not asked', [asked({ operation: ads.id })], server, 'not-exercised', 'not-asked'],
    ['answered', times(2, asked()), completes, 'pass', 'complete'],
    ['reset once', [asked({ status: null }), asked()], completes, 'inconclusive', 'unsteady-answers'],
    ['not asked', [asked({ operation: ads.id })], completes, 'not-exercised', 'not-asked'],
  ]
  test.for(cases)('%s: %s', ([, rows, check, verdict, cause]) => {
    expect(verdictOf(smoke(rows), check)).toEqual([verdict, cause])
  })
})

describe('thresholds of the team', () => {
  const thresholds = [
    ...readThresholds({ smoke: { Teams: { p95: 100, failed: 0.1 }, Ads: { p50: 1 }, '*': { max: 500 } } }, products),
  ]
  test.for([
    [50, 'pass', 'kept'],
    [100, 'pass', 'kept'],
    [101, 'violation', 'exceeded'],
  ] as const)('an answer in %i ms against a threshold of 100 ms', ([duration, verdict, cause]) => {
    const judged = smoke(times(4, asked({ duration })), {}, { thresholds })
    expect(verdictOf(judged, 'load.threshold:smoke.Teams.p95')).toEqual([verdict, cause])
    expect(verdictOf(judged, 'load.threshold:smoke.*.max')).toEqual(['pass', 'kept'])
  })

  test.for([
    [1, 'pass', 'kept'],
    [2, 'violation', 'exceeded'],
  ] as const)('%i failed of ten against a threshold of a tenth', ([failed, verdict, cause]) => {
    const rows = [...times(failed, asked({ status: 500 })), ...times(10 - failed, asked())]
    expect(verdictOf(smoke(rows, {}, { thresholds }), 'load.threshold:smoke.Teams.failed')).toEqual([verdict, cause])
  })

  test('a threshold without a sample is not kept', () => {
    const judged = smoke([asked()], {}, { thresholds })
    expect(verdictOf(judged, 'load.threshold:smoke.Ads.p50')).toEqual(['not-exercised', 'no-samples'])
    const ads = { product: 'Ads', metric: 'p50', limit: 1, value: null, samples: 0 }
    const told = { ...ads, verdict: 'not-exercised', ok: false }
    expect(judged.results.scenarios[0]?.thresholds.find(({ product }) => product === 'Ads')).toEqual(told)
  })

  test('a threshold of time is inconclusive where all answers were failures', () => {
    const judged = smoke(times(4, asked({ status: 500 })), {}, { thresholds })
    expect(verdictOf(judged, 'load.threshold:smoke.Teams.p95')).toEqual(['inconclusive', 'nothing-served'])
  })

  test.for([
    [500, 'inconclusive', 'held-up'],
    [501, 'violation', 'exceeded'],
  ] as const)('an answer in %i ms against 100 ms, where requests began 200 ms late', ([duration, verdict, cause]) => {
    const lateMs = { p50: 0, p95: 50, p99: 200, max: 900 }
    const rows = times(4, asked({ duration }))
    const measured = { ...measuredOf('smoke', reads, rows), lateMs }
    const judged = smoke(rows, { measured }, { thresholds })
    expect(verdictOf(judged, 'load.threshold:smoke.Teams.p95')).toEqual([verdict, cause])
  })

  test('under less load than planned no threshold is kept, but one can be exceeded', () => {
    const dropped = { processes: [processRecord({ counted: { requests: 4, dropped: 9 } })] }
    const kept = smoke(times(4, asked()), dropped, { thresholds })
    expect(verdictOf(kept, 'load.threshold:smoke.Teams.p95')).toEqual(['inconclusive', 'kept-under-less'])
    const slow = smoke(times(4, asked({ duration: 900 })), dropped, { thresholds })
    expect(verdictOf(slow, 'load.threshold:smoke.Teams.p95')).toEqual(['violation', 'exceeded'])
  })

  test('percentiles lie between values, as in k6', () => {
    expect([0, 0.5, 0.95, 1].map((share) => percentile([1, 2, 3, 4], share))).toEqual([1, 2.5, 3.8499999999999996, 4])
  })
})

describe('the result of a scenario', () => {
  const rows = [...times(3, asked()), asked({ status: 429 }), asked({ status: 500 }), asked({ operation: ads.id })]

  test('counts each request once, in all and by product', () => {
    const [scenario] = smoke(rows).results.scenarios
    expect(scenario).toMatchObject({ sent: 6, answered: 4, limited: 1, failed: 1, dropped: 0, processes: 1 })
    expect(scenario?.planned).toEqual({ requests: 6, ratePerSecond: 10, durationMs: 1000 })
    expect(scenario?.products['Teams']).toMatchObject({ requests: 5, limited: 1, failed: 1 })
    expect(scenario?.products['Ads']?.latencyMs).toEqual({ p50: 5, p95: 5, p99: 5, max: 5 })
    expect(scenario?.before).toBeUndefined()
  })

  test('is compared with the last run of the same scenario at the same rate', () => {
    const past = (run: string, ratePerSecond: number, name = 'smoke') => ({
      name,
      run,
      ratePerSecond,
      latencyMs: { p95: 4 },
    })
    const undelivered = { ...past('undelivered', 10), latencyMs: {} }
    const [other, faster] = [past('other', 10, 'average'), past('faster', 20)]
    const earlier = [past('first', 10), past('second', 10), faster, other, undelivered]
    const [scenario] = smoke(rows, {}, {}, earlier).results.scenarios
    expect(scenario?.before).toEqual({ run: 'second', ratePerSecond: 10, latencyMs: { p95: 4 } })
  })
})

describe('the judgement of a whole load', () => {
  const rows: readonly FabricatedExchange[] = [
    ...times(2, { phase: 'rest' }),
    ...times(18, {}),
    ...times(6, { status: 429, retryAfter: '1' }),
    { phase: 'recovery', told: 1000, waited: 2010 },
    asked(),
  ]
  const scenarios = [
    scenarioRecord({ processes: [processRecord({ counted: { requests: 27, dropped: 0 } })] }),
    rateRecord('smoke', reads, [asked()]),
  ]
  const ofReads = [teams].map(({ id, product, method, path }) => ({ id, product, method, path }))
  const judged = () => judgeLoad(loadRecord({ scenarios, reads: ofReads }), fabricate(rows), fabricatedCode)

  test('gives one finding for each planned check and operation, each id once', () => {
    expect(judged().findings.map(({ check, operation }) => `${check} ${operation}`)).toEqual([
      `limits.code ${limited}`,
      `limits.retry-after ${limited}`,
      `limits.recovers ${limited}`,
      `limits.isolation ${limited}`,
      `errors.server-error:limits ${limited}`,
      `http.completes:limits ${limited}`,
      `envelope.schema:limits ${limited}`,
      'load.delivered:limits null',
      `errors.server-error:smoke ${teams.id}`,
      `http.completes:smoke ${teams.id}`,
      'load.delivered:smoke null',
    ])
    expect(new Set(judged().findings.map(({ id }) => id)).size).toBe(judged().findings.length)
  })

  test('tells the limit with its waits and recoveries, and in a sentence', () => {
    const [limit] = judged().results.limits
    expect(limit).toMatchObject({
      operation: limited,
      algorithm: 'inconclusive',
      verdict: 'inconclusive',
      seen: '20 answered, then 429; served again after the told 1 s, one of one',
      retryAfter: { form: 'seconds', longestMs: 1000, trials: 1, recovered: 1 },
    })
    const kinds = limit?.timeline.map(({ kind }) => kind) ?? []
    expect(kinds.filter((kind) => kind === 'refused')).toHaveLength(6)
    expect(kinds.filter((kind) => kind === 'wait')).toHaveLength(1)
    expect(kinds.at(-1)).toBe('recovered')
  })

  test('draws the timeline of a limit from its trials, never above the quota within a window', () => {
    const experiment = times(200, { phase: 'experiment', part: 'drain' })
    const votes = times(90, { phase: 'vote' })
    const record = loadRecord({ scenarios, reads: ofReads })
    const { results } = judgeLoad(record, fabricate([...rows, ...experiment, ...votes]), fabricatedCode)
    let answered = 0
    for (const { kind } of results.limits[0]?.timeline ?? []) {
      if (kind === 'wait') answered = 0
      if (kind === 'accepted' || kind === 'recovered') answered += 1
      expect(answered).toBeLessThanOrEqual(20)
    }
    expect(results.limits[0]?.timeline).toEqual(judged().results.limits[0]?.timeline)
  })

  test('gives a command that asks again, with the key as a variable', () => {
    expect(judged().findings[0]?.reproduce).toBe(
      `curl -sS -i -Z --parallel-max 64 -H "X-Service-API-Key: $LOAD_API_KEY" -H 'Accept: application/json' 'http://127.0.0.1:1/api/video/details/all#[1-64]'`,
    )
  })

  test('ignores the answers to contracts, other scenarios and other variants', () => {
    const strangers = fabricate([
      { status: 500, scenario: 'other' },
      { status: 500, phase: 'vote', variant: 'credential' },
    ])
    const [first] = fabricate([{ status: 500 }])
    if (first === undefined) throw new Error('no exchange')
    const { facts: _, ...factless } = first
    const all = [...strangers, factless, { ...first, source: 'contracts' as const }, ...fabricate(rows)]
    const record = loadRecord({ scenarios, reads: ofReads })
    const withStrangers = judgeLoad(record, all, fabricatedCode)
    expect(withStrangers.findings.filter(({ check }) => check !== 'load.delivered:limits')).toEqual(
      judged().findings.filter(({ check }) => check !== 'load.delivered:limits'),
    )
  })

  test('follows the order of sending, not the order of the recording', () => {
    const record = loadRecord({ scenarios, reads: ofReads })
    expect(judgeLoad(record, fabricate(rows).toReversed(), fabricatedCode)).toEqual(judged())
  })
})
