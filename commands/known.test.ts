import { expect, test } from 'vitest'
import { linesOf } from './known.ts'

test('a reason with control characters does nothing to a terminal, and each entry has two lines', () => {
  const entry = {
    finding: '46f26453768b',
    cause: 'other-success-status',
    check: 'envelope.status',
    operation: 'POST /api/vote/embed/create',
    target: 'development',
    reason: 'PAY-17\n000000000000  \u001b[2J',
    owner: 'pay',
    since: '2026-11-01',
    until: '2026-12-01',
  } as const
  expect(linesOf(entry, '2026-11-29')).toEqual([
    '46f26453768b  2 days left  until 2026-12-01  pay: PAY-17 000000000000 ␛[2J',
    '  envelope.status  other-success-status  POST /api/vote/embed/create  development',
  ])
})
