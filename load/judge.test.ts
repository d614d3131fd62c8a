import { describe, expect, test } from 'vitest'
import type { Verdict } from '../evidence/verdict.ts'
import {
  type FabricatedExchange,
  fabricate,
  fabricatedCode,
  loadRecord,
  scenarioRecord,
  times,
} from '../trust/fabricated/load.ts'
import { judgeLoad, type LoadRecord } from './judge.ts'

const rest: readonly FabricatedExchange[] = times(2, { phase: 'rest' })
const told = { status: 429, retryAfter: '2' }
/** Rest, a step of which half is refused, and a recovery that is served. */
const ordinary: readonly FabricatedExchange[] = [
  ...rest,
  ...times(8, {}),
  ...times(8, told),
  { phase: 'recovery', told: 2000, waited: 3010 },
]
const again = (waited: number, status: number | null = 429): FabricatedExchange => ({
  phase: 'recovery',
  told: 2000,
  waited,
  status,
})

function judged(check: string, rows: readonly FabricatedExchange[], more: Partial<LoadRecord> = {}) {
  const { findings } = judgeLoad(loadRecord(more), fabricate(rows), fabricatedCode)
  const found = findings.filter((finding) => finding.check === check)
  expect(found).toHaveLength(1)
  expect(found[0]?.message).not.toMatch(/undefined|null|NaN/)
  return [found[0]?.verdict, found[0]?.cause]
}

type Case = readonly [
  name: string,
  rows: readonly FabricatedExchange[],
  verdict: Verdict,
  cause: string,
  more?: Partial<LoadRecord>,
]
const elsewhere = { limited: { ...loadRecord().limited, shown: false } }
const notQuiet = { quietKey: false }
const ended = (kind: string, why: string | null = null) => ({
  scenarios: [scenarioRecord({ end: { kind, why, requests: 0 } })],
})
const brokeOff = { scenarios: [scenarioRecord({ end: null })] }
const unread = { kind: 'silence', message: '', reusedConnection: false, began: false } as const
const idle = { kind: 'reset', message: '', reusedConnection: true, began: false } as const

describe('limits.code (O14)', () => {
  const cases: readonly Case[] = [
    ['429 rate_limited', ordinary, 'pass', 'rate-limited'],
    ['429 with another code', [...rest, { status: 429, code: 'not_found' }], 'violation', 'code-wrong'],
    ['429 without a code', [...rest, { status: 429, code: null }], 'violation', 'code-wrong'],
    [
      '429 without a code where nothing is shown',
      [...rest, { status: 429, code: null }],
      'undocumented',
      'code-wrong',
      elsewhere,
    ],
    ['one wrong among many right', [...ordinary, { status: 429, code: 'slow_down' }], 'violation', 'code-wrong'],
    [
      'among other codes',
      [...rest, { status: 429, codes: ['not_found', 'rate_limited'] }],
      'inconclusive',
      'code-unclear',
    ],
    ['two other codes', [...rest, { status: 429, codes: ['not_found', 'slow'] }], 'violation', 'code-wrong'],
    ['no code that can be told', [...rest, { status: 429, codes: [] }], 'inconclusive', 'code-unclear'],
    ['cut before a code', [...rest, { status: 429, code: null, cut: true }], 'inconclusive', 'too-large'],
    ['cut, and unclear', [...rest, { status: 429, codes: [], cut: true }], 'inconclusive', 'too-large'],
    [
      'cut before a code, beside right ones',
      [...ordinary, { status: 429, code: null, cut: true }],
      'inconclusive',
      'too-large',
    ],
    ['cut behind rate_limited', [...rest, { status: 429, cut: true }], 'pass', 'rate-limited'],
    ['cut behind another code', [...rest, { status: 429, code: 'not_found', cut: true }], 'inconclusive', 'too-large'],
    ['in a coding that was not read', [...rest, { status: 429, coding: 'compress' }], 'inconclusive', 'unknown-coding'],
    ['bytes that are no text', [...rest, { status: 429, coding: 'identity' }], 'violation', 'code-wrong'],
    ['rate_limited with 200', [...rest, { code: 'rate_limited' }], 'violation', 'status-wrong'],
    ['rate_limited with 503', [...rest, { status: 503, code: 'rate_limited' }], 'violation', 'status-wrong'],
    [
      'rate_limited with 403 where nothing is shown',
      [...rest, { status: 403, code: 'rate_limited' }],
      'undocumented',
      'status-wrong',
      elsewhere,
    ],
    [
      '503 in its place',
      [...rest, ...times(8, {}), ...times(8, { status: 503 })],
      'undocumented',
      'unavailable-instead',
    ],
    [
      '401 only under load',
      [...rest, ...times(8, {}), ...times(8, { status: 401 })],
      'violation',
      'refused-under-load',
    ],
    [
      '403 only under load',
      [...rest, ...times(13, {}), ...times(3, { status: 403 })],
      'violation',
      'refused-under-load',
    ],
    ['400 only under load', [...rest, ...times(8, { status: 400 })], 'violation', 'refused-under-load'],
    [
      '401 at rest too',
      [...times(2, { phase: 'rest', status: 401 }), ...times(16, { status: 401 })],
      'inconclusive',
      'otherwise-under-load',
    ],
    [
      'two odd 401 in a step',
      [...rest, ...times(14, {}), ...times(2, { status: 401 })],
      'inconclusive',
      'otherwise-under-load',
    ],
    [
      'three in a hundred',
      [...rest, ...times(97, {}), ...times(3, { status: 401 })],
      'inconclusive',
      'otherwise-under-load',
    ],
    [
      '401 under load when nothing at rest was answered',
      [...times(2, { phase: 'rest', status: null }), ...times(16, { status: 401 })],
      'inconclusive',
      'otherwise-under-load',
    ],
    ['no refusal', [...rest, ...times(64, {})], 'not-exercised', 'no-refusal', ended('no-refusal')],
    ['no answer at rest', times(2, { phase: 'rest', status: null }), 'inconclusive', 'unanswered', ended('unanswered')],
    [
      'a key that is refused at rest',
      times(2, { phase: 'rest', status: 401 }),
      'not-exercised',
      'key-refused',
      ended('denied'),
    ],
    ['k6 broke off before a refusal', rest, 'inconclusive', 'not-delivered', brokeOff],
    ['k6 broke off after a refusal', ordinary, 'pass', 'rate-limited', brokeOff],
    ['not run', [], 'not-exercised', 'skipped', { scenarios: [scenarioRecord({ skipped: 'excluded' })] }],
  ]
  test.for(cases)('%s', ([, rows, verdict, cause, more]) => {
    expect(judged('limits.code', rows, more)).toEqual([verdict, cause])
  })
})

describe('limits.retry-after (O15)', () => {
  const refusal = (retryAfter: string | readonly string[]): readonly FabricatedExchange[] => [
    ...rest,
    { status: 429, retryAfter },
  ]
  const cases: readonly Case[] = [
    ['seconds', ordinary, 'pass', 'readable'],
    ['absent', [...rest, { status: 429 }], 'pass', 'absent'],
    ['a date', refusal('Sat, 21 Nov 2026 00:00:03 GMT'), 'pass', 'readable'],
    ['a past date', refusal('Thu, 01 Jan 2015 00:00:00 GMT'), 'pass', 'readable'],
    ['a unit', refusal('2s'), 'violation', 'malformed'],
    ['a sign', refusal('-5'), 'violation', 'malformed'],
    ['a fraction', refusal('1.5'), 'violation', 'malformed'],
    ['empty', refusal(''), 'violation', 'malformed'],
    ['two values', refusal(['1', '7']), 'violation', 'malformed'],
    ['two values as k6 joins them', refusal('1, 7'), 'violation', 'malformed'],
    ['one malformed among many right', [...ordinary, { status: 429, retryAfter: 'soon' }], 'violation', 'malformed'],
    ['malformed where nothing is shown: HTTP itself', refusal('soon'), 'violation', 'malformed', elsewhere],
    ['malformed with 503', [...rest, { status: 503, retryAfter: 'soon' }], 'violation', 'malformed'],
    [
      "malformed with a success is nobody's wait",
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
  const cases: readonly Case[] = [
    ['served', ordinary, 'pass', 'served-again'],
    ['served in three', [...refused, again(3010, 200), again(3010, 200), again(3010, 200)], 'pass', 'served-again'],
    ['refused in three of three', [...refused, again(3010), again(3010), again(3010)], 'violation', 'refused-again'],
    [
      'the same by a key that others use',
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
      'refused in two, and no room for a third',
      [...refused, again(3010), again(3010)],
      'inconclusive',
      'sometimes-refused',
    ],
    ['a further wait that is kept', [...refused, again(3010), again(3010, 200)], 'inconclusive', 'sometimes-refused'],
    ['refused once and ever after', [...refused, again(3010), poll(429), poll(429)], 'violation', 'refused-again'],
    [
      'refused in three, each later served',
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
    ['another refusal than 429 is served', [...refused, again(3010, 404)], 'pass', 'served-again'],
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
  const control = { phase: 'control', status: 429 }
  const product = (status: number | null): FabricatedExchange => ({
    phase: 'scope',
    whom: 'product',
    status,
    operation: 'GET /api/team/general/all',
  })
  const key = (status: number): FabricatedExchange => ({ phase: 'scope', whom: 'key', status })
  const cases: readonly Case[] = [
    ['nobody else', [...ordinary, product(200), key(200), control], 'pass', 'apart'],
    ['another product', [...ordinary, product(429), control], 'undocumented', 'wider'],
    ['another key', [...ordinary, product(200), key(429), control], 'undocumented', 'wider'],
    ['the control was served', [...ordinary, product(200), { phase: 'control' }], 'inconclusive', 'limit-let-go'],
    ['nobody answered', [...ordinary, product(null), control], 'not-exercised', 'nobody-else-asked'],
    ['nothing was refused', [...rest, product(200), { phase: 'control' }], 'not-exercised', 'no-refusal'],
    ['nobody asked', ordinary, 'not-exercised', 'nobody-else-asked'],
  ]
  test.for(cases)('%s', ([, rows, verdict, cause, more]) => {
    expect(judged('limits.isolation', rows, more)).toEqual([verdict, cause])
  })
})

describe('limits.isolation by repeated pairs (O17)', () => {
  const voted = (credential: boolean, product: boolean | null, scope: string | null) => ({
    scope: { apart: { credential, product, operation: false }, scope, why: 'asked in pairs', requests: 60 },
  })
  const pair: readonly FabricatedExchange[] = [
    { phase: 'scope', whom: 'product', operation: 'GET /api/team/general/all' },
    { phase: 'control', status: 429 },
  ]
  const cases: readonly Case[] = [
    ['apart', [...ordinary, ...pair], 'pass', 'apart', voted(true, true, 'credential+product')],
    ['another product too', [...ordinary, ...pair], 'undocumented', 'wider', voted(true, false, 'credential')],
    ['another key too', [...ordinary, ...pair], 'undocumented', 'wider', voted(false, true, 'product')],
    ['untold: the single pair counts', [...ordinary, ...pair], 'pass', 'apart', voted(true, null, null)],
  ]
  test.for(cases)('%s', ([, rows, verdict, cause, more]) => {
    expect(judged('limits.isolation', rows, more)).toEqual([verdict, cause])
  })
})

describe('under load and not at rest (O12, O14)', () => {
  const reset = { status: null }
  const errors: readonly Case[] = [
    ['no 5xx', ordinary, 'pass', 'no-server-error'],
    ['500 in a step', [...rest, ...times(8, {}), ...times(8, { status: 500 })], 'violation', 'server-error-under-load'],
    ['502 in a step', [...rest, ...times(16, { status: 502 })], 'violation', 'server-error-under-load'],
    ['503 is told by limits.code', [...rest, ...times(16, { status: 503 })], 'undocumented', 'unavailable'],
    ['500 once', [...rest, ...times(15, {}), { status: 500 }], 'inconclusive', 'unstable'],
    [
      '500 at rest too',
      [{ phase: 'rest', status: 500 }, { phase: 'rest' }, ...times(16, { status: 500 })],
      'inconclusive',
      'unstable',
    ],
  ]
  test.for(errors)('errors.server-error: %s', ([, rows, verdict, cause]) => {
    expect(judged('errors.server-error:load', rows)).toEqual([verdict, cause])
  })
  const failures: readonly Case[] = [
    ['all answered', ordinary, 'pass', 'complete'],
    ['resets in a step', [...rest, ...times(8, {}), ...times(8, reset)], 'violation', 'broke-off-under-load'],
    [
      'idle closes',
      [...rest, ...times(8, {}), ...times(8, { ...reset, failure: idle })],
      'inconclusive',
      'unsteady-answers',
    ],
    [
      'silence is slowness until it is asked alone',
      [...rest, ...times(16, { ...reset, failure: unread })],
      'inconclusive',
      'unsteady-answers',
    ],
    ['one reset', [...rest, ...times(15, {}), reset], 'inconclusive', 'unsteady-answers'],
    [
      'nothing answered at all',
      [...times(2, { phase: 'rest', status: null }), ...times(16, reset)],
      'inconclusive',
      'unsteady-answers',
    ],
  ]
  test.for(failures)('http.completes: %s', ([, rows, verdict, cause]) => {
    expect(judged('http.completes:load', rows)).toEqual([verdict, cause])
  })
})
