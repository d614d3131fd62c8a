import { expect, test } from 'vitest'
import { clock, readerCases } from '../trust/tools/retry-after-cases.ts'
import { readHttpDate, readRetryAfter, type WaitRules, waitFor } from './retry-after.ts'

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
  // The next century has no such day.
  ['Tuesday, 29-Feb-00 00:00:00 GMT', '2026-11-21T00:00:00Z', '2000-02-29T00:00:00Z'],
] as const)('two digits of a year, %s read at %s, are those of %s', ([text, now, at]) => {
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
  ['x1, 2', 'neither digits nor an HTTP-date'],
] as const)('%s is wrong: %s', ([text, why]) => {
  expect(readRetryAfter([text], undefined, 0)).toEqual({ kind: 'malformed', why })
})

test('blanks around a value are no part of it', () => {
  expect(readRetryAfter([' \t7 \t '], undefined, 0)).toEqual({ kind: 'seconds', waitMs: 7000 })
})

const rules: WaitRules = { refusals: 1, attempts: 3, budgetMs: 120_000, backoffMs: 500, spreadMs: 1000, random: 0 }
const told = (waitMs: number) => ({ kind: 'seconds', waitMs }) as const

test('a wait by a date that is over the budget is told as it was asked', () => {
  expect(waitFor({ kind: 'date', waitMs: 120_001 }, rules)).toMatchObject({ kind: 'refuse', askedMs: 120_001 })
  expect(waitFor({ kind: 'absent' }, { ...rules, refusals: 3 })).toMatchObject({ kind: 'refuse', askedMs: null })
})

test('the spread is the share of it that chance says', () => {
  expect(waitFor(told(10), { ...rules, random: 0.5 })).toMatchObject({ kind: 'wait', ms: 510 })
})

test.for([
  ['a wait that was told is kept by others to a fiftieth', told(4_000), 4_040],
  ['but no longer than by what was refused', told(90_000), 90_500],
  ['told no time at all, they wait as that does', told(0), 500],
  ['and so they do where nothing was told', { kind: 'absent' }, 1_000],
] as const)('%s', ([, asked, heldMs]) => {
  expect(waitFor(asked, { ...rules, random: 0.5 })).toMatchObject({ heldMs })
})

test.for([0, 0.25, 0.5, 0.999_999])(
  'our wait is never shorter than told, and at most the spread longer: random %s',
  (random) => {
    for (const waitMs of [0, 1, 999, 1000, 60_000, 119_999, 120_000]) {
      const wait = waitFor(told(waitMs), { ...rules, random })
      if (wait.kind !== 'wait') throw new Error(`refused ${waitMs}`)
      expect(wait.heldMs).toBeGreaterThanOrEqual(waitMs)
      expect(wait.ms).toBeGreaterThanOrEqual(wait.heldMs)
      expect(wait.ms).toBeLessThanOrEqual(Math.min(waitMs + 1000, 120_000))
    }
  },
)

test('a wait over the budget is not cut short but refused', () => {
  expect(waitFor(told(120_001), rules)).toEqual({ kind: 'refuse', askedMs: 120_001 })
})

test('the last attempt allowed is the last one made', () => {
  expect(waitFor(told(1), { ...rules, refusals: 2 }).kind).toBe('wait')
  expect(waitFor(told(1), { ...rules, refusals: 3 })).toEqual({ kind: 'refuse', askedMs: 1 })
})

test.for([
  [1, 500],
  [2, 1000],
] as const)('without a readable Retry-After our own back-off doubles: refusal %i waits %i ms', ([refusals, ms]) => {
  expect(waitFor({ kind: 'absent' }, { ...rules, refusals })).toEqual({ kind: 'wait', ms, heldMs: ms })
  expect(waitFor({ kind: 'malformed', why: 'two values' }, { ...rules, refusals })).toEqual({
    kind: 'wait',
    ms,
    heldMs: ms,
  })
})

test('waits are whole milliseconds, upwards: a timer drops what follows the point', () => {
  expect(waitFor(told(10), { ...rules, random: 0.000_1 })).toMatchObject({ ms: 11, heldMs: 11 })
})
