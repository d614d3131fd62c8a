import { headerValue, headerValues } from '../fixtures/headers.ts'
import { type Exchange, endedAt } from './exchange.ts'
import { type RetryAfter, readRetryAfter } from './retry-after.ts'

/** Reads the Retry-After of an answer (O11, O15). */
export function retryAfterOf(exchange: Exchange): RetryAfter {
  const headers = exchange.response?.headers ?? []
  return readRetryAfter(headerValues(headers, 'Retry-After'), headerValue(headers, 'Date'), endedAt(exchange))
}

/** The wait that a Retry-After tells, milliseconds; null where it tells none that can be read. */
export const waitIn = (told: RetryAfter): number | null =>
  told.kind === 'seconds' || told.kind === 'date' ? told.waitMs : null

/** The wait that an answer tells, milliseconds; null where it tells none that can be read. */
export const toldMs = (exchange: Exchange): number | null => waitIn(retryAfterOf(exchange))

export const tellsToWait = (exchange: Exchange): boolean => (toldMs(exchange) ?? 0) > 0

/** What HTTP demands of an answer that says it, in the words of a finding (O15). */
export function demanded(status: number | null): string {
  return `${status} with Retry-After in digits (seconds) or as an HTTP-date, once`
}
