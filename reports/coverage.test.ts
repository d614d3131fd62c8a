import { expect, test } from 'vitest'
import { recordingNames, reportedRun } from '../trust/recordings/recordings.ts'
import { askedLine, askedOperations, censusLine } from './coverage.ts'

test('the census is told in one line, with extensions counted apart', () => {
  const { catalog } = reportedRun('healthy').results
  expect(censusLine(catalog)).toBe('283 = 265 listed + 1 counted but not listed + 17 not shown')
  expect(censusLine({ ...catalog, extended: 18, unlisted: [] })).toBe(
    '283 = 265 listed + 18 added by CATALOG_EXTENSION',
  )
  expect(censusLine({ ...catalog, extended: 4 })).toMatch(/\(and 4 added by CATALOG_EXTENSION\)$/)
})

test.for(recordingNames)('the asked operations are those that got a request: %s', (name) => {
  const { results, exchanges } = reportedRun(name)
  const requested = new Set([...exchanges.values()].flatMap(({ operation }) => operation ?? []))
  const asked = askedOperations(results.findings)
  for (const operation of asked) expect(requested).toContain(operation)
  // Where no answer came, no question counts as asked.
  if (!['limited', 'unanswered'].includes(name)) expect(asked.size).toBe(requested.size)
})

test('a run without an answer tells that it asked 0 operations', () => {
  expect(askedLine(reportedRun('unanswered').results)).toBe('0 of 265 operations asked')
})

test('an operation that only drifted was not asked: a part of a night learns from others too', () => {
  const { findings } = reportedRun('healthy').results
  const drifted = findings.map((finding) => ({ ...finding, check: 'drift.new:without a key: code' }))
  expect(askedOperations(drifted).size).toBe(0)
})
