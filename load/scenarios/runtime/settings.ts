import type { Options } from 'k6/options'
import { type Order, variables } from '../../wire.ts'

/** The order that Node gave this script. The only reader of the environment on k6's side. */
export function readOrder<T extends Order>(): T {
  const text = __ENV[variables.order]
  if (text === undefined) throw new Error(`${variables.order} is not set: scenarios are started by \`suite run\``)
  return JSON.parse(text) as T
}

/** The headers of every request, secrets included. */
export function readHeaders(order: Order, keyHeader: string, keyVariable: string): Record<string, string> {
  const key = __ENV[keyVariable] ?? ''
  const extra = JSON.parse(__ENV[variables.headers] ?? '{}') as Record<string, string>
  return {
    Accept: 'application/json',
    'User-Agent': order.userAgent,
    ...extra,
    ...(key === '' ? {} : { [keyHeader]: key }),
  }
}

/**
 * One client: virtual users share no memory, so a second one would be sent into the wait that the first was told (O16).
 * The script ends by itself a little after its budget, should its parent be gone. No URL in any metric tag.
 */
export function optionsFor(order: Order): Options {
  const seconds = Math.ceil((order.budget.ms + 2 * order.timeoutMs) / 1000) + 5
  const certificate = __ENV[variables.certificate]
  const privateKey = __ENV[variables.privateKey]
  return {
    scenarios: {
      main: { executor: 'shared-iterations', vus: 1, iterations: 1, maxDuration: `${seconds}s`, gracefulStop: '0s' },
    },
    maxRedirects: 0,
    systemTags: ['status', 'method', 'name', 'scenario', 'error_code'],
    summaryTrendStats: ['med', 'p(95)', 'p(99)'],
    ...(certificate && privateKey ? { tlsAuth: [{ cert: open(certificate), key: open(privateKey) }] } : {}),
  }
}
