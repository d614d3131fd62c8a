import http from 'k6/http'
import type { PhaseFacts } from '../../../evidence/load-facts.ts'
import { documentedCodes } from '../../../fixtures/errors.ts'
import type { TimedAnswer } from '../../limiter/limiter.ts'
import { placeOf } from '../../registry.ts'
import type { Target } from '../../targets.ts'
import { variables, type WireExchange } from '../../wire.ts'
import { cutShort, type Response, retryAfterMs, sentBytes, traceparent, wireExchange } from './recording.ts'
import { baseUrl, headersFor, pathOf, setting } from './settings.ts'

/** Sends a read for that reason, hands on its exchange, and never rejects. */
export type Client = (target: Target, facts: PhaseFacts) => Promise<TimedAnswer>

export interface ClientSetting {
  readonly keyVariable: string
  readonly userAgent: string | null
  /** Time limit of one request, milliseconds. */
  readonly timeoutMs: number
  /** The next request's number in the scenario, from 1. */
  readonly nextNumber: () => number
  readonly record: (exchange: WireExchange) => void
}

/** The one scenario that asks with one client. */
const scenario = 'limits'

/** A longer page is not searched. Bytes. */
const mostSearched = 262_144
/** How many bytes are made text at once: a call takes only so many arguments. */
const atOnce = 8_192

/** The exchange with the documented codes in a whole page that refuses, longer than what is sent of it. JSON may spell a code otherwise. */
function withCodes(exchange: WireExchange, { body }: Response): WireExchange {
  const { response } = exchange
  if (response?.status !== 429 || body === null) return exchange
  if (body.byteLength <= sentBytes || body.byteLength > mostSearched) return exchange
  let text = ''
  for (let from = 0; from < body.byteLength; from += atOnce) {
    text += String.fromCharCode(...new Uint8Array(body.slice(from, from + atOnce)))
  }
  if (/^\s*[[{]/.test(text)) return exchange
  return { ...exchange, response: { ...response, codes: documentedCodes.filter((code) => text.includes(code)) } }
}

/** So much of a success is sent to Node, which holds it against the envelope and keeps the beginning at most. Bytes. */
const mostOfSuccess = 65_536

/** Some requests are sent to be refused. All else counts as failed, so that a k6 user's run fails that met neither. */
const expected = http.expectedStatuses({ min: 200, max: 299 }, 429)

/** k6's transport for one client: no redirect followed, no cookie kept. */
export function client(made: ClientSetting): Client {
  const { keyVariable, userAgent, timeoutMs, nextNumber, record } = made
  const base = baseUrl()
  const basePath = pathOf(base)
  const trace = setting(variables.traceId)
  return async (target, facts) => {
    const number = nextNumber()
    const probe = `${scenario}-${number}`
    const span = trace === null ? {} : { traceparent: traceparent(trace, placeOf(scenario), number) }
    const headers = { ...headersFor(keyVariable, userAgent, target.body), ...span }
    const startedAt = Date.now()
    const response = (await http.asyncRequest(target.method, base + target.path, target.body, {
      headers,
      redirects: 0,
      timeout: timeoutMs,
      responseType: 'binary',
      responseCallback: expected,
      jar: new http.CookieJar(),
      tags: { name: target.id, product: target.product },
    })) as Response
    const receivedAt = Date.now()
    const { id: operation, method, body } = target
    const isSuccess = response.status >= 200 && response.status < 300
    const mostBytes = isSuccess ? mostOfSuccess : sentBytes
    const sending = { probe, operation, method, path: basePath + target.path, body, headers, startedAt, receivedAt }
    record(withCodes(wireExchange(sending, response, scenario, facts, mostBytes), response))
    return {
      status: response.status === 0 || response.error_code === cutShort ? null : response.status,
      sentAt: startedAt,
      // The clock rounds down to whole milliseconds: the answer came before the end of the millisecond that it shows.
      receivedAt: receivedAt + 1,
      retryAfterMs: retryAfterMs(response, receivedAt),
    }
  }
}
