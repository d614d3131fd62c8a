import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { exportPage } from './page.ts'
import { type TestRunFacts, testRunManifest } from './test-run.ts'

const text = { type: 'string' }
const object = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
  // A cluster silently drops members that its definition does not name.
  additionalProperties: false,
})
const list = (items: object) => ({ type: 'array', items })
const keyOf = object({ name: text, key: text, optional: { type: 'boolean' } }, ['key'])
const pod = object({
  disabled: { type: 'boolean' },
  image: text,
  env: list(object({ name: text, value: text, valueFrom: object({ secretKeyRef: keyOf }) }, ['name'])),
})

/** The operator's definition of a TestRun (1.6.0), for the members that we use. */
const published = object(
  {
    apiVersion: { const: 'k6.io/v1alpha1' },
    kind: { const: 'TestRun' },
    metadata: object({ name: { type: 'string', pattern: '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' } }),
    spec: object(
      {
        parallelism: { type: 'integer', minimum: 1, maximum: 2 ** 31 - 1 },
        script: object({ configMap: object({ name: text, file: text }, ['name']) }),
        arguments: text,
        separate: { type: 'boolean' },
        initializer: pod,
        runner: pod,
      },
      ['parallelism', 'script'],
    ),
  },
  ['apiVersion', 'kind', 'metadata', 'spec'],
)

const facts: TestRunFacts = {
  name: 'platform-api-average',
  archive: 'average.tar',
  parallelism: 3,
  baseUrl: 'https://dev.example.com/base',
  k6Version: '1.8.1',
  hasHeaders: true,
  traceId: null,
}

test('the manifest fits the published definition of the operator', () => {
  const fits = new Ajv().compile(published)
  expect(fits(parse(testRunManifest(facts))), JSON.stringify(fits.errors)).toBe(true)
})

test('the manifest refers to the key by name, and no argument list holds it', () => {
  const { spec } = parse(testRunManifest(facts)) as { spec: Record<string, { env?: unknown }> }
  expect(spec['runner']?.env).toEqual([
    { name: 'BASE_URL', value: facts.baseUrl },
    ...['API_KEY', 'SUITE_HEADERS'].map((key) => ({
      name: key,
      valueFrom: { secretKeyRef: { name: facts.name, key } },
    })),
  ])
  // The operator hands the initializer's environment to k6 as arguments.
  expect(spec['initializer']).toEqual({ image: 'grafana/k6:1.8.1' })
  expect(exportPage(facts, 'average', 'x')).not.toContain('--from-literal')
})

test('the environment of each pod holds the trace id where the run is traced', () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const { spec } = parse(testRunManifest({ ...facts, traceId })) as { spec: Record<string, { env?: unknown }> }
  expect(spec['runner']?.env).toContainEqual({ name: 'SUITE_TRACE_ID', value: traceId })
  expect(testRunManifest(facts)).not.toContain('SUITE_TRACE_ID')
})

test('the page fetches the log of each pod, and no other', () => {
  const page = exportPage({ ...facts, parallelism: 2 }, 'average', 'x')
  expect(page.match(/^kubectl logs .*$/gm)).toEqual([
    'kubectl logs job/platform-api-average-1 > pod-1.log',
    'kubectl logs job/platform-api-average-2 > pod-2.log',
  ])
  expect(page).toContain('npx suite merge --load pod-1.log pod-2.log --out merged')
})
