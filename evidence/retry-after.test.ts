import { expect, test } from 'vitest'
import { clock, readerCases } from './retry-after.cases.ts'
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

const rules: WaitRules = { refusals: 1, attempts: 3, budgetMs: 120_000, backoffMs: 500, spreadMs: 1000, random: 0 }
const told = (waitMs: number) => ({ kind: 'seconds', waitMs }) as const

test.for([0, 0.25, 0.5, 0.999_999])(
  'our wait is never shorter than told, and at most the spread longer: random %s',
  (random) => {
    for (const waitMs of [0, 1, 999, 1000, 60_000, 119_999, 120_000]) {
      const wait = waitFor(told(waitMs), { ...rules, random })
      if (wait.kind !== 'wait') throw new Error(`refused ${waitMs}`)
      expect(wait.ms).toBeGreaterThanOrEqual(waitMs)
      expect(wait.ms).toBeLessThanOrEqual(Math.min(waitMs + 1000, 120_000))
    }
  },
)

test('a wait over the budget is not cut short but refused', () => {
  expect(waitFor(told(120_001), rules)).toEqual({
    kind: 'refuse',
    why: 'a wait of 121 s is over the 120 s there is room for',
    askedMs: 120_001,
  })
})

test('the last attempt allowed is the last one made', () => {
  expect(waitFor(told(1), { ...rules, refusals: 2 }).kind).toBe('wait')
  expect(waitFor(told(1), { ...rules, refusals: 3 })).toEqual({ kind: 'refuse', why: 'refused 3 times', askedMs: 1 })
})

test.for([
  [1, 500],
  [2, 1000],
] as const)('without a readable Retry-After our own back-off doubles: refusal %i waits %i ms', ([refusals, ms]) => {
  expect(waitFor({ kind: 'absent' }, { ...rules, refusals })).toEqual({ kind: 'wait', ms })
  expect(waitFor({ kind: 'malformed', why: 'two values' }, { ...rules, refusals })).toEqual({ kind: 'wait', ms })
})

test('waits are whole milliseconds, upwards: a timer drops what follows the point', () => {
  expect(waitFor(told(10), { ...rules, random: 0.000_1 })).toEqual({ kind: 'wait', ms: 11 })
})
