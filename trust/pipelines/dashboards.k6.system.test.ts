// @module-tag external
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { k6ForTests } from '../tools/k6-for-tests.ts'
import { expressionsOf, metricsIn } from './dashboards.ts'

/** More iterations than one VU can begin, so that k6 gives every metric of a scenario with an arrival rate. */
const script = (url: string) => `
import http from 'k6/http'
export const options = { scenarios: { smoke: { executor: 'constant-arrival-rate', rate: 40, timeUnit: '1s',
  duration: '1s', preAllocatedVUs: 1, maxVUs: 1 } } }
export default () => { http.get('${url}') }
`
/** The suffixes that k6 adds to a name for Prometheus, by the kind of metric. A trend has one name for each figure. */
const suffixes: Readonly<Record<string, readonly string[]>> = {
  counter: ['_total'],
  gauge: [''],
  rate: ['_rate'],
  trend: ['_p95', '_p99'],
}

test('the dashboard of k6 asks only for metrics that k6 has', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dashboards-'))
  const server = createServer((_, response) => setTimeout(() => response.end('ok'), 100))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const file = join(folder, 'script.js')
  writeFileSync(file, script(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`))
  const { binary } = await k6ForTests()
  await promisify(execFile)(binary, ['run', '--quiet', '--address', '', '--out', `json=${join(folder, 'out')}`, file])
  server.close()
  const lines = readFileSync(join(folder, 'out'), 'utf8').trimEnd().split('\n')
  rmSync(folder, { recursive: true })
  const named = lines
    .map((line) => JSON.parse(line) as { readonly type: string; readonly data: { name: string; type: string } })
    .filter(({ type }) => type === 'Metric')
    .flatMap(({ data }) => (suffixes[data.type] ?? []).map((suffix) => `k6_${data.name}${suffix}`))
  const asked = expressionsOf('docs/dashboards/k6.json').flatMap(metricsIn)
  expect(asked.length).toBeGreaterThan(5)
  expect(asked.filter((metric) => !named.includes(metric))).toEqual([])
})
