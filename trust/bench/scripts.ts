import { resolve } from 'node:path'

const runtime = resolve(import.meta.dirname, '../../load/scenarios/runtime/arrival-rate.ts')

/** Blocks of requests, in turns: the even ones bare, the odd ones with the suite's recorder. */
export interface Blocks {
  readonly count: number
  readonly size: number
}

/** The variable with the address that a script asks, and waits for, where a block begins. */
export const markUrl = 'BENCH_MARK'

/**
 * One script that sends the same requests with the same tags bare and with the recorder, a block of each in turns, so that what
 * else the machine does concerns both alike. One virtual user: what is compared is what a request costs.
 */
export const inTurns = ({ count, size }: Blocks) => `
import exec from 'k6/execution'
import http from 'k6/http'
import { arrivalRateScript } from ${JSON.stringify(runtime)}
const { targets } = JSON.parse(__ENV.SUITE_ORDER)
const script = arrivalRateScript('smoke')
export const options = {
  ...script.options,
  scenarios: { smoke: { executor: 'shared-iterations', vus: 1, iterations: ${count * size}, maxDuration: '300s' } },
}
export const { setup, handleSummary } = script
const headers = { Accept: 'application/json', 'User-Agent': 'bench', 'X-Service-API-Key': __ENV.API_KEY }
const prepared = targets.map((target) => ({
  url: __ENV.BASE_URL + target.path,
  params: { headers, timeout: 10000, responseType: 'none', tags: { name: target.id, product: target.product } },
}))
let running = null
function bare() {
  const { url, params } = prepared[running.iterationInTest % prepared.length]
  http.request('GET', url, null, params)
}
let turn = 0
let ask = bare
export default function () {
  running ??= exec.scenario
  if (turn % ${size} === 0) {
    ask = (turn / ${size}) % 2 === 0 ? bare : script.ask
    http.get(__ENV.${markUrl})
  }
  turn += 1
  ask()
}
`
