import { expect, test } from 'vitest'
import type { Finding } from '../evidence/finding.ts'
import { mainReason } from './undecided.ts'

const open = (cause: Finding['cause']) => ({ verdict: 'not-exercised', cause }) as const

test('what kept most questions from an answer is said, and not what is left to another night', () => {
  const causes = ['gate-sample', 'gate-sample', 'gate-sample', 'limited', 'limited', 'no-key'] as const
  expect(mainReason(causes.map(open))).toBe(
    ', 2 because a limit was still on, or the service told to wait, when the time to wait was over',
  )
  expect(mainReason([open('no-key')])).toBe(', 1 because API_KEY is not set')
})

test('where all was only watched, or left, there is no reason', () => {
  expect(mainReason([{ verdict: 'undocumented', cause: 'not-asked' }, open('gate-sample')])).toBe('')
})
