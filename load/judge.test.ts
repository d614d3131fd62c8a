import { describe, expect, test } from 'vitest'
import { type FabricatedExchange, fabricate, fabricatedCode, loadRecord, times } from '../trust/fabricated/load.ts'
import {
  again,
  brokeOff,
  elsewhere,
  ended,
  judged,
  notQuiet,
  ordinary,
  rest,
  type TrialCase,
  told,
} from '../trust/fabricated/trials.ts'
import { judgeLoad } from './judge.ts'

describe('limits.retry-after (O15)', () => {
  const refusal = (retryAfter: string | readonly string[]): readonly FabricatedExchange[] => [
    ...rest,
    { status: 429, retryAfter },
  ]
  const cases: readonly TrialCase[] = [
    ['a number of seconds', ordinary, 'pass', 'readable'],
    ['no Retry-After', [...rest, { status: 429 }], 'pass', 'absent'],
    ['a date', refusal('Sat, 21 Nov 2026 00:00:03 GMT'), 'pass', 'readable'],
    ['a past date', refusal('Thu, 01 Jan 2015 00:00:00 GMT'), 'pass', 'readable'],
    ['a unit', refusal('2s'), 'violation', 'malformed'],
    ['a sign', refusal('-5'), 'violation', 'malformed'],
    ['a fraction', refusal('1.5'), 'violation', 'malformed'],
    ['an empty value', refusal(''), 'violation', 'malformed'],
    ['two values', refusal(['1', '7']), 'violation', 'malformed'],
    ['two values as k6 joins them', refusal('1, 7'), 'violation', 'malformed'],
    ['one malformed among many right', [...ordinary, { status: 429, retryAfter: 'soon' }], 'violation', 'malformed'],
    ['malformed where nothing is shown: HTTP itself forbids it', refusal('soon'), 'violation', 'malformed', elsewhere],
    ['malformed with 503', [...rest, { status: 503, retryAfter: 'soon' }], 'violation', 'malformed'],
    [
      'malformed with a success, which tells nobody to wait',
      [...rest, { retryAfter: 'soon' }],
      'not-exercised',
      'no-refusal',
      ended('no-refusal'),
    ],
    ['a day', refusal('86400'), 'not-exercised', 'longer-than-budget'],
    ['milliseconds by mistake', refusal('2000'), 'not-exercised', 'longer-than-budget'],
    ['no refusal', rest, 'not-exercised', 'no-refusal', ended('no-refusal')],
    ['k6 broke off', rest, 'inconclusive', 'not-delivered', brokeOff],
  ]
  test.for(cases)('%s', ([, rows, verdict, cause, more]) => {
    expect(judged('limits.retry-after', rows, more)).toEqual([verdict, cause])
  })
})

describe('limits.recovers (O16)', () => {
  const refused = [...rest, ...times(8, told)]
  const poll = (status: number): FabricatedExchange => ({ phase: 'poll', status, waited: 1000 })
  const later = [again(3010), again(3010, 200)]
  const met = [...times(8, {}), ...times(8, told)]
  const others = [{ phase: 'scope', whom: 'key', status: 429 } as const, { phase: 'control', status: 429 } as const]
  const shared = [...rest, ...met, ...others]
  const untrue = [...met, again(3010), ...later]
  const singly = [{}, told, again(3010), ...later]
  const cases: readonly TrialCase[] = [
    ['served after the wait', ordinary, 'pass', 'served-again'],
    ['eight waits broken, another key refused', [...shared, ...times(8, again(3010))], 'violation', 'refused-again'],
    [
      'seven of them, and 503',
      [...shared, ...times(7, again(3010)), again(3010, 503)],
      'inconclusive',
      'limit-not-quiet',
    ],
    ['served in three', [...refused, again(3010, 200), again(3010, 200), again(3010, 200)], 'pass', 'served-again'],
    ['refused in three of three', [...refused, again(3010), again(3010), again(3010)], 'violation', 'refused-again'],
    [
      'refused in three of three, by a key that others use',
      [...refused, again(3010), again(3010), again(3010)],
      'inconclusive',
      'key-not-quiet',
      notQuiet,
    ],
    [
      'refused in two of three',
      [...refused, again(3010), again(3010), again(3010, 200)],
      'inconclusive',
      'sometimes-refused',
    ],
    [
      'refused in two, with no room for a third trial',
      [...refused, again(3010), again(3010)],
      'inconclusive',
      'sometimes-refused',
    ],
    [
      'refused twice each time that a limit is met',
      [...refused, ...untrue, ...untrue, ...untrue],
      'violation',
      'refused-again',
    ],
    [
      'refused twice each time but the last',
      [...refused, ...untrue, ...untrue, ...met, ...later],
      'inconclusive',
      'sometimes-refused',
    ],
    [
      'refused once each time that a limit is met',
      [...refused, ...later, ...met, ...later, ...met, ...later, ...met, ...later],
      'inconclusive',
      'sometimes-refused',
    ],
    [
      'served at first, then refused twice each time',
      [...ordinary, ...untrue, ...untrue, ...untrue],
      'violation',
      'refused-again',
    ],
    [
      'served at first, then refused in six',
      [...ordinary, ...met, ...times(6, again(3010))],
      'violation',
      'refused-again',
    ],
    [
      'served at first, then refused in five',
      [...ordinary, ...met, ...times(5, again(3010))],
      'inconclusive',
      'sometimes-refused',
    ],
    [
      'served at first, then refused twice each time, with one request served in between',
      [...ordinary, ...singly, ...singly, ...singly],
      'inconclusive',
      'sometimes-refused',
    ],
    [
      'refused three times twice, and once not at all',
      [...ordinary, ...untrue, ...met, again(3010, 200), ...untrue, ...untrue],
      'inconclusive',
      'sometimes-refused',
    ],
    ['served after a further wait', [...refused, again(3010), again(3010, 200)], 'inconclusive', 'sometimes-refused'],
    ['refused once and ever after', [...refused, again(3010), poll(429), poll(429)], 'violation', 'refused-again'],
    [
      'refused in three, and served later each time',
      [...refused, again(5010), poll(200), again(5010), poll(200), again(5010)],
      'violation',
      'refused-again',
    ],
    [
      'refused once, later served',
      [...refused, again(3010), poll(429), poll(200)],
      'inconclusive',
      'sometimes-refused',
    ],
    [
      'waits cut short count for nothing',
      [...refused, again(1500), again(1500), again(1500)],
      'inconclusive',
      'no-trial',
    ],
    [
      'less than a second of grace counts for nothing',
      [...refused, again(2999), again(3010), again(3010)],
      'inconclusive',
      'sometimes-refused',
    ],
    ['no answer to the trial', [...refused, again(3010, null)], 'inconclusive', 'no-trial'],
    ['a server error to the trial', [...refused, again(3010, 500)], 'inconclusive', 'no-trial'],
    ['another refusal than 429 serves nobody', [...refused, again(3010, 404)], 'inconclusive', 'sometimes-refused'],
    [
      'a ban after the wait, for ever',
      [...refused, again(3010, 403), poll(403), poll(403)],
      'violation',
      'refused-again',
    ],
    [
      'the same 404 as at rest',
      [...times(2, { phase: 'rest', status: 404 }), { status: 429, retryAfter: '2' }, again(3010, 404)],
      'pass',
      'served-again',
    ],
    ['no wait told, served', [...rest, { status: 429 }, poll(429), poll(200)], 'pass', 'served-again'],
    [
      'no wait told, never served',
      [...rest, { status: 429 }, poll(429), poll(429), poll(429)],
      'inconclusive',
      'not-served-again',
    ],
    ['a day', [...rest, { status: 429, retryAfter: '86400' }], 'not-exercised', 'longer-than-budget', ended('wait')],
    ['no refusal', rest, 'not-exercised', 'no-refusal', ended('no-refusal')],
    ['k6 broke off', refused, 'inconclusive', 'not-delivered', brokeOff],
  ]
  test.for(cases)('%s', ([, rows, verdict, cause, more]) => {
    expect(judged('limits.recovers', rows, more)).toEqual([verdict, cause])
  })
})

describe('limits.isolation (O17)', () => {
  const control = { phase: 'control', status: 429 } as const
  const product = (status: number | null): FabricatedExchange => ({
    phase: 'scope',
    whom: 'product',
    status,
    operation: 'GET /api/team/general/all',
  })
  const key = (status: number): FabricatedExchange => ({ phase: 'scope', whom: 'key', status })
  const cases: readonly TrialCase[] = [
    ['nobody else is refused', [...ordinary, product(200), key(200), control], 'pass', 'apart'],
    ['another product is refused', [...ordinary, product(429), control], 'undocumented', 'wider'],
    ['another key is refused', [...ordinary, product(200), key(429), control], 'undocumented', 'wider'],
    ['the control was served', [...ordinary, product(200), { phase: 'control' }], 'inconclusive', 'limit-let-go'],
    ['another product answers 401', [...ordinary, product(401), control], 'inconclusive', 'nobody-else-served'],
    ['another product: 503, another key: 429', [...ordinary, product(503), key(429), control], 'undocumented', 'wider'],
    ['another key in turn', [...ordinary, key(200), control, key(429), control], 'inconclusive', 'limit-let-go'],
    ['nobody answered', [...ordinary, product(null), control], 'not-exercised', 'nobody-else-asked'],
    ['nothing was refused', [...rest, product(200), { phase: 'control' }], 'not-exercised', 'no-refusal'],
    ['nobody else was asked', ordinary, 'not-exercised', 'nobody-else-asked'],
  ]
  test.for(cases)('%s', ([, rows, verdict, cause, more]) => {
    expect(judged('limits.isolation', rows, more)).toEqual([verdict, cause])
  })
  test('whoever was asked again is named once', () => {
    const asked = fabricate([...ordinary, key(200), control, key(200), control])
    expect(JSON.stringify(judgeLoad(loadRecord(), asked, fabricatedCode))).toContain('asked: another key"')
  })
})

test('O16: of a key that is refused in fewer trials it is told in how many it is refused', () => {
  const { findings } = judgeLoad(loadRecord(), fabricate([...ordinary, again(3010), again(3010)]), fabricatedCode)
  const told = findings.find(({ check }) => check === 'limits.recovers')?.message
  expect(told).toBe('After the wait it refuses, but too seldom to be blamed: in 2 of 3 trials (2 s, 2 s, 2 s)')
})

test('O17: a limit is for all together where none that was asked was served, and of whom nothing is told it is not known', () => {
  const scopeOf = (...rows: readonly FabricatedExchange[]) =>
    judgeLoad(loadRecord(), fabricate([...ordinary, ...rows]), fabricatedCode).results.limits[0]?.scope
  const product = { phase: 'scope', whom: 'product', status: 429, operation: 'GET /api/team/general/all' } as const
  const [control, letGo] = [{ phase: 'control', status: 429 } as const, { phase: 'control' } as const]
  const key = { phase: 'scope', whom: 'key' } as const
  expect(scopeOf(product, control, { ...key, status: 429 }, control)).toBe('everybody')
  expect(scopeOf(product, control, key, control)).toBe('credential')
  expect(scopeOf(product, control, key, letGo)).toBe('unknown')
  expect(scopeOf(product, control)).toBe('unknown')
  // A limit that gives back fast serves now one, now the other.
  expect(scopeOf(product, control, key, control, key, letGo)).toBe('unknown')
  expect(scopeOf(product, control, key, control, { ...key, status: 429 }, control)).toBe('unknown')
})

test('O18: without an experiment it is said why', () => {
  const whyOf = (rows: readonly FabricatedExchange[], record = loadRecord()) =>
    judgeLoad(record, fabricate([...ordinary, ...rows]), fabricatedCode).results.limits[0]?.why
  expect(whyOf([])).toMatch(
    /^It takes too long until it is full again to tell within \d+ s what kind of limiter it is: --scenario limits/,
  )
  expect(whyOf([], loadRecord(ended('requests')))).toMatch(/^The trials took all their requests/)
  expect(whyOf([again(3010)])).toMatch(/^The trials did not end with a limit that serves again/)
  expect(whyOf([{ phase: 'burst', status: null }], loadRecord(ended('time')))).toMatch(/^In the end it gave no answer/)
})

describe('limits.isolation by repeated pairs (O17)', () => {
  const voted = (credential: boolean, product: boolean | null, scope: string | null) => ({
    scope: { apart: { credential, product, operation: false }, scope, why: 'asked in pairs', requests: 60 },
  })
  const pair: readonly FabricatedExchange[] = [
    { phase: 'scope', whom: 'product', operation: 'GET /api/team/general/all' },
    { phase: 'control', status: 429 },
  ]
  const cases: readonly TrialCase[] = [
    ['nobody else is refused', [...ordinary, ...pair], 'pass', 'apart', voted(true, true, 'credential+product')],
    ['another product too', [...ordinary, ...pair], 'undocumented', 'wider', voted(true, false, 'credential')],
    ['another key too', [...ordinary, ...pair], 'undocumented', 'wider', voted(false, true, 'product')],
    [
      'the product is not told: what was served may be cheaper',
      [...ordinary, ...pair],
      'inconclusive',
      'perhaps-cheaper',
      voted(true, null, null),
    ],
    [
      'the product is not told, and the limit let go',
      [...ordinary, ...pair.map((row) => ({ ...row, status: 200 }))],
      'inconclusive',
      'limit-let-go',
      voted(true, null, null),
    ],
    [
      'the product is not told, but refused',
      [...ordinary, ...pair.map((row) => ({ ...row, status: 429 }))],
      'undocumented',
      'wider',
      voted(true, null, null),
    ],
  ]
  test.for(cases)('%s', ([, rows, verdict, cause, more]) => {
    expect(judged('limits.isolation', rows, more)).toEqual([verdict, cause])
  })
})

describe('a wait longer than the budget, in which one early request is sent on purpose (O15)', () => {
  const refusal: FabricatedExchange = { status: 429, retryAfter: '2000' }
  const early = (status: number): FabricatedExchange => ({ phase: 'early', told: 2_000_000, waited: 2000, status })
  const short: FabricatedExchange = { status: 429, retryAfter: '15' }
  test.for([
    ['served: overstated', [refusal, early(200)], 'undocumented', 'wait-overstated'],
    ['served, another wait is short', [short, refusal, early(200)], 'undocumented', 'wait-overstated'],
    ['refused: taken as told', [refusal, early(429)], 'not-exercised', 'longer-than-budget'],
  ] as const)('%s', ([, rows, verdict, cause]) =>
    expect(judged('limits.retry-after', [...rest, ...rows], ended('wait', 2_000_000))).toEqual([verdict, cause]),
  )
})
