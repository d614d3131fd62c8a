import { expect, test } from 'vitest'
import { times } from '../../trust/fabricated/load.ts'
import { judged, ordinary, rest, type TrialCase } from '../../trust/fabricated/trials.ts'

const half = { text: '{"data":{"id":' }
const cases: readonly TrialCase[] = [
  ['the whole envelope each time', ordinary, 'pass', 'envelope-under-load'],
  ['half of it under load', [...rest, ...times(8, {}), ...times(8, half)], 'violation', 'no-envelope-under-load'],
  ['no body under load', [...rest, ...times(16, { status: 204 })], 'violation', 'no-envelope-under-load'],
  ['half of it at rest too', [{ phase: 'rest', ...half }, ...rest, ...times(16, {})], 'violation', 'no-envelope'],
  ['half of it once', [...rest, ...times(15, {}), half], 'violation', 'no-envelope-under-load'],
  [
    'half of it while the limiter is learned',
    [...ordinary, { phase: 'experiment', ...half }],
    'violation',
    'no-envelope-under-load',
  ],
  [
    'a cut body that is no whole envelope',
    times(16, { text: '{"data":{"id":', cut: true }),
    'not-exercised',
    'no-whole-success',
  ],
  [
    'a long body of which the whole is known to be none',
    [...rest, ...times(15, {}), { ...half, cut: true, broken: true }],
    'violation',
    'no-envelope-under-load',
  ],
  ['a coding that is not read', times(16, { coding: 'zstd' }), 'not-exercised', 'no-whole-success'],
  ['a limit that says so with 200', [...rest, ...times(16, { code: 'rate_limited' })], 'pass', 'envelope-under-load'],
]
test.for(cases)('the envelope of successes (O9, O14): %s', ([, rows, verdict, cause]) => {
  expect(judged('envelope.schema:limits', rows)).toEqual([verdict, cause])
})
