import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'
import { reportedRun } from '../../trust/recordings/recordings.ts'
import { only, withHostileText } from '../../trust/recordings/variants.ts'
import { rendered } from '../../trust/tools/rendered.ts'
import { ctrf } from './ctrf.ts'

const text = { type: 'string', minLength: 1 }
const count = { type: 'integer', minimum: 0 }
const counts = ['tests', 'passed', 'failed', 'skipped', 'pending', 'other', 'start', 'stop']

/** The schema of CTRF 0.0.0 for the members that we write; it allows no others. */
const schema = {
  type: 'object',
  required: ['results', 'reportFormat', 'specVersion'],
  additionalProperties: false,
  properties: {
    reportFormat: { const: 'CTRF' },
    specVersion: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
    timestamp: { type: 'string', format: 'date-time' },
    generatedBy: text,
    results: {
      type: 'object',
      required: ['tool', 'summary', 'tests'],
      additionalProperties: false,
      properties: {
        tool: {
          type: 'object',
          required: ['name'],
          additionalProperties: false,
          properties: { name: text, version: text },
        },
        summary: {
          type: 'object',
          required: counts,
          additionalProperties: false,
          properties: {
            ...Object.fromEntries([...counts, 'duration'].map((name) => [name, count])),
            extra: { type: 'object' },
          },
        },
        tests: {
          type: 'array',
          items: {
            type: 'object',
            required: ['name', 'status', 'duration'],
            additionalProperties: false,
            properties: {
              name: text,
              status: { enum: ['passed', 'failed', 'skipped', 'pending', 'other'] },
              rawStatus: text,
              duration: count,
              suite: { type: 'array', minItems: 1, items: text },
              message: text,
              trace: text,
              tags: { type: 'array', items: text },
              labels: { type: 'object', additionalProperties: text },
            },
          },
        },
        environment: {
          type: 'object',
          additionalProperties: false,
          properties: { appName: text, testEnvironment: text, healthy: { type: 'boolean' }, extra: { type: 'object' } },
        },
      },
    },
  },
}

const ajv = new Ajv2020({ allErrors: true })
formats.default(ajv)
const matches = ajv.compile(schema)

test.for([
  ['a broken run', reportedRun('broken')],
  ['a hostile run', withHostileText(reportedRun('broken'))],
  ['a run without findings', only(reportedRun('broken'), [])],
] as const)('%s is a CTRF document', ([_, { results, ...evidence }]) => {
  const document: unknown = JSON.parse(rendered(ctrf, results, evidence))
  matches(document)
  expect(matches.errors).toBeNull()
})

test('the five verdicts keep their names, and the counts add up', () => {
  const { results, ...evidence } = reportedRun('broken')
  const { summary, tests } = JSON.parse(rendered(ctrf, results, evidence)).results
  expect(tests).toHaveLength(results.findings.length + 1)
  expect(summary.passed + summary.failed + summary.skipped + summary.other).toBe(summary.tests)
  const pairs = new Set(
    tests.slice(1).map((one: { rawStatus: string; status: string }) => `${one.rawStatus} ${one.status}`),
  )
  expect(pairs).toEqual(
    new Set(['pass passed', 'violation failed', 'undocumented other', 'inconclusive other', 'not-exercised skipped']),
  )
})

test.for([
  ['unanswered', 1],
  ['interrupted', 1],
  ['healthy', 0],
  ['broken', 29],
] as const)(
  '%s has %d failed tests: a reader that counts them does not take a run without an answer for a pass',
  ([name, failed]) => {
    const { results, ...evidence } = reportedRun(name)
    const { summary, tests } = JSON.parse(rendered(ctrf, results, evidence)).results
    expect(summary.failed).toBe(failed)
    expect(tests[0]).toMatchObject({ suite: ['run'], message: results.run.outcome })
  },
)
