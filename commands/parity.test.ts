import { expect, test } from 'vitest'
import { linesOf } from './parity.ts'

test('what a service calls its members does nothing to a terminal', () => {
  const place = {
    kind: 'changed',
    operation: 'GET /api/a/all',
    subject: 'with the key, query categoryId=a\0b: body of 200',
  } as const
  expect(linesOf({ ...place, before: '/a string', after: '/\u001b[2J\nALIKE string' })).toEqual([
    'parity.changed  GET /api/a/all  with the key, query categoryId=a␀b: body of 200',
    '  A  /a string',
    '  B  /␛[2J ALIKE string',
  ])
})
