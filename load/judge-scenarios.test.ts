import { describe, expect, test } from 'vitest'
import type { Verdict } from '../evidence/verdict.ts'
import {
  type FabricatedExchange,
  fabricate,
  fabricatedCode,
  limited,
  loadRecord,
  scenarioRecord,
  times,
} from '../trust/fabricated/load.ts'
import { judgeLoad, type LoadRecord } from './judge.ts'
import type { ScenarioRecord } from './judged.ts'
import { readThresholds } from './judges/threshold.ts'
import { percentile } from './latency.ts'

const read = { id: 'GET /api/team/general/all', product: 'Teams', path: '/api/team/general/all' }
const asked = (more: FabricatedExchange = {}): FabricatedExchange => ({
  scenario: 'smoke',
  phase: 'smoke',
  operation: read.id,
  ...more,
})

function smoke(
  rows: readonly FabricatedExchange[],
  more: Partial<ScenarioRecord> = {},
  record: Partial<LoadRecord> = {},
) {
  const end = { kind: 'complete', why: null, requests: rows.length }
  const scenario = scenarioRecord({ name: 'smoke', planned: rows.length, end, ...more })
  return judgeLoad(loadRecord({ reads: [read], scenarios: [scenario], ...record }), fabricate(rows), fabricatedCode)
}

function verdictOf({ findings }: ReturnType<typeof judgeLoad>, check: string) {
  const found = findings.filter((finding) => finding.check === check)
  expect(found).toHaveLength(1)
  expect(found[0]?.message).not.toMatch(/undefined|null|NaN/)
  return [found[0]?.verdict, found[0]?.cause]
}

describe('load.delivered (O19): never a violation', () => {
  const two = times(2, asked())
  const end = (kind: string, requests = 2) => ({ end: { kind, why: null, requests } })
  const cases: readonly (readonly [string, Partial<ScenarioRecord>, Verdict, string])[] = [
    ['all of it', {}, 'pass', 'delivered'],
    ['whatever the exit code', { exitCode: 99 }, 'pass', 'delivered'],
    ['a script that threw', { end: null, lastWords: ['Error: broken'] }, 'inconclusive', 'broke-off'],
    ['a k6 that hung', { end: null, endedBy: 'silence' }, 'inconclusive', 'ended'],
    ['a k6 that took too long', { end: null, endedBy: 'time' }, 'inconclusive', 'ended'],
    ['a k6 that did not start', { end: null, endedBy: 'failed' }, 'inconclusive', 'not-started'],
    ['an interrupt', { end: null, endedBy: 'interrupt' }, 'inconclusive', 'interrupted'],
    ['lines that got lost', end('complete', 3), 'inconclusive', 'lost'],
    ['a limit that asked for too much', end('limited'), 'not-exercised', 'ended-by-limit'],
    ['a budget that was too small', end('time'), 'inconclusive', 'budget-spent'],
    ['not run', { skipped: 'no reads', end: null }, 'not-exercised', 'skipped'],
  ]
  test.for(cases)('%s', ([, more, verdict, cause]) => {
    expect(verdictOf(smoke(two, more), 'load.delivered:smoke')).toEqual([verdict, cause])
  })
})

describe('reads, asked one at a time (O5d, O12)', () => {
  const cases: readonly (readonly [string, readonly FabricatedExchange[], string, Verdict, string])[] = [
    ['answered', times(2, asked()), 'errors.server-error:load', 'pass', 'no-server-error'],
    ['500 each time', times(2, asked({ status: 500 })), 'errors.server-error:load', 'violation', 'server-error'],
    ['500 once', [asked({ status: 500 }), asked()], 'errors.server-error:load', 'inconclusive', 'unstable'],
    ['500 and asked once only', [asked({ status: 500 })], 'errors.server-error:load', 'inconclusive', 'unstable'],
    ['503 each time', times(2, asked({ status: 503 })), 'errors.server-error:load', 'undocumented', 'unavailable'],
    ['never answered', times(2, asked({ status: null })), 'errors.server-error:load', 'inconclusive', 'no-answer'],
    ['not asked', [], 'errors.server-error:load', 'not-exercised', 'not-asked'],
    ['answered', times(2, asked()), 'http.completes:load', 'pass', 'complete'],
    ['reset once', [asked({ status: null }), asked()], 'http.completes:load', 'inconclusive', 'unsteady-answers'],
    ['not asked', [], 'http.completes:load', 'not-exercised', 'not-asked'],
  ]
  test.for(cases)('%s: %s', ([, rows, check, verdict, cause]) => {
    expect(verdictOf(smoke(rows), check)).toEqual([verdict, cause])
  })
})

describe('thresholds: of the user alone', () => {
  const thresholds = () => readThresholds({ Teams: { p95: 100 }, Ads: { p50: 1 }, Events: { p99: 0.5 } })
  test.for([
    [50, 'pass', 'kept'],
    [100, 'pass', 'kept'],
    [101, 'violation', 'exceeded'],
  ] as const)('%i ms against 100', ([duration, verdict, cause]) => {
    const judged = smoke(times(4, asked({ duration })), {}, { thresholds: thresholds() })
    expect(verdictOf(judged, 'load.threshold:Teams.p95')).toEqual([verdict, cause])
  })

  test('without a sample nothing is kept', () => {
    expect(verdictOf(smoke([asked()], {}, { thresholds: thresholds() }), 'load.threshold:Ads.p50')).toEqual([
      'not-exercised',
      'no-samples',
    ])
  })

  test('a refusal is no sample of latency', () => {
    const { results } = smoke([asked({ status: 429, duration: 900 }), asked({ duration: 5 })])
    expect(results.scenarios[0]?.latency).toEqual([{ product: 'Teams', count: 1, p50: 5, p95: 5, p99: 5 }])
  })

  test.for([
    [null, 'an object is expected'],
    ['Teams', 'an object is expected'],
    [[], 'an object is expected'],
    [{ Teams: 3 }, 'Teams is no object'],
    [{ Teams: null }, 'Teams is no object'],
    [{ Teams: { p90: 3 } }, 'Teams.p90 is none of p50, p95, p99'],
    [{ Teams: { p95: '3' } }, 'Teams.p95 is no positive number'],
    [{ Teams: { p95: 0 } }, 'Teams.p95 is no positive number'],
  ] as const)('a wrong file is refused: %j', ([value, why]) => {
    expect(() => readThresholds(value)).toThrow(new Error(`thresholds: ${why}`))
  })

  test('a file is read line by line', () => {
    expect(readThresholds({ Teams: { p95: 100, p50: 7 }, Ads: { p99: 0.5 } })).toEqual([
      { product: 'Teams', percentile: 'p95', maxMs: 100 },
      { product: 'Teams', percentile: 'p50', maxMs: 7 },
      { product: 'Ads', percentile: 'p99', maxMs: 0.5 },
    ])
  })

  test('percentiles lie between values, as in k6', () => {
    expect([0, 0.5, 0.95, 1].map((share) => percentile([1, 2, 3, 4], share))).toEqual([1, 2.5, 3.8499999999999996, 4])
  })
})

describe('the whole', () => {
  const rows: readonly FabricatedExchange[] = [
    ...times(2, { phase: 'rest' }),
    ...times(16, { status: 429, retryAfter: '1' }),
    { phase: 'recovery', told: 1000, waited: 2010 },
    asked(),
    asked({ operation: limited }),
  ]
  const scenarios = [scenarioRecord(), scenarioRecord({ name: 'smoke' })]
  const reads = [read, { ...loadRecord().limited }]
  const judged = () => judgeLoad(loadRecord({ scenarios, reads }), fabricate(rows), fabricatedCode)

  test('one finding for each planned check and operation, each id once', () => {
    expect(judged().findings.map(({ check, operation }) => `${check} ${operation}`)).toEqual([
      `limits.code ${limited}`,
      `limits.retry-after ${limited}`,
      `limits.recovers ${limited}`,
      `limits.isolation ${limited}`,
      `errors.server-error:load ${limited}`,
      `http.completes:load ${limited}`,
      `errors.server-error:load ${read.id}`,
      `http.completes:load ${read.id}`,
      'load.delivered:limits null',
      'load.delivered:smoke null',
    ])
    expect(new Set(judged().findings.map(({ id }) => id)).size).toBe(judged().findings.length)
  })

  test('the limit is told with its waits and recoveries', () => {
    const [limit] = judged().results.limits
    expect(limit).toMatchObject({
      operation: limited,
      algorithm: 'inconclusive',
      verdict: 'inconclusive',
      retryAfter: { form: 'seconds', longestMs: 1000, trials: 1, recovered: 1 },
    })
    const kinds = limit?.timeline.map(({ kind }) => kind) ?? []
    expect(kinds.filter((kind) => kind === 'refused')).toHaveLength(16)
    expect(kinds.filter((kind) => kind === 'wait')).toHaveLength(1)
    expect(kinds.at(-1)).toBe('recovered')
  })

  test('a line asks again, with the key whose limit was met as a variable', () => {
    expect(judged().findings[0]?.reproduce).toBe(
      `curl -sS -i -Z --parallel-max 64 -H "X-Service-API-Key: $LOAD_API_KEY" -H 'Accept: application/json' 'http://127.0.0.1:1/api/video/details/all#[1-64]'`,
    )
  })

  test('each finding of an operation says how it is asked again, one that was not asked says nothing', () => {
    const unread = { id: 'GET /api/ads/bidding/all', product: 'Ads', path: '/api/ads/bidding/all' }
    const { findings } = judgeLoad(
      loadRecord({ scenarios, reads: [...reads, unread] }),
      fabricate(rows),
      fabricatedCode,
    )
    const parallel = (line: string | null) => /--parallel-max (\d+)/.exec(line ?? '')?.[1] ?? null
    const linesOf = (operation: string | null) =>
      findings
        .filter((finding) => finding.operation === operation)
        .map(({ reproduce }) => (reproduce === null ? null : (parallel(reproduce) ?? 'one')))
    expect(linesOf(limited)).toEqual(['64', '64', '64', '64', '64', '64'])
    expect(linesOf(read.id)).toEqual(['one', 'one'])
    expect(linesOf(unread.id)).toEqual([null, null])
    expect(linesOf(null)).toEqual([null, null])
    const unasked = judgeLoad(loadRecord({ reads }), [], fabricatedCode)
    expect(unasked.findings.map(({ reproduce }) => reproduce)).toEqual(Array(7).fill(null))
  })

  test('an operation answers for itself alone', () => {
    const broken = [...rows, ...times(2, asked({ status: 500 }))]
    const { findings } = judgeLoad(loadRecord({ scenarios, reads }), fabricate(broken), fabricatedCode)
    const errors = findings.filter(({ check }) => check === 'errors.server-error:load')
    expect(errors.map(({ operation, verdict }) => [operation, verdict])).toEqual([
      [limited, 'pass'],
      [read.id, 'inconclusive'],
    ])
  })

  test('what contracts, other scenarios and other variants were answered counts for nothing', () => {
    const [first] = fabricate([{ status: 500 }])
    if (first === undefined) throw new Error('no exchange')
    const { facts, ...factless } = first
    const strangers = [
      factless,
      { ...first, source: 'contracts' as const },
      { ...first, facts: { ...facts, scenario: 'other' } },
      { ...first, facts: { ...facts, variant: 'another-key' } },
    ]
    const record = loadRecord({ scenarios, reads })
    const withStrangers = judgeLoad(record, [...strangers, ...fabricate(rows)], fabricatedCode)
    expect(withStrangers.findings.filter(({ check }) => check !== 'load.delivered:limits')).toEqual(
      judged().findings.filter(({ check }) => check !== 'load.delivered:limits'),
    )
  })

  test('the order of a recording does not matter, that of sending does', () => {
    const record = loadRecord({ scenarios, reads })
    expect(judgeLoad(record, fabricate(rows).toReversed(), fabricatedCode)).toEqual(judged())
  })

  test('each scenario alone has its own findings', () => {
    const only = (name: string) =>
      judgeLoad(loadRecord({ scenarios: [scenarioRecord({ name })], reads }), fabricate(rows), fabricatedCode)
    expect(only('limits').findings.map(({ operation }) => operation)).toEqual([...Array(6).fill(limited), null])
    expect(only('limits').results.limits).toHaveLength(1)
    expect(only('smoke').findings.map(({ operation }) => operation)).toEqual([
      ...Array(2).fill(read.id),
      ...Array(2).fill(limited),
      null,
    ])
    expect(only('smoke').results.limits).toEqual([])
  })

  test('the same recording gives the same judgement', () => {
    expect(judged()).toEqual(judged())
  })
})
