import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { findingSchema } from '../evidence/finding.ts'
import type { Results } from '../evidence/results.ts'
import { ownAjv } from '../fixtures/schemas/compiled.ts'
import { reportedRun } from '../trust/recordings/recordings.ts'
import { only, withHostileText } from '../trust/recordings/variants.ts'
import schema from './results.schema.json' with { type: 'json' }
import { validateResults } from './validate.ts'

const { results } = reportedRun('broken')

test('results are valid, even without findings or with hostile text', () => {
  expect(validateResults(results)).toBeNull()
  expect(validateResults(only(reportedRun('broken'), []).results)).toBeNull()
  expect(validateResults(JSON.parse(JSON.stringify(withHostileText(reportedRun('broken')).results)))).toBeNull()
})

test('the schema that ships is valid, and asks the same of results', () => {
  expect(new Ajv2020({ allowUnionTypes: true }).validateSchema(schema)).toBe(true)
  const fits = ownAjv().compile(schema)
  expect(fits(results)).toBe(true)
  expect(Object.keys(schema.$defs.finding.properties)).toEqual(Object.keys(findingSchema.properties))
  for (const wrong of [{ ...results, findings: [{}] }, { ...results, run: { ...results.run, seed: 'x' } }, null])
    expect(fits(wrong)).toBe(false)
})

test('fields may be added anywhere', () => {
  const added = {
    ...results,
    run: { ...results.run, more: 1 },
    findings: results.findings.map((f) => ({ ...f, more: 1 })),
  }
  expect(validateResults({ ...added, more: {} })).toBeNull()
})

const members = ['schemaVersion', 'run', 'catalog', 'summary', 'findings', 'observations', 'load'] as const
test.for(members)('%s is required', (member) => {
  const { [member]: _, ...rest } = results
  expect(validateResults(rest)?.what).toContain(member)
})

test.for(Object.keys(results.run))('run.%s is required', (member) => {
  const { [member as keyof Results['run']]: _, ...run } = results.run
  expect(validateResults({ ...results, run })?.what).toContain(member)
})

test.for(Object.keys(results.findings[0] ?? {}))('%s of a finding is required', (member) => {
  const findings = results.findings.map((finding) => {
    const { [member as keyof typeof finding]: _, ...rest } = finding
    return rest
  })
  expect(validateResults({ ...results, findings })?.what).toContain(member)
})

test('an error names the place and the values that are allowed there', () => {
  const run = { ...results.run, policy: 'anything' }
  expect(validateResults({ ...results, run })?.what).toBe(
    'run.policy must be equal to one of the allowed values: full, safe',
  )
})

test('of what may be null, an error names both types', () => {
  const findings = results.findings.map((finding) => ({ ...finding, operation: 7 }))
  expect(validateResults({ ...results, findings })?.what).toBe('findings.0.operation must be string,null')
})

test('a summary with a wrong count is an error, and so are two findings with one id', () => {
  const summary = { ...results.summary, pass: results.summary.pass + 1 }
  expect(validateResults({ ...results, summary })?.what).toContain('summary.pass says')
  const [first] = results.findings
  const findings = [...results.findings, first]
  expect(validateResults({ ...results, findings })?.what).toContain('stands twice')
})

test('a value that is no object is refused', () => {
  for (const value of [null, [], 'text', 7]) expect(validateResults(value)?.what).toBe('the result must be object')
})
