import { headerValue, headerValues } from '../fixtures/headers.ts'
import type { Exchange } from './exchange.ts'
import { type RetryAfter, readRetryAfter } from './retry-after.ts'

/** What an answer says about when to come back (O11, O15). */
export function retryAfterOf({ response, startedAt, endMs }: Exchange): RetryAfter {
  const headers = response?.headers ?? []
  return readRetryAfter(headerValues(headers, 'Retry-After'), headerValue(headers, 'Date'), startedAt + endMs)
}

/** How long an answer says to wait, milliseconds; null where it says nothing that can be read. */
export function toldMs(exchange: Exchange): number | null {
  const told = retryAfterOf(exchange)
  return told.kind === 'seconds' || told.kind === 'date' ? told.waitMs : null
}

/** True for an answer that says to wait, and not for no time at all. */
export function tellsToWait(exchange: Exchange): boolean {
  return (toldMs(exchange) ?? 0) > 0
}
