import { expect, test } from 'vitest'
import type { Finding } from '../evidence/finding.ts'
import { mainReason } from './gate.ts'

const open = (cause: Finding['cause']) => ({ verdict: 'not-exercised', cause }) as const

test('the main reason is the most frequent one, except questions that are left to another night', () => {
  const causes = ['gate-sample', 'gate-sample', 'gate-sample', 'limited', 'limited', 'no-key'] as const
  expect(mainReason(causes.map(open))).toBe(
    ', 2 because a limit was still on, or the service told to wait, when the time to wait was over',
  )
  expect(mainReason([open('no-key')])).toBe(', 1 because API_KEY is not set')
})

test('there is no main reason where all questions were only observed, or left to another night', () => {
  expect(mainReason([{ verdict: 'undocumented', cause: 'not-asked' }, open('gate-sample')])).toBe('')
})
