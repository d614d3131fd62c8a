import { describe, expect, test } from 'vitest'
import { attempted, type Came } from '../../trust/fabricated/ask.ts'
import { nextStep, type RetryPolicy } from './retry-policy.ts'

const policy: RetryPolicy = { longestWaitMs: 60_000, attempts: 3, repeats: 3, random: () => 0 }
const nextAfter = (...came: readonly Came[]) =>
  nextStep(
    came.map((one, index) => attempted(one, index + 1)),
    policy,
  )
const wait = (value: string): Came => ({ status: 429, headers: [['Retry-After', value]] })
const idleClose: Came = { failure: { kind: 'reset', reusedConnection: true } }

test('an answer settles a probe, and so does no attempt at all', () => {
  for (const status of [200, 302, 400, 401, 404, 418]) expect(nextAfter({ status })).toEqual({ kind: 'settled' })
  expect(nextAfter()).toEqual({ kind: 'settled' })
})

test('O12: 408 to a connection that was idle is repeated on a fresh one, and settles where it comes every time', () => {
  const idle: Came = { status: 408, headers: [['connection', 'Close']] }
  expect(nextAfter(idle)).toEqual({ kind: 'again', afterMs: 0, fresh: true, alone: false })
  expect(nextAfter(idle, idle, idle, idle)).toEqual({ kind: 'settled' })
  expect(nextAfter({ status: 408 })).toEqual({ kind: 'settled' })
})

describe('O11: a refusal by a limit', () => {
  test.for([0, 0.25, 0.5, 0.999_999])(
    'is waited out never shorter than told, and hardly longer: random %s',
    (random) => {
      for (const seconds of [0, 1, 59, 60]) {
        const next = nextStep([attempted(wait(String(seconds)), 1)], { ...policy, random: () => random })
        if (next.kind !== 'limited' || !next.isKept) throw new Error(`refused ${seconds}`)
        expect(next.heldMs).toBeGreaterThanOrEqual(seconds * 1_000)
        expect(next.waitMs).toBeGreaterThanOrEqual(next.heldMs)
        expect(next.waitMs).toBeLessThanOrEqual(Math.min(seconds * 1_000 + 250, 60_000))
        expect(next.waitMs % 1).toBe(0)
      }
    },
  )
  test('is spread by chance, in whole milliseconds rounded up: a timer drops fractions', () => {
    const spread = (random: number) => nextStep([attempted(wait('2'), 1)], { ...policy, random: () => random })
    expect(spread(0.5)).toMatchObject({ waitMs: 2_125 })
    expect(spread(0.000_1)).toMatchObject({ waitMs: 2_001 })
  })
  test.for([
    ['holds others up to a fiftieth longer than told', '4', 4_040],
    ['but no longer than the refused probe', '59', 59_125],
    ['holds them as long as that probe where 0 is told', '0', 125],
    ['and also where no time is told', 'soon', 1_125],
  ] as const)('%s', ([, told, heldMs]) => {
    expect(nextStep([attempted(wait(told), 1)], { ...policy, random: () => 0.5 })).toMatchObject({ heldMs })
  })
  test('is waited out as told, never shorter', () => {
    expect(nextAfter(wait('7'))).toEqual({
      kind: 'limited',
      waitMs: 7_000,
      heldMs: 7_000,
      isKept: true,
      isNamed: true,
      alone: false,
    })
  })
  test('is waited out by our own back-off where nothing or nonsense is told', () => {
    expect(nextAfter({ status: 429 })).toEqual({
      kind: 'limited',
      waitMs: 1_000,
      heldMs: 1_000,
      isKept: true,
      isNamed: false,
      alone: false,
    })
    expect(nextAfter(wait('soon'), wait('-1'))).toEqual({
      kind: 'limited',
      waitMs: 2_000,
      heldMs: 2_000,
      isKept: true,
      isNamed: false,
      alone: true,
    })
  })
  test('is waited out for a second at least where the wait that was told before was too short: it may be rounded down', () => {
    expect(nextAfter(wait('0'))).toMatchObject({ waitMs: 0, heldMs: 0 })
    expect(nextAfter(wait('9'), wait('0'))).toMatchObject({ waitMs: 1_000, heldMs: 1_000, isKept: true })
    expect(nextAfter(wait('0'), wait('9'))).toMatchObject({ waitMs: 9_000 })
  })
  test('is given up after three, or at once where the wait is over the budget', () => {
    expect(nextAfter(wait('1'), wait('1'), wait('1'))).toMatchObject({ kind: 'limited', isKept: false })
    expect(nextAfter(wait('61'))).toMatchObject({ waitMs: 61_000, isKept: false })
    expect(nextAfter({ status: 429 }, { status: 429 }, { status: 429 })).toMatchObject({ waitMs: 0, isKept: false })
  })
  test('is a 503 that says when to come back, and no other 503', () => {
    expect(nextAfter({ status: 503, headers: [['Retry-After', '2']] })).toMatchObject({ kind: 'limited' })
    expect(nextAfter({ status: 503 })).toMatchObject({ kind: 'again' })
  })
  test('is treated the same after other trouble', () => {
    expect(nextAfter({ status: 500 }, idleClose, wait('3'))).toEqual({
      kind: 'limited',
      waitMs: 3_000,
      heldMs: 3_000,
      isKept: true,
      isNamed: true,
      alone: false,
    })
  })
})

test('O5d: a server error is repeated, later each time, on a connection of its own', () => {
  const error = { status: 500 }
  expect(nextAfter(error)).toEqual({ kind: 'again', afterMs: 250, fresh: true, alone: false })
  expect(nextAfter(error, error)).toEqual({ kind: 'again', afterMs: 500, fresh: true, alone: false })
  expect(nextAfter(error, error, error)).toEqual({ kind: 'again', afterMs: 1_000, fresh: true, alone: false })
  expect(nextAfter(error, error, error, error)).toEqual({ kind: 'settled' })
  expect(nextAfter(error, { status: 200 })).toEqual({ kind: 'settled' })
})

test.for([500, 502, 504])(
  'O5d: %i is repeated after the wait that it tells, and not where that is over the budget',
  (status) => {
    const told = (value: string): Came => ({ status, headers: [['Retry-After', value]] })
    expect(nextAfter(told('4'))).toMatchObject({ kind: 'again', afterMs: 4_000 })
    expect(nextAfter({ status }, told('0'))).toMatchObject({ kind: 'again', afterMs: status === 500 ? 500 : 100 })
    expect(nextAfter(told('61'))).toEqual({ kind: 'settled' })
    expect(nextAfter(told('25'), told('25'))).toMatchObject({ kind: 'again', afterMs: 25_000 })
    expect(nextAfter(told('25'), told('25'), told('25')), 'all waits together are over the budget').toEqual({
      kind: 'settled',
    })
  },
)

test.for([502, 503, 504])('O5d: %i is repeated soon, with nothing else under way', (status) => {
  expect(nextAfter({ status })).toEqual({ kind: 'again', afterMs: 50, fresh: true, alone: true })
  expect(nextAfter({ status }, { status })).toEqual({ kind: 'again', afterMs: 100, fresh: true, alone: true })
})

test('O5d: a 503 that says when to come back is repeated then, with nothing else under way', () => {
  const later: Came = { status: 503, headers: [['Retry-After', '4']] }
  expect(nextAfter(later)).toEqual({
    kind: 'limited',
    waitMs: 4_000,
    heldMs: 4_000,
    isKept: true,
    isNamed: true,
    alone: true,
  })
})

describe('O12: no answer', () => {
  test.for([
    ['reset', true],
    ['broken', false],
    ['refused', false],
  ] as const)('%s is repeated on a fresh connection, alone: %s', ([kind, alone]) => {
    const failed = { failure: { kind } }
    expect(nextAfter(failed)).toEqual({ kind: 'again', afterMs: 200, fresh: true, alone })
    expect(nextAfter(failed, failed)).toEqual({ kind: 'again', afterMs: 400, fresh: true, alone })
    expect(nextAfter(failed, failed, failed, failed)).toEqual({ kind: 'settled' })
  })
  test('a reset within an answer on a reused connection counts', () => {
    const failed: Came = { failure: { kind: 'reset', reusedConnection: true, began: true } }
    expect(nextAfter(failed)).toEqual({ kind: 'again', afterMs: 200, fresh: true, alone: false })
  })
  test('an idle close is repeated at once, and does not count as a failure', () => {
    expect(nextAfter(idleClose)).toEqual({ kind: 'again', afterMs: 0, fresh: true, alone: false })
    expect(nextAfter(idleClose, { failure: { kind: 'reset' } })).toEqual({
      kind: 'again',
      afterMs: 200,
      fresh: true,
      alone: true,
    })
    expect(nextAfter(idleClose, idleClose, idleClose, idleClose)).toEqual({ kind: 'settled' })
  })
  test('silence is asked again at the end', () => {
    expect(nextAfter({ failure: { kind: 'silence' } })).toEqual({ kind: 'at-end' })
  })
  test.for(['slow', 'large', 'deep', 'coded'] as const)('%s is no reason to ask again', (kind) => {
    expect(nextAfter({ failure: { kind } })).toEqual({ kind: 'settled' })
  })
})
