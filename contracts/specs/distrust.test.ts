import { expect, test } from 'vitest'
import { distrust } from './distrust.ts'

const run = (exitCode: 0 | 1 | 2 | 130) => ({ exitCode, outcome: 'Nothing answers at http://127.0.0.1:1.' })
const skipped = { check: 'errors.code', verdict: 'not-exercised' } as const
const passed = { check: 'errors.code', verdict: 'pass' } as const
const watched = { check: 'pagination.limit-offset', verdict: 'undocumented' } as const

test('a run that gave an answer is trusted, whatever was left out', () => {
  expect(distrust(run(0), [skipped])).toBeNull()
  expect(distrust(run(1), [skipped, passed])).toBeNull()
})

test('one without a trustworthy answer, or interrupted, is none, also where some of it passed', () => {
  expect(distrust(run(2), [skipped])).toBe('No trustworthy answer (exit 2): Nothing answers at http://127.0.0.1:1.')
  expect(distrust(run(130), [skipped, passed])).toContain('exit 130')
  expect(distrust(run(2), [skipped, watched])).toContain('exit 2')
})

test('checks that observe alone decide nothing, and are trusted where one was answered', () => {
  expect(distrust(run(2), [watched])).toBeNull()
  expect(distrust(run(2), [{ ...watched, verdict: 'not-exercised' }])).toContain('exit 2')
})
