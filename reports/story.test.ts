import { expect, test } from 'vitest'
import type { LimitResult } from '../evidence/results.ts'
import { sampleRun } from './sample.ts'
import { censusLine, gapsOf, groupsOf, limitLine, retryAfterLine, verdictWords } from './story.ts'

const { results } = sampleRun({ faults: 30 })
const [limit, second] = results.load.limits as [LimitResult, LimitResult]

test('violations are grouped by check and cause, the widest first, and none is lost', () => {
  const groups = groupsOf(results.findings, 'violation')
  expect(groups.map((group) => group.cause)[0]).toBe('server-error')
  expect(groups.flatMap((group) => group.findings)).toHaveLength(results.summary.violation)
  const widths = groups.map((group) => group.operations.length)
  expect(widths).toEqual(widths.toSorted((one, other) => other - one))
})

test('a gap names the settings that its reason names', () => {
  expect(gapsOf(results.findings).flatMap((gap) => gap.settings)).toEqual([
    'DEV_RESTRICTED_ACCOUNT_KEY',
    'DEV_RESTRICTED_PRODUCT_KEY',
    'DEV_RESTRICTED_PERMISSION_KEY',
    'DEV_RESTRICTED_ORIGIN',
  ])
})

test('the census is said in one line, extensions apart', () => {
  expect(censusLine(results.catalog)).toBe('283 = 265 listed + 1 counted but not listed + 17 not shown')
  expect(censusLine({ ...results.catalog, extended: 4 })).toMatch(/\(and 4 added by CATALOG_EXTENSION\)$/)
})

test.for([
  [limit, /^Retry-After seen on GET .*: seconds, 2 s at most, served again after 4 of 5 waits$/],
  [{ ...limit, retryAfter: { ...limit.retryAfter, recovered: 5 } }, /^Retry-After verified on .*5 of 5 waits$/],
  [
    { ...limit, retryAfter: { form: 'date', longestMs: 900, trials: 0, recovered: 0 } },
    /date, 900 ms.*never waited out$/,
  ],
  [{ ...limit, retryAfter: { form: 'absent', longestMs: null, trials: 3, recovered: 3 } }, /without Retry-After/],
  [second, /^no refusal was met/],
] as const)('what was learned of Retry-After: %#', ([met, words]) => expect(retryAfterLine(met)).toMatch(words))

test.for([
  [limit, 'fixed window, 20 requests in 2 s (key and product Livestream)'],
  [
    { ...limit, algorithm: 'token-bucket', windowMs: null, refillPerSecond: 9.999 },
    'token bucket, 20 requests, 10 a second',
  ],
  [second, 'the kind of limit cannot be told'],
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
