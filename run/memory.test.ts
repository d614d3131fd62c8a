import { expect, test } from 'vitest'
import { UsageError } from '../evidence/usage-error.ts'
import { historyLineOf } from '../reports/changes/history-line.ts'
import { reportedRun } from '../trust/recordings/recordings.ts'
import { expectToRemember, nothingRemembered, pastRunsOf, readMemory, remember } from './memory.ts'

const run = { isWhole: true, failOn: [], today: '2026-11-22' } as const
const unwritable = { baselineDirectory: null, historyFile: '/proc/none/history.ndjson' }

test('the embedded target needs no history, so that a read-only checkout works', () => {
  expect(readMemory(unwritable, { ...run, target: 'embedded' })).toMatchObject({ known: null, history: [] })
  expectToRemember(unwritable.historyFile, 'embedded')
})

test('a history that cannot be written is told where it is to be written, but reads as empty', () => {
  expect(() => expectToRemember(unwritable.historyFile, 'development')).toThrow(UsageError)
  expect(readMemory(unwritable, { ...run, target: 'development' })).toMatchObject({ history: [] })
})

test('a run of the embedded target, even merged from shards, adds nothing to the history', () => {
  const { results } = reportedRun('broken')
  const embedded = { ...results, run: { ...results.run, target: 'embedded' as const } }
  expect(() => remember(unwritable.historyFile, nothingRemembered('2026-11-22'), results)).toThrow(UsageError)
  remember(unwritable.historyFile, nothingRemembered('2026-11-22'), embedded)
})

test('the past of a run is without later runs, other profiles, other targets and itself, and comes oldest first', () => {
  const { results } = reportedRun('broken')
  const line = historyLineOf(results, [])
  const history = [
    { ...line, id: 'before', time: '2026-11-20T02:00:00.000Z' },
    { ...line, id: 'long before', time: '2026-11-19T02:00:00.000Z' },
    { ...line, id: 'later', time: '2027-12-22T02:00:00.000Z' },
    { ...line, id: 'other', time: '2026-11-20T02:00:00.000Z', profile: 'gate' as const },
    { ...line, id: 'elsewhere', time: '2026-11-20T02:00:00.000Z', target: 'embedded' as const },
    line,
  ]
  const past = pastRunsOf(results, { ...nothingRemembered('2026-11-22'), history })
  expect(past.map(({ id }) => id)).toEqual(['long before', 'before'])
})
