import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { authenticationCauses } from './causes/authentication.ts'
import { comparisonCauses } from './causes/comparisons.ts'
import { errorCauses } from './causes/errors.ts'
import { loadCauses } from './causes/load.ts'
import { planCauses } from './causes/plan.ts'
import { reachabilityCauses } from './causes/reachability.ts'
import { requestCauses } from './causes/requests.ts'
import { severities } from './causes/row.ts'
import { type Cause, causeRow, causes, headline, sentence, settingsOf, severityOf } from './causes.ts'
import { inconclusive, messageOf, violation } from './judgement.ts'

const rows = Object.keys(causes).map((cause) => [cause as Cause, causeRow(cause)] as const)

/** The sources of judges and planners in one text, without tests. */
const sources = ['contracts', 'load', 'reports/changes']
  .flatMap((room) => readdirSync(room, { recursive: true, encoding: 'utf8' }).map((name) => join(room, name)))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(name, 'utf8'))
  .join('\n')

test('each cause stands in one table', () => {
  const tables = [
    authenticationCauses,
    comparisonCauses,
    errorCauses,
    loadCauses,
    planCauses,
    reachabilityCauses,
    requestCauses,
  ]
  expect(tables.flatMap((table) => Object.keys(table)).toSorted()).toEqual(Object.keys(causes).toSorted())
})

describe.for(rows)('%s', ([cause, row]) => {
  test('is a slug that some judge gives', () => {
    expect(cause).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    const written = cause.replace(/^(no-answer)-.*/, '$1-')
    expect(sources.includes(`'${cause}'`) || sources.includes(`\`${written}\${`)).toBe(true)
  })

  test('has a headline that can be read at a glance, without particulars', () => {
    expect(headline(cause)).toMatch(/^[A-Zk].*[^.:]$/)
    expect(headline(cause)?.length).toBeLessThanOrEqual(120)
    expect(headline(cause)).not.toMatch(/[{}]/)
  })

  test('has a verdict, and has a severity exactly where that may be a violation', () => {
    expect(row?.verdicts.length).toBeGreaterThan(0)
    const weighed = row !== undefined && 'severity' in row
    expect(weighed).toBe(row?.verdicts.some((verdict) => verdict === 'violation'))
    if (weighed) expect(severities).toContain(severityOf(cause))
  })
})

test('a sentence is the headline with the slots filled, each once', () => {
  expect(sentence('server-error', { status: 502, request: 'GET /{status}' })).toBe(
    'It answers with a server error: 502 to GET /{status}',
  )
  expect(sentence('no-body', {})).toBe('It answers without a body')
  expect(messageOf({ ...inconclusive('no-answer', {}, { requests: '3 requests' }), more: 2 })).toBe(
    'It gave no complete answer: 3 requests (and 2 more like it)',
  )
})

test('a cause names the settings of the operation where a valid request of it would help', () => {
  expect(settingsOf('control-refused', 'POST /api/vote/embed/create')).toEqual(['VALID_EMBED_BODY'])
  // Broken copies of the listing start without a query, so no vouched query changes them.
  expect(settingsOf('control-refused', 'GET /api/video/details/all')).toEqual([])
  expect(settingsOf('no-success', 'GET /api/video/details/all')).toEqual(['VALID_DETAILS_QUERY'])
  expect(settingsOf('control-refused', 'GET /api/team/general/all')).toEqual([])
  expect(settingsOf('no-key', null)).toEqual(['API_KEY'])
  expect(settingsOf('of another version', null)).toEqual([])
})

test('a judge that forgets a value, or gives a cause a verdict that it may not have, does not compile', () => {
  const evidence = { expected: 'this', observed: 'that' }
  // @ts-expect-error: the request is missing
  violation('accepted-without-key', evidence)
  // @ts-expect-error: the slot has another name
  violation('accepted-without-key', evidence, { asked: 'GET /' })
  // @ts-expect-error: no violation can have this cause
  violation('refused-for-the-request', evidence)
  // @ts-expect-error: a violation owes both sides
  violation('no-envelope', { expected: 'this' })
  // @ts-expect-error: there is no such cause
  inconclusive('no-such-cause')
  expect(violation('not-utf-8', evidence).values).toEqual({})
})
