import http from 'k6/http'
import type { PhaseFacts } from '../../../evidence/load-facts.ts'
import { readRetryAfter } from '../../../evidence/retry-after.ts'
import type { TimedAnswer } from '../../limiter/limiter.ts'
import type { Target } from '../../targets.ts'
import type { WireExchange } from '../../wire.ts'
import { headersFor, traceparentFor } from './settings.ts'
import { cutShort, pathOf, type Response, wireExchange } from './wire-exchange.ts'

/** An answer that can still be told what it was part of: the exchange is recorded when that is told. */
export interface Untold extends TimedAnswer {
  readonly tell: (facts: PhaseFacts) => void
}

/** Sends reads, hands on every one of them as an exchange, and never rejects. */
export interface Client {
  send(target: Target, facts: PhaseFacts): Promise<TimedAnswer>
  /** The same for who learns only from the answer what it was. */
  ask(target: Target): Promise<Untold>
}

/** What a client is made of. */
export interface ClientSetting {
  readonly scenario: string
  readonly baseUrl: string
  readonly keyVariable: string
  readonly userAgent: string | null
  /** Milliseconds for one request. */
  readonly timeoutMs: number
  /** The next probe's name. */
  readonly nextProbe: () => string
  readonly record: (exchange: WireExchange) => void
}

const everyStatus = http.expectedStatuses({ min: 100, max: 999 })

/** The last number of seconds that was read: a service that is asked too often says the same many times. */
let last: { readonly value: string; readonly waitMs: number } | null = null

/** What an answer asked to wait, milliseconds; null where it named nothing readable. */
export function retryAfterMs({ headers }: Pick<Response, 'headers'>, receivedAt: number): number | null {
  const value = headers['Retry-After']
  if (value === undefined) return null
  if (value === last?.value) return last.waitMs
  const asked = readRetryAfter([value], headers['Date'], receivedAt)
  if (asked.kind === 'seconds') last = { value, waitMs: asked.waitMs }
  return asked.kind === 'seconds' || asked.kind === 'date' ? asked.waitMs : null
}

/** k6's transport for one client: no redirect followed, no cookie kept. */
export function client(setting: ClientSetting): Client {
  const { scenario, baseUrl, keyVariable, userAgent, timeoutMs, nextProbe, record } = setting
  const basePath = pathOf(baseUrl)
  const ask: Client['ask'] = async (target) => {
    const probe = nextProbe()
    const headers = { ...headersFor(keyVariable, userAgent, target.body), ...traceparentFor(probe) }
    const startedAt = Date.now()
    const response = (await http.asyncRequest(target.method, baseUrl + target.path, target.body, {
      headers,
      redirects: 0,
      timeout: timeoutMs,
      responseType: 'binary',
      // A refusal is what some of them are sent for: none counts as failed, Node judges.
      responseCallback: everyStatus,
      jar: new http.CookieJar(),
      tags: { name: target.id, product: target.product },
    })) as Response
    const receivedAt = Date.now()
    const sending = { probe, target, basePath, headers, startedAt, receivedAt }
    return {
      status: response.status === 0 || response.error_code === cutShort ? null : response.status,
      sentAt: startedAt,
      // The clock counts whole milliseconds, downwards: it came before the end of the one that it shows.
      receivedAt: receivedAt + 1,
      retryAfterMs: retryAfterMs(response, receivedAt),
      tell: (facts) => record(wireExchange(sending, response, scenario, facts)),
    }
  }
  return {
    ask,
    send: async (target, facts) => {
      const { tell, ...answer } = await ask(target)
      tell(facts)
      return answer
    },
  }
}
