import { resolve } from 'node:path'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { planLoad } from '../../load/plan.ts'

const runtime = resolve(import.meta.dirname, '../../load/scenarios/runtime/arrival-rate.ts')

/** Blocks of requests: even ones are sent bare, odd ones with the suite's recorder. */
export interface Blocks {
  readonly count: number
  readonly size: number
  /** Arrival rate, requests a second, and number of VUs; null for one VU that sends as fast as it can. */
  readonly arriving: { readonly ratePerSecond: number; readonly users: number } | null
}

/** The variable with an address. A script asks it at the start of each block, and waits for the answer. */
export const markUrl = 'BENCH_MARK'

function executor({ count, size, arriving }: Blocks): object {
  const iterations = count * size
  if (arriving === null) return { executor: 'shared-iterations', vus: 1, iterations, maxDuration: '300s' }
  const { ratePerSecond: rate, users } = arriving
  // Two seconds longer, since k6 may send a few requests less.
  const duration = `${Math.ceil(iterations / rate) + 2}s`
  return { executor: 'constant-arrival-rate', rate, timeUnit: '1s', duration, preAllocatedVUs: users, maxVUs: users }
}

/**
 * A script that sends the same requests with the same tags. Blocks are bare and with the recorder in turns, so that other work of
 * the machine slows both alike.
 */
export const inTurns = (blocks: Blocks) => `
import exec from 'k6/execution'
import http from 'k6/http'
import { arrivalRateScript } from ${JSON.stringify(runtime)}
const { targets } = JSON.parse(__ENV.SUITE_ORDER)
const script = arrivalRateScript('smoke')
export const options = { ...script.options, scenarios: { smoke: ${JSON.stringify(executor(blocks))} } }
export const { setup, handleSummary } = script
const headers = { Accept: 'application/json', 'User-Agent': 'bench', 'X-Service-API-Key': __ENV.API_KEY }
const prepared = targets.map((target) => ({
  url: __ENV.BASE_URL + target.path,
  params: { headers, timeout: 10000, responseType: 'none', tags: { name: target.id, product: target.product } },
}))
let running = null
const turnOf = () => (running ??= exec.scenario).iterationInTest
const bare = () => {
  const { url, params } = prepared[turnOf() % prepared.length]
  http.request('GET', url, null, params)
}
const ways = [bare, script.ask]
export default function () {
  const turn = turnOf()
  if (turn % ${blocks.size} === 0) http.get(__ENV.${markUrl})
  ways[Math.floor(turn / ${blocks.size}) % 2]()
}
`

/**
 * A script for a bare k6: requests, tags, rate and VUs are those of a scenario of the suite. It has no recorder, thresholds or
 * dashboard.
 */
export const bare = (ratePerSecond: number, seconds: number, users: number) => `
import { SharedArray } from 'k6/data'
import exec from 'k6/execution'
import http from 'k6/http'
const targets = new SharedArray('targets', () => JSON.parse(__ENV.SUITE_ORDER).targets)
export const options = {
  systemTags: ['status', 'method', 'name', 'scenario', 'error_code', 'expected_response'],
  scenarios: { smoke: { executor: 'ramping-arrival-rate', startRate: ${ratePerSecond}, timeUnit: '1s',
    stages: [{ target: ${ratePerSecond}, duration: '${seconds}s' }], preAllocatedVUs: ${users}, maxVUs: ${users} } },
}
const headers = { Accept: 'application/json', 'User-Agent': 'bench', 'X-Service-API-Key': __ENV.API_KEY }
export default function () {
  const { id, product, path } = targets[exec.scenario.iterationInTest % targets.length]
  const params = { headers, timeout: 10000, responseType: 'none', tags: { name: id, product } }
  http.request('GET', __ENV.BASE_URL + path, null, params)
}
`

/** The words by which k6 runs quietly, as in the suite. */
export const quietly = ['run', '--no-usage-report', '--address', '', '--log-format', 'raw', '-q']

/** The order that k6 gets for a smoke scenario of the suite, as JSON. */
export function orderOf(requests: number) {
  const [planned] = planLoad({
    scenarios: ['smoke'],
    operations: catalogue,
    limitedOperation: 'GET /api/video/details/all',
    ...{ targets: { extra: [], ids: {}, getOnly: false }, ratePerSecond: 1000, durationMs: requests, processes: 1 },
    thresholds: [],
    hasKey: true,
    hasOtherKey: false,
    timeoutMs: 10_000,
  }).scenarios
  return JSON.stringify({ ...planned?.order, userAgent: 'bench', startAt: null })
}
