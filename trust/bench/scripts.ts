import { resolve } from 'node:path'

const runtime = resolve(import.meta.dirname, '../../load/scenarios/runtime/arrival-rate.ts')

/** Closed, and few virtual users: what is compared is what a request costs, not what a virtual user does. */
const options = (requests: number) =>
  `scenarios: { smoke: { executor: 'shared-iterations', vus: 4, iterations: ${requests}, maxDuration: '60s' } }`

/** The suite's own script with its recorder. */
export const recorded = (requests: number) => `
import { arrivalRateScript } from ${JSON.stringify(runtime)}
const script = arrivalRateScript('smoke')
export const options = { ...script.options, ${options(requests)} }
export const { setup, handleSummary } = script
export default script.ask
`

/** The same requests with the same tags, and nothing else. */
export const bare = (requests: number) => `
import exec from 'k6/execution'
import http from 'k6/http'
const { targets } = JSON.parse(__ENV.SUITE_ORDER)
http.setResponseCallback(http.expectedStatuses({ min: 100, max: 499 }))
export const options = {
  maxRedirects: 0,
  systemTags: ['status', 'method', 'name', 'scenario', 'error_code', 'expected_response'],
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
  ${options(requests)},
}
const headers = { Accept: 'application/json', 'X-Service-API-Key': __ENV.API_KEY }
const prepared = targets.map((target) => ({
  url: __ENV.BASE_URL + target.path,
  params: { headers, timeout: 10000, responseType: 'none', tags: { name: target.id, product: target.product } },
}))
let running = null
export default function () {
  running ??= exec.scenario
  const { url, params } = prepared[running.iterationInTest % prepared.length]
  http.request('GET', url, null, params)
}
export function handleSummary() {
  return { stdout: '' }
}
`
