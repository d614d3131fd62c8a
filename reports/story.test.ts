import { expect, test } from 'vitest'
import type { Cause } from '../evidence/causes.ts'
import type { LimitResult } from '../evidence/results.ts'
import { reportedRun } from '../trust/recordings/recordings.ts'
import { censusLine, gapsOf, groupsOf, limitLine, retryAfterLine, verdictWords } from './story.ts'

const { results } = reportedRun('broken')
const [named] = reportedRun('limited').results.load.limits as [LimitResult]
const limit = { ...named, windowMs: 2000 }
const none = { form: null, longestMs: null, trials: 0, recovered: 0 } as const

test('violations are grouped by check and cause, the widest first, and none is lost', () => {
  const groups = groupsOf(results.findings, 'violation')
  expect(groups.map((group) => group.cause)[0]).toBe('server-error')
  expect(groups.flatMap((group) => group.findings)).toHaveLength(results.summary.violation)
  const widths = groups.map((group) => group.operations.length)
  expect(widths).toEqual(widths.toSorted((one, other) => other - one))
})

test('a group is headed by what its messages have in common', () => {
  const [first] = results.findings.filter(({ verdict }) => verdict === 'violation')
  if (first === undefined) throw new Error('no violation')
  const heading = (...messages: readonly string[]) =>
    groupsOf(
      messages.map((message) => ({ ...first, cause: 'code-missing' as const, message })),
      'violation',
    )[0]?.message
  expect(heading('as told')).toBe('as told')
  expect(heading('as told', 'as told')).toBe('as told')
  expect(heading('401', '404')).toBe('An error comes without its documented code')
})

test('gaps are of both kinds, the largest first', () => {
  const sizes = gapsOf(results).map(({ findings }) => findings.length)
  expect(sizes).toEqual(sizes.toSorted((one, other) => other - one))
  const { summary } = results
  expect(sizes.reduce((sum, size) => sum + size)).toBe(summary['not-exercised'] + summary.inconclusive)
})

test('a gap names the settings that would change it, as the environment spells them', () => {
  const named = (target: 'development' | 'production', cause: Cause) => {
    const [first] = results.findings.filter(({ verdict }) => verdict === 'not-exercised')
    if (first === undefined) throw new Error('no gap')
    return gapsOf({ run: { ...results.run, target }, findings: [{ ...first, cause }] })[0]?.settings
  }
  expect(named('development', 'no-restricted-origin')).toEqual(['DEV_RESTRICTED_ORIGIN'])
  expect(named('production', 'no-restricted-origin')).toEqual(['RESTRICTED_ORIGIN'])
  expect(named('development', 'not-started')).toEqual(['K6_BIN'])
  expect(named('production', 'policy-keyed-write')).toEqual([])
})

test('what stands on an accepted request names the setting that vouches for one', () => {
  const found = results.findings.find(({ check }) => check.startsWith('request.field-type'))
  if (found === undefined) throw new Error('no finding')
  const inconclusive = { ...found, verdict: 'inconclusive' as const, cause: 'control-refused' as const }
  expect(gapsOf({ run: results.run, findings: [inconclusive] })[0]?.settings).toEqual(['DEV_VALID_CHOICE_BODY'])
})

test('the census is said in one line, extensions apart', () => {
  const counted = { product: 'Payments', count: 1, why: '' }
  const hidden = { product: null, count: 17, why: '' }
  const census = { claimed: 283, listed: 265, extended: 0, unlisted: [counted, hidden] }
  expect(censusLine(census)).toBe('283 = 265 listed + 1 counted but not listed + 17 not shown')
  expect(censusLine({ ...census, extended: 4 })).toMatch(/\(and 4 added by CATALOG_EXTENSION\)$/)
})

test.for([
  [limit, /^Retry-After verified on GET .*: seconds, 2 s at most, served again after 3 of 3 waits$/],
  [{ ...limit, retryAfter: { ...limit.retryAfter, recovered: 2 } }, /^Retry-After seen on .*2 of 3 waits$/],
  [
    { ...limit, retryAfter: { form: 'date', longestMs: 900, trials: 0, recovered: 0 } },
    /date, 900 ms.*never waited out$/,
  ],
  [{ ...limit, retryAfter: { form: 'absent', longestMs: null, trials: 3, recovered: 3 } }, /without Retry-After/],
  [{ ...limit, retryAfter: none }, /^no refusal was met/],
] as const)('what was learned of Retry-After: %#', ([met, words]) => expect(retryAfterLine(met)).toMatch(words))

test.for([
  [limit, 'fixed window, 20 requests in 2 s (credential+product)'],
  [
    { ...limit, algorithm: 'token-bucket', windowMs: null, refillPerSecond: 9.999 },
    'token bucket, 20 requests, 10 a second',
  ],
  [{ ...limit, algorithm: 'inconclusive' }, 'the kind of limit cannot be told'],
  [{ ...limit, algorithm: 'none' }, 'no limit was met'],
] as const)('what was inferred of a limit: %#', ([met, words]) => expect(limitLine(met)).toContain(words))

test('each exit code has its words', () => {
  expect(([0, 1, 2, 130] as const).map(verdictWords)).toEqual([
    'PASSED',
    'FAILED',
    'NO TRUSTWORTHY ANSWER',
    'INTERRUPTED',
  ])
})
