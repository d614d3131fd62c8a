import { expect, test } from 'vitest'
import { describeCode } from '../evidence/code-reading.ts'
import { agreement } from './error-code.ts'

test.for([
  [{ kind: 'code', code: 'not_found', where: 'learned' }, 'right', 'code not_found'],
  [{ kind: 'code', code: 'rate_limited', where: 'anywhere' }, 'wrong', 'code rate_limited'],
  [{ kind: 'other', text: `${'x'.repeat(60)}y` }, 'wrong', `code "${'x'.repeat(60)}", which is not documented`],
  [{ kind: 'none' }, 'missing', 'no documented code'],
  [{ kind: 'ambiguous', codes: ['not_found', 'b'], where: 'learned' }, 'wrong', 'no single code (not_found, b)'],
  [
    { kind: 'ambiguous', codes: ['not_found', 'b'], where: 'another-place' },
    'unclear',
    'no single code (not_found, b)',
  ],
] as const)('O5a: the reading %j is %s', ([reading, expected, words]) => {
  expect(agreement(reading, 'not_found')).toBe(expected)
  expect(describeCode(reading)).toBe(words)
})
