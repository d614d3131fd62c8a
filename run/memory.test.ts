import { expect, test } from 'vitest'
import { readMemory } from './memory.ts'
import { UsageError } from './usage-error.ts'

const run = { isWhole: true, failOn: [], today: '2026-11-22' } as const
const unwritable = { baselineDirectory: null, historyFile: '/proc/none/history.ndjson' }

test('the embedded target needs no history, so that a checkout may be read-only', () => {
  expect(readMemory(unwritable, { ...run, target: 'embedded' })).toMatchObject({ known: null, history: [] })
})

test('a history that cannot be written is told before the first request', () => {
  expect(() => readMemory(unwritable, { ...run, target: 'development' })).toThrow(UsageError)
})
