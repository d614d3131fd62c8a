import { expect, test } from 'vitest'
import { clock, readerCases } from '../trust/tools/retry-after-cases.ts'
import { readHttpDate, readRetryAfter } from './retry-after.ts'

test('the table holds at least 80 cases, each named once', () => {
  expect(readerCases.length).toBeGreaterThanOrEqual(80)
  expect(new Set(readerCases.map((row) => row.name)).size).toBe(readerCases.length)
})

test.for(readerCases.map((row) => [row.name, row] as const))('Retry-After: %s', ([, row]) => {
  expect(readRetryAfter(row.values, row.date, row.receivedAt ?? clock)).toEqual(row.want)
})

test('the three forms of an HTTP-date are one instant', () => {
  const at = 784_111_777_000
  expect(readHttpDate('Sun, 06 Nov 1994 08:49:37 GMT', at)).toBe(at)
  expect(readHttpDate('Sunday, 06-Nov-94 08:49:37 GMT', at)).toBe(at)
  expect(readHttpDate('Sun Nov  6 08:49:37 1994', at)).toBe(at)
})

test.for([
  ['Sunday, 06-Nov-94 08:49:37 GMT', '2026-11-21T00:00:00Z', '1994-11-06T08:49:37Z'],
  ['Sunday, 06-Nov-76 08:49:37 GMT', '2026-11-21T00:00:00Z', '2076-11-06T08:49:37Z'],
  ['Sunday, 06-Dec-76 08:49:37 GMT', '2026-11-21T00:00:00Z', '1976-12-06T08:49:37Z'],
  ['Sunday, 06-Nov-05 08:49:37 GMT', '2090-11-21T00:00:00Z', '2105-11-06T08:49:37Z'],
  // The next century has no 29 February in its year 00.
  ['Tuesday, 29-Feb-00 00:00:00 GMT', '2026-11-21T00:00:00Z', '2000-02-29T00:00:00Z'],
] as const)('the two digits of the year in %s, read at %s, mean %s', ([text, now, at]) => {
  expect(readHttpDate(text, Date.parse(now))).toBe(Date.parse(at))
})

test.for(['Mon, 30 Feb 2026 08:49:37 GMT', 'Tue Nov 31 08:49:37 2026', 'Monday, 00-Nov-26 08:49:37 GMT'])(
  '%s is no day',
  (text) => {
    expect(readHttpDate(text, Date.parse('2026-11-21T00:00:00Z'))).toBeNull()
  },
)

test.for([
  ['1.5.', 'neither digits nor an HTTP-date'],
  ['x1.5', 'neither digits nor an HTTP-date'],
  ['12.', 'a fraction of a second'],
  ['.25', 'a fraction of a second'],
  ['x.25', 'neither digits nor an HTTP-date'],
  ['.25x', 'neither digits nor an HTTP-date'],
  ['12 , 7', 'two values'],
  ['Sun, 06 Nov 1994 08:49:37 -0000', 'a date that does not end in GMT'],
  ['Sun, 06 Nov 1994 08:49:37', 'a date that does not end in GMT'],
  ['Sun, 31 Feb 1994 08:49:37 GMT', 'neither digits nor an HTTP-date'],
  ['x1, 2', 'neither digits nor an HTTP-date'],
] as const)('%s is wrong: %s', ([text, why]) => {
  expect(readRetryAfter([text], undefined, 0)).toEqual({ kind: 'malformed', why })
})

test('blanks around a value are no part of it', () => {
  expect(readRetryAfter([' \t7 \t '], undefined, 0)).toEqual({ kind: 'seconds', waitMs: 7000 })
})
