import { expect, test } from 'vitest'
import { loadFacts } from '../../../evidence/exchange.ts'
import type { LimitResult } from '../../../evidence/load-results.ts'
import { reportedRun } from '../../../trust/recordings/recordings.ts'
import { inWords, limitChart, roundsOf } from './limit-chart.ts'

const [limit] = reportedRun('limited').results.load.limits as [LimitResult]
const [broken] = reportedRun('broken').results.load.limits as [LimitResult]

test('a timeline is cut into rounds at its waits, and each round tells what followed its wait', () => {
  const rounds = roundsOf([
    { at: 0, kind: 'accepted', status: 200 },
    { at: 100, kind: 'accepted', status: 200 },
    { at: 200, kind: 'refused', status: 429 },
    { at: 200, kind: 'wait', status: null, ms: 1000 },
    { at: 1200, kind: 'recovered', status: 200 },
    { at: 1300, kind: 'failed', status: null },
    { at: 1400, kind: 'wait', status: null, ms: 500 },
    { at: 1900, kind: 'still-refused', status: 429 },
  ])
  expect(rounds).toEqual([
    { at: 0, answered: 2, refused: 1, failed: 0, waitedMs: 1000, after: 'recovered' },
    { at: 1200, answered: 1, refused: 0, failed: 1, waitedMs: 500, after: 'still-refused' },
    { at: 1900, answered: 0, refused: 1, failed: 0, waitedMs: null, after: null },
  ])
  expect(inWords(rounds[0] as (typeof rounds)[number])).toBe(
    '2 requests answered, 1 refused, then a wait of 1 s, then served again.',
  )
})

test('a wait with requests in it is cut at those requests, and no part of it is told twice', () => {
  const rounds = roundsOf([
    { at: 0, kind: 'accepted', status: 200 },
    { at: 60, kind: 'refused', status: 429 },
    { at: 62, kind: 'wait', status: null, ms: 1000 },
    { at: 63, kind: 'wait', status: null, ms: 3003 },
    { at: 1064, kind: 'still-refused', status: 429 },
    { at: 3067, kind: 'recovered', status: 200 },
  ])
  expect(rounds.map(({ waitedMs, after }) => [waitedMs, after])).toEqual([
    [1000, 'still-refused'],
    [2003, 'recovered'],
    [null, null],
  ])
})

test.for(['limited', 'broken', 'healthy'] as const)(
  'no bar of answered requests is higher than the quota that is told: %s',
  (name) => {
    for (const met of reportedRun(name).results.load.limits) {
      if (met.quota === null || met.algorithm !== 'fixed-window') continue
      for (const { answered } of roundsOf(met.timeline)) expect(answered).toBeLessThanOrEqual(met.quota)
    }
  },
)

test.for([
  ['limited', limit],
  ['broken', broken],
] as const)('no answer of a real run is missing in the rounds: %s', ([, met]) => {
  const rounds = roundsOf(met.timeline)
  const of = (...kinds: string[]) => met.timeline.filter(({ kind }) => kinds.includes(kind)).length
  const sum = (part: 'answered' | 'refused') => rounds.reduce((total, round) => total + round[part], 0)
  expect(sum('answered')).toBe(of('accepted', 'recovered'))
  expect(sum('refused')).toBe(of('refused', 'still-refused'))
})

test('the numbers beside a chart count the trials of the limit, and not the experiment', () => {
  const refused = [...reportedRun('broken').exchanges.values()].filter((exchange) => {
    const { operation, response } = exchange
    const isTrial = !['experiment', 'vote', 'turn'].includes(loadFacts(exchange)?.phase ?? 'turn')
    return isTrial && operation === broken.operation && response?.status === 429
  })
  expect(limitChart(broken).text).toContain(`<th scope="row">Refused</th><td>${refused.length}</td>`)
})

test('a chart names the quota, is drawn for two widths, and needs neither inline style nor a script', () => {
  const text = limitChart(limit).text
  expect(text).toContain('quota 20')
  expect(text.match(/<svg viewBox="0 0 (?:840|360)/g)).toHaveLength(2)
  expect(/ style="|<style|<script/.exec(text)).toBeNull()
  expect(limitChart(limit).text).toBe(text)
})

test('an unknown quota is not drawn, and the size of a chart with many rounds is bounded', () => {
  const timeline = Array.from({ length: 20_000 }, (_, at) => [
    { at, kind: 'still-refused' as const, status: 429 },
    { at, kind: 'wait' as const, status: null, ms: 1 },
  ]).flat()
  const text = limitChart({ ...limit, quota: null, windowMs: null, timeline }).text
  expect(text).not.toContain('quota')
  expect(text.length).toBeLessThan(250_000)
})
