import { b64encode } from 'k6/encoding'
import type { RefinedResponse } from 'k6/http'
import type { HeaderLine } from '../../../evidence/exchange.ts'
import type { LoadFacts, PhaseFacts } from '../../../evidence/load-facts.ts'
import { readRetryAfter } from '../../../evidence/retry-after.ts'
import type { RateScenario } from '../../registry.ts'
import type { Line, RateOrder, ShortLine, WireExchange } from '../../wire.ts'

/*
 * How scripts print what they do. One file, since each virtual user holds its imports, and some 10 KB more for each file.
 */

/** k6 has a console, but its types do not declare it. */
declare const console: { readonly log: (text: string) => void }

/** Prints a line, for a k6 user or for Node. Fetched once: each reading of `console.log` makes a new function in Go. */
export const print = console.log

/** Prints a line for Node, which runs k6 with its console on standard output. */
export function emit(line: Line): void {
  print(JSON.stringify(line))
}

export type Response = RefinedResponse<'binary' | 'none'>

/** A request that was sent. */
export interface SentRequest {
  readonly probe: string
  readonly operation: string
  readonly method: string
  /** The path, including the path of the base address. */
  readonly path: string
  readonly body: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly startedAt: number
  readonly receivedAt: number
}

/** How much of a body is usually sent, as Node keeps no more (`load/engine/lines.ts`). Bytes. */
export const sentBytes = 2048

const visible = ['accept', 'content-type', 'user-agent', 'traceparent']

function recordedHeaders(headers: Readonly<Record<string, string>>): HeaderLine[] {
  return Object.entries(headers).map(([name, value]) => [
    name,
    visible.includes(name.toLowerCase()) ? value : '[redacted]',
  ])
}

/** k6's code for an answer whose body it could not read; the answer still has status and headers. */
export const cutShort = 1701

/** True where k6 was ended during the request and cut it off: nobody knows what the answer would have been. */
export const isCutOff = ({ error }: Response): boolean => error.endsWith('context canceled')

function answerOf(response: Response, mostBytes: number): WireExchange['response'] {
  const { status, body } = response
  if (status === 0 || response.error_code === cutShort) return null
  const headers = Object.entries(response.headers)
  // HTTP/2 hands on any text as a length.
  const told = /^\d{1,15}$/.exec(response.headers['Content-Length'] ?? '')
  if (body === null) return { status, headers, base64: null, bytes: Number(told?.[0] ?? 0) }
  return { status, headers, base64: b64encode(body.slice(0, mostBytes), 'std'), bytes: body.byteLength }
}

/** An exchange for Node. `facts`: why the scenario sent the request. `mostBytes`: how much of the body is sent. */
export function wireExchange(
  sending: SentRequest,
  response: Response,
  scenario: string,
  facts: PhaseFacts,
  mostBytes = sentBytes,
): WireExchange {
  const { probe, operation, method, path, body, headers, startedAt, receivedAt } = sending
  const { timings } = response
  const answer = answerOf(response, mostBytes)
  const beforeHead = timings.blocked + timings.connecting + timings.tls_handshaking
  const { error_code: code, error: text } = response
  return {
    id: `${probe}.1`,
    probe,
    attempt: 1,
    source: 'load',
    operation,
    request: { method, target: path, headers: recordedHeaders(headers), body },
    response: answer,
    error: answer === null ? { code, text, receivingMs: timings.receiving, connectingMs: timings.connecting } : null,
    startedAt,
    headMs: answer === null ? null : beforeHead + timings.sending + timings.waiting,
    endMs: receivedAt - startedAt,
    facts: { ...facts, scenario, durationMs: timings.duration } satisfies LoadFacts,
  }
}

/** The W3C header of a request: the run's trace id, and a span of the scenario's place in the registry and the request's number, from 1. */
export function traceparent(trace: string, scenario: number, request: number): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
  return `00-${trace}-${hex(scenario, 4)}${hex(request, 12)}-01`
}

/** The last Retry-After in seconds that was read: a service that is asked too often repeats it many times. */
let last: { readonly value: string; readonly waitMs: number } | null = null

/** The wait that an answer asked for, milliseconds; null where it named nothing readable. */
export function retryAfterMs({ headers }: Pick<Response, 'headers'>, receivedAt: number): number | null {
  const value = headers['Retry-After']
  if (value === undefined) return null
  if (value === last?.value) return last.waitMs
  const asked = readRetryAfter([value], headers['Date'], receivedAt)
  if (asked.kind === 'seconds') last = { value, waitMs: asked.waitMs }
  return asked.kind === 'seconds' || asked.kind === 'date' ? asked.waitMs : null
}

/** How many refusals or failures of one status each virtual user sends whole: some are evidence, thousands are not. */
const keptOfAKind = 3

/** 4,096 blanks make a line longer than what k6 holds back of its log (`real-pipe.ts`), so k6 writes. Made when printed. */
function padding(): string {
  const fourTimes = (text: string) => `${text}${text}${text}${text}`
  return fourTimes(fourTimes(fourTimes('                                                                ')))
}

/** One turn, as it was sent. */
type Turn = Omit<SentRequest, 'probe' | 'path' | 'receivedAt'> & { readonly turn: number; readonly url: string }

/** Which turns are kept as exchanges, as in the order; and where the path begins in each URL, in characters. */
type Recorded = Pick<RateOrder, 'keepEvery'> & { readonly pathAt: number }

/** Prints what the judge needs: samples whole, the first refusals and failures whole, one short line for each other request. */
export function recording(scenario: RateScenario, { keepEvery, pathAt }: Recorded) {
  const kept: Record<number, number> = {}
  const recorder = {
    /** The last status that is no evidence any more: the caller compares it first and saves a call. */
    spent: 0,
    /** Prints a short line that tells when the request began, so that other lines need not. */
    timed({ turn, status, durationMs, startedAt }: ShortLine, takesAll: boolean): void {
      // An exported script's log is written at once, so it needs no padding.
      print(`r ${turn} ${status} ${durationMs} ${startedAt}${takesAll && keepEvery !== null ? padding() : ''}`)
    },
    /** True where the status makes an exchange worth keeping whole. Counts the exchange where it does. */
    isEvidence(status: number): boolean {
      const before = kept[status] ?? 0
      const isEvidence = (status < 200 || status >= 400) && keepEvery !== null && before < keptOfAKind
      if (isEvidence) kept[status] = before + 1
      else recorder.spent = status
      return isEvidence
    },
    whole({ turn, url, ...sent }: Turn, response: Response): void {
      const sending = { ...sent, path: url.slice(pathAt), receivedAt: Date.now(), probe: `${scenario}-${turn + 1}` }
      emit({ kind: 'exchange', exchange: wireExchange(sending, response, scenario, { phase: 'turn', turn }) })
    },
  }
  return recorder
}
