import type { Options } from 'k6/options'
import { keyHeader } from '../../../fixtures/errors.ts'
import { variables } from '../../wire.ts'

/** What stands in an environment variable; an empty one is none. */
export function setting(name: string): string | null {
  const text = __ENV[name]
  return text === undefined || text === '' ? null : text
}

/** A number above zero; null where it was left out. */
export function numberSetting(name: string): number | null {
  const text = setting(name)
  if (text === null) return null
  const number = Number(text)
  if (!(Number.isFinite(number) && number > 0)) throw new Error(`${name} is no number above zero: '${text}'`)
  return number
}

/** The order that Node gave this script; null for a k6 user who runs it alone. */
export function readOrder<T>(): T | null {
  const text = setting(variables.order)
  return text === null ? null : (JSON.parse(text) as T)
}

/** Where requests go, as `checkBaseUrl` lets it pass. */
export function baseUrl(): string {
  const url = setting(variables.baseUrl) ?? ''
  return url.endsWith('/') ? url.slice(0, -1) : url
}

/** Sobek has no URL. The base address was checked, and has neither query nor slash at its end. */
export function pathOf(baseUrl: string): string {
  const at = baseUrl.indexOf('/', baseUrl.indexOf('//') + 2)
  return at === -1 ? '' : baseUrl.slice(at)
}

/** Says why requests can go nowhere. `k6 inspect` and `k6 archive` have no settings, so none may be missed before setup. */
export function checkBaseUrl(): void {
  const url = setting(variables.baseUrl)
  if (url === null) throw new Error('BASE_URL is not set: API_KEY=… k6 run -e BASE_URL=https://… SCRIPT')
  if (!/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(url))
    throw new Error('BASE_URL is no http address without a query, a user and a password')
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

/** What all scenarios have in common: no redirect followed, no URL in any metric tag, the client's certificate. */
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
