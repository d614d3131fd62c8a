import { b64encode } from 'k6/encoding'
import type { RefinedResponse } from 'k6/http'
import type { HeaderLine } from '../../../evidence/exchange.ts'
import type { LoadFacts, PhaseFacts } from '../../../evidence/load-facts.ts'
import { readRetryAfter } from '../../../evidence/retry-after.ts'
import { keptBytes } from '../../printed.ts'
import type { Target } from '../../targets.ts'
import type { WireExchange } from '../../wire.ts'

export type Response = RefinedResponse<'binary' | 'none'>

/** Beside the path: what is asked, and by whom. */
export interface SentRequest {
  readonly probe: string
  readonly target: Target
  /** The path of the base address. */
  readonly basePath: string
  readonly headers: Readonly<Record<string, string>>
  readonly startedAt: number
  readonly receivedAt: number
}

const visible = ['accept', 'content-type', 'user-agent', 'traceparent']

function recordedHeaders(headers: Readonly<Record<string, string>>): HeaderLine[] {
  return Object.entries(headers).map(([name, value]) => [
    name,
    visible.includes(name.toLowerCase()) ? value : '[redacted]',
  ])
}

/** k6's code for an answer whose body it could not read: it gives the head of it. */
export const cutShort = 1701

/** True where k6 was ended meanwhile, and cut it off: nobody knows what would have been answered. */
export function isCutOff({ error }: Response): boolean {
  return error.endsWith('context canceled')
}

function answerOf(response: Response): WireExchange['response'] {
  const { status, body } = response
  if (status === 0 || response.error_code === cutShort) return null
  const headers = Object.entries(response.headers)
  if (body === null) return { status, headers, base64: null, bytes: Number(response.headers['Content-Length'] ?? 0) }
  return { status, headers, base64: b64encode(body.slice(0, keptBytes), 'std'), bytes: body.byteLength }
}

/** An exchange for Node, with the place in the scenario that it had. */
export function wireExchange(
  sending: SentRequest,
  response: Response,
  scenario: string,
  facts: PhaseFacts,
): WireExchange {
  const { probe, target, basePath, headers, startedAt, receivedAt } = sending
  const { timings } = response
  const answer = answerOf(response)
  const beforeHead = timings.blocked + timings.connecting + timings.tls_handshaking
  const { error_code: code, error: text } = response
  return {
    id: `${probe}.1`,
    probe,
    attempt: 1,
    source: 'load',
    operation: target.id,
    request: {
      method: target.method,
      target: basePath + target.path,
      headers: recordedHeaders(headers),
      body: target.body,
    },
    response: answer,
    error: answer === null ? { code, text, receivingMs: timings.receiving, connectingMs: timings.connecting } : null,
    startedAt,
    headMs: answer === null ? null : beforeHead + timings.sending + timings.waiting,
    endMs: receivedAt - startedAt,
    facts: { ...facts, scenario, durationMs: timings.duration } satisfies LoadFacts,
  }
}

/** Sobek has no URL. The base address was checked, and has neither query nor slash at its end. */
export function pathOf(baseUrl: string): string {
  const at = baseUrl.indexOf('/', baseUrl.indexOf('//') + 2)
  return at === -1 ? '' : baseUrl.slice(at)
}

/**
 * The W3C header of one request: the run's trace, and a span of the scenario and the number in it.
 *
 * @param scenario Its place in the registry, from 1.
 * @param request The request's number in the scenario, from 1.
 */
export function traceparent(trace: string, scenario: number, request: number): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
  return `00-${trace}-${hex(scenario, 4)}${hex(request, 12)}-01`
}

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
