import { describe, expect, test } from 'vitest'
import type { Finding } from '../evidence/finding.ts'
import type { Results } from '../evidence/results.ts'
import { reportedRun } from '../trust/recordings/recordings.ts'
import { comparisonFindings } from './changes/comparison-findings.ts'
import type { Difference } from './changes/differences.ts'
import { newsOf } from './news.ts'

const { run } = reportedRun('broken').results
const none = { comparedWith: null, new: [], fixed: [], still: [], unstable: [] }
const of = (changes: Results['changes'], exitCode: Results['run']['exitCode'] = 1) =>
  newsOf({ run: { ...run, exitCode }, findings: [], ...(changes === undefined ? {} : { changes }) })

test.for([
  [none, 'There is no earlier run to compare with.'],
  [{ ...none, comparedWith: 'r1' }, 'Since the runs before (last: r1): nothing new is broken.'],
  [
    { comparedWith: 'r1', new: ['a'], fixed: ['b', 'c'], still: ['d'], unstable: ['a'] },
    'Since the runs before (last: r1): 1 violation new, 2 fixed, 1 as before, 1 changed more than once in ten runs.',
  ],
] as const)('%j', ([changes, line]) => expect(of(changes)).toEqual([line]))

test('a violation that is as before, but wrong in another way, is named', () => {
  const [finding] = reportedRun('broken').results.findings
  const since = { date: '2026-11-20', run: 'r7', lastCause: 'wrong-code' }
  const findings = [{ ...(finding as Finding), id: 'd', since }]
  const changes = { ...none, comparedWith: 'r1', still: ['d', 'e'] }
  expect(newsOf({ run: { ...run, exitCode: 1 }, findings, changes })).toEqual([
    'Since the runs before (last: r1): nothing new is broken, 2 as before, 1 of them wrong in another way than last time (d).',
  ])
})

test('a run without a history has no news, nor has a run that cannot be trusted', () => {
  expect(of(undefined)).toEqual([])
  for (const code of [2, 130] as const) expect(of({ ...none, comparedWith: 'r1' }, code)).toEqual([])
})

test('known findings that need a change are named where the outcome does not name them', () => {
  const known = { stale: ['aaa', 'bbb'], expired: ['ccc'], unmatched: [] }
  const past = 'known-findings.json: 1 entry past the date (ccc).'
  const told = (exitCode: 1 | 2) => newsOf({ run: { ...run, exitCode }, findings: [], known })
  expect(told(1)).toEqual([])
  expect(told(2)).toEqual([past])
})

describe('a difference is named with its operation, both sides, and its date', () => {
  const difference = (operation: string | null, before: string | null, after: string | null): Difference => ({
    kind: 'changed',
    operation,
    subject: 'with the key: status',
    before,
    after,
  })
  const found = (kind: 'drift' | 'parity', differences: readonly Difference[]): readonly Finding[] =>
    comparisonFindings(kind, differences, new Map())
  const news = (findings: readonly Finding[]) => newsOf({ run: { ...run, exitCode: 0 }, findings })

  test('from the baseline', () => {
    const drift = found('drift', [difference('GET /api/a/all', '200', '202')])
    const since = { date: '2026-11-20', run: 'r7' }
    expect(news(drift.map((finding) => ({ ...finding, since })))).toEqual([
      '1 change since the baseline: GET /api/a/all, with the key: status: was 200, is 202 (since 2026-11-20).',
    ])
    const tonight = { date: '2026-11-21', run: run.id }
    expect(news(drift.map((finding) => ({ ...finding, since: tonight })))[0]).not.toContain('since 2026')
  })

  test('what is new first, and of that what serves whoever has no key', () => {
    const old = Array.from({ length: 9 }, (_, at) => difference(`GET /api/old/${at}`, '200', `20${at}`))
    const tonight = [
      { ...difference('GET /api/a/all', '401', '200'), subject: 'without a key: status' },
      ...['b', 'c'].map((name) => difference(`GET /api/${name}/all`, '200', '203')),
    ]
    const since = (night: string) => (finding: Finding) => ({ ...finding, since: { date: '2026-11-20', run: night } })
    const [line] = news([...found('drift', old).map(since('r7')), ...found('drift', tonight).map(since(run.id))])
    expect(line).toMatch(
      /^11 changes since the baseline, 2 of them new: GET \/api\/a\/all, without a key: status: was 401, is 200; 2 operations \(GET \/api\/b\/all …\), .*; GET \/api\/old\/0, .* \(since 2026-11-20\); and 8 more \(12 observations in all\)\.$/,
    )
  })

  test.for([
    [{ baseline: 'r1' }, ['No change since the baseline in what both were asked.']],
    [{ development: 'r2' }, ['No difference between development and production in what both were asked.']],
    [{}, []],
  ] as const)('that nothing does, where it was compared: %j', ([compared, lines]) => {
    expect(newsOf({ run: { ...run, exitCode: 0 }, findings: [], compared })).toEqual(lines)
  })

  test('from development', () => {
    expect(news(found('parity', [difference(null, '404', null)]))).toEqual([
      '1 difference between development and production: unknown routes, with the key: status: development 404, production absent.',
    ])
  })

  test('the same change on many operations is told once, whatever else changed in the same answers', () => {
    const wide = Array.from({ length: 300 }, (_, at) => `GET /api/${at}`).flatMap((operation) => [
      { ...difference(operation, 'a code', 'another'), subject: 'with the key: code' },
      difference(operation, '200', '202'),
      { ...difference(operation, '/ object', null), subject: 'with the key: body of 200' },
    ])
    const routes = ['POST /api/ads 1', 'PUT /api/pages 2'].map((route) => ({
      ...difference(null, '404', '410'),
      subject: `unknown route ${route}, with the key: status`,
    }))
    expect(news(found('drift', [...routes, ...wide]))).toEqual([
      '2 changes since the baseline: 300 operations (GET /api/0 …), with the key: status: was 200, is 202; unknown routes, with the key: status: was 404, is 410 (902 observations in all).',
    ])
  })

  test('the same change in many questions to one operation is told once, and names the plainest question', () => {
    const queries = Array.from({ length: 45 }, (_, at) => ({
      ...difference('GET /api/a/all', '200', '206'),
      subject: `with the key, query limit=${at}: status`,
    }))
    const odd = { ...difference('GET /api/a/all', '200', '206'), subject: 'with the key, __proto__ as object: status' }
    expect(news(found('drift', [odd, ...queries]))).toEqual([
      '1 change since the baseline: GET /api/a/all, with the key, query limit=0 and 45 more questions: status: was 200, is 206 (46 observations in all).',
    ])
  })

  test('three changes are named, and the others counted', () => {
    const many = ['201', '202', '203', '204', '205'].map((status) => difference(`GET /api/${status}`, '200', status))
    const [line = ''] = news(found('drift', many))
    expect(line).toMatch(/^5 changes since the baseline: .*; and 2 more\.$/)
    expect(line.match(/GET/g)).toHaveLength(3)
  })

  test('a run that cannot be trusted tells no difference', () => {
    const findings = found('drift', [difference('GET /api/a/all', '200', '202')])
    expect(newsOf({ run: { ...run, exitCode: 2 }, findings })).toEqual([])
  })
})
