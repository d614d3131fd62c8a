import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checks } from '../../fixtures/checks.ts'
import { bySection, sections } from './sections.ts'

const listing = 'GET /api/video/details/all'
const finding = (check: string, operation: string | null = listing) => ({ check, operation })

test('each contract finding with an operation belongs to the section of its first clause', () => {
  const found = bySection([
    finding('errors.server-error'),
    finding('request.query-type:limit'),
    finding('auth.invalid-credential'),
  ])
  expect([...found].filter(([, names]) => names.length > 0)).toEqual([
    ['§4', [`request.query-type:limit ${listing}`]],
    ['§5', [`auth.invalid-credential ${listing}`]],
    ['§7', [`errors.server-error ${listing}`]],
  ])
})

test('what load, a comparison of runs or the whole run says is presented by no test', () => {
  const findings = [
    finding('errors.server-error:smoke'),
    finding('limits.code'),
    finding('drift.changed:status'),
    finding('parity.status'),
    finding('auth.open-operation', null),
  ]
  expect([...bySection(findings, (question) => !question.includes(':smoke')).values()].flat()).toEqual([])
})

test('a finding that no section presents is an error', () => {
  expect(() => bySection([finding('tracing.request-id')])).toThrow(/tracing\.request-id .* no spec presents it/)
})

test('every section has one file that presents it, and every contract check a section', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.spec.ts'))
  const presented = files.map((name) => {
    const [, section] = /presented\('(§\d)'\)/.exec(readFileSync(join(import.meta.dirname, name), 'utf8')) ?? []
    return [section, name.replace('.spec.ts', '')] as const
  })
  expect(Object.fromEntries(presented)).toEqual(sections)
  expect(presented).toHaveLength(Object.keys(sections).length)
  const own = checks.filter(({ asks }) => asks === 'contracts').map(({ id }) => finding(id))
  expect([...bySection(own).values()].flat()).toHaveLength(own.length)
})
