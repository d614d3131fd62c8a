import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { type Finding, findingId } from '../../evidence/finding.ts'
import type { Verdict } from '../../evidence/verdict.ts'
import { type KnownContext, type KnownEntry, knownFileSchema, knownFileText, markKnown, troubleWith } from './known.ts'

const operation = 'POST /api/payment/receipt/create'
const finding = findingId('errors.server-error', operation)
const entry: KnownEntry = {
  finding,
  cause: 'server-error',
  check: 'errors.server-error',
  operation,
  target: 'development',
  reason: 'PAY-17',
  owner: 'payments',
  since: '2026-11-01',
  until: '2026-12-01',
}
const context: KnownContext = { today: '2026-11-21', target: 'development', isWhole: true, wasAsked: () => true }

/** The only finding of the run, with this verdict and cause. */
function found(verdict: Verdict, cause = 'server-error'): readonly Finding[] {
  return [{ id: finding, verdict, cause, check: 'errors.server-error', operation } as Finding]
}

/** `known`, or the list of trouble that names the entry. */
function readingOf(findings: readonly Finding[], over: Partial<KnownEntry> = {}, change: Partial<KnownContext> = {}) {
  const { findings: read, trouble } = markKnown(findings, [{ ...entry, ...over }], { ...context, ...change })
  return [
    ...(read[0]?.known === undefined ? [] : ['known']),
    ...(['stale', 'expired', 'unmatched'] as const).filter((list) => trouble[list].length > 0),
  ].join(' ')
}

describe('a known finding', () => {
  test('is marked where finding, cause and target match', () => {
    expect(readingOf(found('violation'))).toBe('known')
    expect(readingOf(found('violation'), { target: 'any' })).toBe('known')
    expect(markKnown(found('violation'), [entry], context).findings[0]?.known).toEqual({
      reason: 'PAY-17',
      owner: 'payments',
      until: '2026-12-01',
    })
  })

  test('is not marked where the cause or the target is another', () => {
    expect(readingOf(found('violation', 'wrong-code'))).toBe('')
    expect(readingOf(found('violation'), { target: 'production' })).toBe('')
  })

  test('is not stale where a run did not ask the request that had shown it', () => {
    const shownBy = 'abcdefabcdef'
    expect(readingOf(found('pass'), { shownBy }, { wasAsked: () => false })).toBe('')
    expect(readingOf(found('pass'), { shownBy }, { wasAsked: (request) => request === shownBy })).toBe('stale')
    expect(readingOf(found('pass'), {}, { wasAsked: () => false })).toBe('stale')
  })

  test('is stale where its finding passes, and only then', () => {
    expect(readingOf(found('pass'))).toBe('stale')
    for (const verdict of ['inconclusive', 'undocumented', 'not-exercised'] as const) {
      expect(readingOf(found(verdict))).toBe('')
    }
  })

  test('is expired after its date, not on it', () => {
    expect(readingOf(found('violation'), { until: '2026-11-20' })).toBe('expired')
    expect(readingOf(found('violation'), { until: '2026-11-21' })).toBe('known')
  })

  test('is unmatched where no run can have it, which a narrowed run does not tell', () => {
    expect(readingOf([])).toBe('unmatched')
    expect(readingOf([], {}, { isWhole: false })).toBe('')
    const limit = { check: 'limits.code', finding: findingId('limits.code', operation) }
    expect(readingOf([], limit)).toBe('')
    expect(readingOf([], { ...limit, finding })).toBe('unmatched')
  })

  test('never excuses an open door, even where the file was written by hand', () => {
    expect(readingOf(found('violation', 'accepted-without-key'), { cause: 'accepted-without-key' })).toBe('')
    expect(readingOf(found('violation', 'accepted-without-key'))).toBe('')
  })

  test('lasts 90 days at most', () => {
    expect(troubleWith({ since: '2026-01-01', until: '2026-04-01' }, '2026-01-01')).toBeNull()
    expect(troubleWith({ since: '2026-01-01', until: '2026-04-02' }, '2026-02-01')).toContain('91 days')
    expect(troubleWith({ since: '2026-01-02', until: '2026-01-01' }, '2026-01-01')).toContain('before')
    expect(troubleWith({ since: '2028-01-01', until: '2028-03-01' }, '2026-01-01')).toContain('still to come')
  })
})

test('the file is sorted, has one entry a line, and fits its schema', () => {
  const other = { ...entry, operation: 'GET /api/ads/bidding/all', finding: 'aaaaaaaaaaaa' }
  const whole = knownFileText([entry, other])
  expect(whole).toBe(knownFileText([other, entry]))
  expect(whole.split('\n').filter((line) => line.includes('"finding"'))).toHaveLength(2)
  const ajv = new Ajv2020()
  formats.default(ajv)
  expect(ajv.validate(knownFileSchema, JSON.parse(whole))).toBe(true)
  expect(JSON.parse(whole)).toEqual({ schemaVersion: 1, known: [other, entry] })
  expect(JSON.parse(knownFileText([]))).toEqual({ schemaVersion: 1, known: [] })
})
