import { b64encode } from 'k6/encoding'
import http, { type RefinedResponse } from 'k6/http'
import type { HeaderLine } from '../../../evidence/exchange.ts'
import { readRetryAfter } from '../../../evidence/retry-after.ts'
import { keyHeader } from '../../../fixtures/errors.ts'
import { failureOf } from '../../engine/k6-failure.ts'
import type { TimedAnswer } from '../../limiter/limiter.ts'
import { keptBytes, type Order, type Target, type WireExchange } from '../../wire.ts'
import { emit } from './console.ts'
import { readHeaders } from './settings.ts'

type Facts = NonNullable<WireExchange['facts']>
type Response = RefinedResponse<'binary'>

/** An answer that can still be told what it was part of: the exchange is recorded when that is told. */
export interface Untold extends TimedAnswer {
  readonly tell: (facts: Facts) => void
}

/** Sends reads, records every one of them as an exchange, and never rejects. */
export interface Client {
  send(target: Target, probe: string, attempt: number, facts: Facts): Promise<TimedAnswer>
  /** The same for who learns only from the answer what it was. */
  ask(target: Target, probe: string, attempt: number): Promise<Untold>
}

const everyStatus = http.expectedStatuses({ min: 100, max: 999 })
const visible = new Set(['accept', 'user-agent'])

function recordedHeaders(headers: Record<string, string>): HeaderLine[] {
  return Object.entries(headers).map(([name, value]) => [name, visible.has(name.toLowerCase()) ? value : '[redacted]'])
}

function responseOf(response: Response): WireExchange['response'] {
  if (response.status === 0 || response.error_code === 1701) return null
  const body = response.body ?? new ArrayBuffer(0)
  return {
    status: response.status,
    headers: Object.entries(response.headers),
    base64: b64encode(body.slice(0, keptBytes), 'std'),
    bytes: body.byteLength,
  }
}

/** k6's transport: one GET by the operation's path, no redirect followed, no cookie kept. */
export function client(order: Order, keyVariable: string): Client {
  const headers = readHeaders(order, keyHeader, keyVariable)
  const request = { headers: recordedHeaders(headers), method: 'GET', body: null }
  const base = new URLParts(order.baseUrl)

  const ask: Client['ask'] = async (target, probe, attempt) => {
    const startedAt = Date.now()
    const response = (await http.asyncRequest('GET', base.origin + base.path + target.path, null, {
      headers,
      redirects: 0,
      timeout: order.timeoutMs,
      responseType: 'binary',
      // A refusal is what some of them are sent for: none counts as failed, Node judges.
      responseCallback: everyStatus,
      jar: new http.CookieJar(),
      tags: { name: target.id, product: target.product },
    })) as Response
    const receivedAt = Date.now()
    const { timings } = response
    const answer = responseOf(response)
    const error = {
      code: response.error_code,
      text: response.error,
      receivingMs: timings.receiving,
      connectingMs: timings.connecting,
    }
    const beforeHead = timings.blocked + timings.connecting + timings.tls_handshaking
    const exchange: WireExchange = {
      id: `${probe}.${attempt}`,
      probe,
      attempt,
      source: 'load',
      operation: target.id,
      request: { ...request, target: base.path + target.path },
      response: answer,
      failure: answer === null ? failureOf(error, true) : null,
      startedAt,
      headMs: answer === null ? null : beforeHead + timings.sending + timings.waiting,
      endMs: receivedAt - startedAt,
    }
    const tell = (facts: Facts) =>
      emit({ kind: 'exchange', exchange: { ...exchange, facts: { ...facts, duration: timings.duration } } })
    const values = answer?.headers.filter(([name]) => name === 'Retry-After').map(([, value]) => value) ?? []
    const asked = readRetryAfter(values, response.headers['Date'], receivedAt)
    return {
      status: answer?.status ?? null,
      sentAt: startedAt,
      // The clock counts whole milliseconds, downwards: it came before the end of the one that it shows.
      receivedAt: receivedAt + 1,
      retryAfterMs: asked.kind === 'seconds' || asked.kind === 'date' ? asked.waitMs : null,
      tell,
    }
  }
  return {
    ask,
    send: async (target, probe, attempt, facts) => {
      const { tell, ...answer } = await ask(target, probe, attempt)
      tell(facts)
      return answer
    },
  }
}

/** Sobek has no URL. The base address was checked by Node, and has neither query nor slash at its end. */
class URLParts {
  readonly origin: string
  readonly path: string

  constructor(baseUrl: string) {
    const [, origin = '', path = ''] = /^(https?:\/\/[^/]+)(.*)$/.exec(baseUrl) ?? []
    this.origin = origin
    this.path = path
  }
}
