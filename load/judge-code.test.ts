import { describe, expect, test } from 'vitest'
import { scenarioRecord, times } from '../trust/fabricated/load.ts'
import {
  brokeOff,
  elsewhere,
  ended,
  idle,
  judged,
  ordinary,
  rest,
  type TrialCase,
  unread,
} from '../trust/fabricated/trials.ts'

describe('limits.code (O14)', () => {
  const learned = (many: number, status: number) => times(many, { phase: 'experiment', part: 'singles', status })
  const cases: readonly TrialCase[] = [
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
    ['one wrong code among many right', [...ordinary, { status: 429, code: 'slow_down' }], 'violation', 'code-wrong'],
    [
      'rate_limited among other codes',
      [...rest, { status: 429, codes: ['not_found', 'rate_limited'] }],
      'inconclusive',
      'code-unclear',
    ],
    ['two other codes', [...rest, { status: 429, codes: ['not_found', 'slow'] }], 'violation', 'code-wrong'],
    ['a body without a clear code', [...rest, { status: 429, codes: [] }], 'inconclusive', 'code-unclear'],
    ['cut before a code', [...rest, { status: 429, code: null, cut: true }], 'inconclusive', 'too-large'],
    [
      'cut, and the whole names none',
      [...rest, { status: 429, code: null, cut: true, named: [] }],
      'violation',
      'code-wrong',
    ],
    [
      'cut, and the whole names it',
      [...rest, { status: 429, code: null, cut: true, named: ['rate_limited'] }],
      'inconclusive',
      'too-large',
    ],
    ['cut, without a clear code', [...rest, { status: 429, codes: [], cut: true }], 'inconclusive', 'too-large'],
    [
      'cut before a code, beside right ones',
      [...ordinary, { status: 429, code: null, cut: true }],
      'inconclusive',
      'too-large',
    ],
    [
      'then 403, while it is learned which limit it is',
      [...ordinary, ...learned(3, 403)],
      'inconclusive',
      'otherwise-under-load',
    ],
    ['then 403 twice', [...ordinary, ...learned(2, 403)], 'pass', 'rate-limited'],
    ['cut behind rate_limited', [...rest, { status: 429, cut: true }], 'pass', 'rate-limited'],
    ['cut behind another code', [...rest, { status: 429, code: 'not_found', cut: true }], 'inconclusive', 'too-large'],
    ['in a coding that was not read', [...rest, { status: 429, coding: 'compress' }], 'inconclusive', 'unknown-coding'],
    ['called JSON, and broken', [...ordinary, { status: 429, broken: true }], 'violation', 'broken-json'],
    [
      'called JSON, and broken, where nothing is shown',
      [...ordinary, { status: 429, broken: true }],
      'violation',
      'broken-json',
      elsewhere,
    ],
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
      '503 instead of 429',
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
    [
      '404 only under load',
      [...rest, ...times(8, {}), ...times(8, { status: 404 })],
      'violation',
      'refused-under-load',
    ],
    [
      '403 until the window is over',
      [
        ...rest,
        ...times(4, {}),
        ...times(12, { status: 403 }),
        ...times(2, { phase: 'poll', status: 403 }),
        { phase: 'poll' },
      ],
      'violation',
      'refused-under-load',
    ],
    [
      '403 that never ends may have come by itself',
      [...rest, ...times(4, {}), ...times(12, { status: 403 }), ...times(3, { phase: 'poll', status: 403 })],
      'inconclusive',
      'otherwise-under-load',
    ],
    [
      '403 now and then, at rest too',
      [
        ...[...rest, ...times(13, {}), ...times(3, { status: 403 })],
        ...[{ phase: 'poll' as const }, { phase: 'poll' as const, status: 403 }],
      ],
      'not-exercised',
      'no-refusal',
    ],
    ['400 only under load', [...rest, ...times(8, { status: 400 })], 'violation', 'refused-under-load'],
    [
      '401 at rest too',
      [...times(2, { phase: 'rest', status: 401 }), ...times(16, { status: 401 })],
      'not-exercised',
      'no-refusal',
    ],
    [
      'two odd 401 in a step',
      [...rest, ...times(14, {}), ...times(2, { status: 401 })],
      'inconclusive',
      'otherwise-under-load',
    ],
    [
      'three 401 in a hundred',
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
    [
      '420 only under load',
      [...rest, ...times(8, {}), ...times(8, { status: 420 })],
      'inconclusive',
      'otherwise-under-load',
    ],
    [
      'a redirect under load',
      [...rest, ...times(8, {}), ...times(8, { status: 302 })],
      'inconclusive',
      'otherwise-under-load',
    ],
    ['302 beside 429', [...ordinary, ...times(8, { status: 302 })], 'inconclusive', 'otherwise-under-load'],
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

test('a limit that refuses with 403 is told as no-429, not as no refusal', () => {
  const rows = [...rest, ...times(8, {}), ...times(8, { status: 403 }), { phase: 'poll' as const }]
  for (const check of ['limits.retry-after', 'limits.recovers', 'limits.isolation'] as const)
    expect(judged(check, rows)).toEqual(['not-exercised', 'no-429'])
})

describe('errors and failures under load and not at rest (O12, O14)', () => {
  const reset = { status: null }
  const errors: readonly TrialCase[] = [
    ['no 5xx', ordinary, 'pass', 'no-server-error'],
    ['500 in a step', [...rest, ...times(8, {}), ...times(8, { status: 500 })], 'violation', 'server-error-under-load'],
    [
      '500 until the window is over',
      [...rest, ...times(8, {}), ...times(8, { status: 500 }), { phase: 'poll', status: 500 }, { phase: 'poll' }],
      'violation',
      'server-error-under-load',
    ],
    [
      '500 again and again, asked alone',
      [...ordinary, ...times(2, { phase: 'recovery', status: 500, told: 2000, waited: 3010 })],
      'violation',
      'server-error-alone',
    ],
    ['502 in a step may be load shedding', [...rest, ...times(16, { status: 502 })], 'inconclusive', 'sheds-load'],
    ['503 in a step may be load shedding', [...rest, ...times(16, { status: 503 })], 'inconclusive', 'sheds-load'],
    ['500 once', [...rest, ...times(15, {}), { status: 500 }], 'inconclusive', 'unstable'],
    [
      '500 at rest too',
      [{ phase: 'rest', status: 500 }, { phase: 'rest' }, ...times(16, { status: 500 })],
      'inconclusive',
      'unstable',
    ],
  ]
  test.for(errors)('errors.server-error: %s', ([, rows, verdict, cause]) => {
    expect(judged('errors.server-error:limits', rows)).toEqual([verdict, cause])
  })
  const failures: readonly TrialCase[] = [
    ['all answered', ordinary, 'pass', 'complete'],
    [
      'refused connections in a step',
      [...rest, ...times(8, {}), ...times(8, { status: null, failure: { ...unread, kind: 'refused' } })],
      'inconclusive',
      'unsteady-answers',
    ],
    ['resets in a step', [...rest, ...times(8, {}), ...times(8, reset)], 'violation', 'broke-off-under-load'],
    [
      'idle closes',
      [...rest, ...times(8, {}), ...times(8, { ...reset, failure: idle })],
      'inconclusive',
      'unsteady-answers',
    ],
    [
      'silence may be slowness until the operation is asked alone',
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
    expect(judged('http.completes:limits', rows)).toEqual([verdict, cause])
  })
})
