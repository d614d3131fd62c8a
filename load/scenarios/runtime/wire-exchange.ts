import { b64encode } from 'k6/encoding'
import type { RefinedResponse } from 'k6/http'
import type { HeaderLine } from '../../../evidence/exchange.ts'
import type { LoadFacts, PhaseFacts } from '../../../evidence/load-facts.ts'
import type { Target } from '../../targets.ts'
import { keptBytes, type WireExchange } from '../../wire.ts'

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

const visible = new Set(['accept', 'content-type', 'user-agent', 'traceparent'])

function recordedHeaders(headers: Readonly<Record<string, string>>): HeaderLine[] {
  return Object.entries(headers).map(([name, value]) => [name, visible.has(name.toLowerCase()) ? value : '[redacted]'])
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
  return /^https?:\/\/[^/]+(.*)$/.exec(baseUrl)?.[1] ?? ''
}
