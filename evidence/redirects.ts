import { headerValue } from '../fixtures/headers.ts'
import { type Exchange, isReadiness } from './exchange.ts'

/** Statuses that send a client elsewhere by their Location (RFC 9110). */
const redirecting: readonly number[] = [301, 302, 303, 307, 308]

/** At least this many percent of the answers must redirect the same way: a gateway may refuse an odd request by itself. */
const enoughPercent = 90

const saysNothing = (status: number) => status === 429 || status >= 500

/** Where an answer sends its client from and to; null for no redirect, and for one to no address. `base`: an address of the same origin. */
function redirectOf({ request, response }: Exchange, base: string): { readonly from: URL; readonly to: URL } | null {
  if (response === null || !redirecting.includes(response.status)) return null
  const from = URL.parse(request.target, base)
  const location = headerValue(response.headers, 'Location')
  const to = from === null || location === undefined ? null : URL.parse(location, from.href)
  return from === null || to === null ? null : { from, to }
}

/** The address that an answer redirects to, without the request's own path; null for no redirect. */
function wayOf(exchange: Exchange, base: URL): string | null {
  const redirect = redirectOf(exchange, base.origin)
  if (redirect === null) return null
  const { origin, pathname } = redirect.to
  const own = redirect.from.pathname.slice(base.pathname.replace(/\/$/, '').length)
  const to = pathname.endsWith(own) ? pathname : pathname.replace(/\/$/, '')
  const prefix = own.length > 1 && to.endsWith(own) ? to.slice(0, -own.length) : pathname
  return `${origin}${prefix}`
}

const plainPath = (pathname: string) => pathname.replace(/\/+$/, '').toLowerCase()

/** True for an answer that sends its client to the same path in other casing, or with another slash at its end. */
export function leadsToOwnPath(exchange: Exchange): boolean {
  const { from, to } = redirectOf(exchange, 'http://own.invalid') ?? {}
  if (from === undefined || to === undefined || to.pathname === from.pathname) return false
  return plainPath(to.pathname) === plainPath(from.pathname)
}

/**
 * Finds out whether a deployment redirects all requests to another origin, prefix or page (O5c): the base address is then wrong. Null where
 * any request succeeds, or the redirects differ. Answers with 429 or a server error do not count.
 */
export function wrongBase(exchanges: readonly Exchange[], baseUrl: string) {
  const base = new URL(baseUrl)
  const telling = exchanges.filter(
    (exchange) => !isReadiness(exchange) && exchange.response !== null && !saysNothing(exchange.response.status),
  )
  if (telling.some(({ response }) => response !== null && response.status < 300)) return null
  const ways = Map.groupBy(telling, (exchange) => wayOf(exchange, base))
  ways.delete(null)
  const [most] = [...ways].toSorted(([, one], [, other]) => other.length - one.length)
  if (most === undefined) return null
  const [way, same] = most
  const isElsewhere = way !== null && way.replace(/\/$/, '') !== baseUrl.replace(/\/$/, '')
  if (!isElsewhere || same.length * 100 < enoughPercent * telling.length) return null
  // `location` is the right base address, or the one page where every redirect ends.
  return { location: way, status: same[0]?.response?.status ?? 0 }
}
