import type { Options } from 'k6/options'
import { keyHeader } from '../../../fixtures/errors.ts'
import { variables } from '../../wire.ts'

/** How a user runs a script alone. */
const usage = 'API_KEY=… k6 run -e BASE_URL=https://… SCRIPT'

/** The text of an environment variable; null where it is missing or empty. */
export function setting(name: string): string | null {
  const text = __ENV[name]
  return text === undefined || text === '' ? null : text
}

/** A number above zero; null where the variable is missing. Throws for any other text. */
export function numberSetting(name: string): number | null {
  const text = setting(name)
  if (text === null) return null
  const number = Number(text)
  if (!(Number.isFinite(number) && number > 0))
    throw new Error(`${name} takes a number above zero, without a unit, not '${text}'`)
  return number
}

/** The order that Node gave this script; null where a k6 user runs the script alone. */
export function readOrder<T>(): T | null {
  const text = setting(variables.order)
  return text === null ? null : (JSON.parse(text) as T)
}

/** The base address, without a slash at its end. `checkBaseUrl` checks it. */
export function baseUrl(): string {
  const url = setting(variables.baseUrl) ?? ''
  return url.endsWith('/') ? url.slice(0, -1) : url
}

/** The path of the base address. Sobek has no URL; the address was checked, and has neither query nor slash at its end. */
export function pathOf(baseUrl: string): string {
  const at = baseUrl.indexOf('/', baseUrl.indexOf('//') + 2)
  return at === -1 ? '' : baseUrl.slice(at)
}

/** Throws where the base address cannot be used. Called in setup, since `k6 inspect` and `k6 archive` have no settings. */
export function checkBaseUrl(): void {
  const url = setting(variables.baseUrl)
  if (url === null) throw new Error(`BASE_URL is not set: ${usage}`)
  if (!/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(url))
    throw new Error('BASE_URL must be http://… or https://…, without query, user and password')
}

/** Throws where a user who runs the script alone gave no key: most operations answer nobody else (§5), and k6 counts no 401 as failed. */
export function checkKey(): void {
  if (setting(variables.key) === null) throw new Error(`API_KEY is not set: ${usage}`)
}

/** The headers of every request, secrets included. */
export function headersFor(keyVariable: string, userAgent: string | null, body: string | null): Record<string, string> {
  const key = setting(keyVariable)
  return {
    Accept: 'application/json',
    ...(userAgent === null ? {} : { 'User-Agent': userAgent }),
    ...(body === null ? {} : { 'Content-Type': 'application/json' }),
    ...(JSON.parse(setting(variables.headers) ?? '{}') as Record<string, string>),
    ...(key === null ? {} : { [keyHeader]: key }),
  }
}

/** Options of all scenarios: no redirect followed, no URL in any metric tag, the client's certificate. */
export function commonOptions(): Options {
  const certificate = setting(variables.certificate)
  const privateKey = setting(variables.privateKey)
  return {
    maxRedirects: 0,
    systemTags: ['status', 'method', 'name', 'scenario', 'error_code', 'expected_response'],
    summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
    ...(certificate && privateKey ? { tlsAuth: [{ cert: open(certificate), key: open(privateKey) }] } : {}),
  }
}
