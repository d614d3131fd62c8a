import { isUtf8 } from 'node:buffer'
import { contentCoding, isCompressed, namedCoding } from '../../evidence/content-coding.ts'
import type { Exchange, Failure, HeaderLine, RecordedBody, RecordedResponse } from '../../evidence/exchange.ts'
import { redacted } from '../../evidence/redaction/redacted.ts'
import type { Redact } from '../../evidence/redaction/redaction.ts'
import { documentedCodes, keyHeader } from '../../fixtures/errors.ts'
import { parseJson, saysGone } from '../answer.ts'
import type { ComposedRequest } from '../compose.ts'
import type { Probe } from '../probe.ts'
import type { Received } from './transport.ts'

/** A body that nests deeper is not read: a judge or a reader would have to recurse into it. */
export const deepest = 500

/**
 * How much a recording keeps at most. `whole`: bytes of a body that is read whole, as those of detailed operations. `other`: bytes of any
 * other body. `header` and `headers`: characters of one header, and of all headers together.
 */
export const kept = { whole: 256 * 1024, other: 32 * 1024, header: 4 * 1024, headers: 16 * 1024 } as const

/** How deep brackets nest outside of strings. It stops counting beyond `deepest`. */
export function depthOf(text: string): number {
  let depth = 0
  let most = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charCodeAt(at)
    if (inString) {
      if (mark === 0x5c) at += 1
      else if (mark === 0x22) inString = false
    } else if (mark === 0x22) inString = true
    else if (mark === 0x7b || mark === 0x5b) {
      depth += 1
      if (depth > most) most = depth
      if (most > deepest) return most
    } else if (mark === 0x7d || mark === 0x5d) depth -= 1
  }
  return most
}

const utf8OrNull = (bytes: Buffer): string | null => (isUtf8(bytes) ? bytes.toString() : null)

const isJson = (text: string): boolean => parseJson(text) !== undefined

/** Redacts before it cuts: half a key is not recognised. Undecoded bytes are left out: they may hide one. */
function recordedBody(
  bytes: Buffer,
  { keep, redact, isCoded }: { keep: number; redact: Redact; isCoded: boolean },
): RecordedBody {
  const text = utf8OrNull(bytes)
  const cut = bytes.length > keep
  if (text === null) {
    if (isCoded || isCompressed(bytes)) return { text: null, bytes: bytes.length, cut: true }
    const safe = redact(bytes.toString('latin1')).slice(0, keep)
    return { text: null, base64: Buffer.from(safe, 'latin1').toString('base64'), bytes: bytes.length, cut }
  }
  const safe = redact(text)
  return {
    text: cut ? safe.slice(0, keep) : safe,
    bytes: bytes.length,
    cut,
    ...(bytes.length === 0 ? {} : { json: isJson(text) ? 'valid' : 'invalid' }),
    ...(cut ? { codes: documentedCodes.filter((code) => text.includes(code)) } : {}),
  }
}

/** How many lines of one name, and how many names, are shared at most: nearly all requests and answers bring the same ones. */
const sharedLines = 256
const linesByName = new Map<string, Map<string, HeaderLine>>()

/** Returns one object for equal lines: an exchange has ten lines, and all exchanges of a run stay in memory. */
function lineOf(name: string, value: string): HeaderLine {
  const lines = linesByName.get(name) ?? new Map<string, HeaderLine>()
  const line: HeaderLine = lines.get(value) ?? [name, value]
  if (linesByName.size >= sharedLines) linesByName.clear()
  if (lines.size >= sharedLines) lines.clear()
  linesByName.set(name, lines.set(value, line))
  return line
}

type RecordHeaders = (
  headers: readonly HeaderLine[],
  redact: Redact,
  secret?: readonly string[],
) => readonly HeaderLine[]

/** Longer lists are not shared. Characters. */
const longestList = 2_048

/** Records equal lists of headers once: nearly all requests bring one of few lists, and so do the answers of one second. */
function listedOnce(record: RecordHeaders): RecordHeaders {
  const known = new WeakMap<Redact, Map<string, readonly HeaderLine[]>>()
  return (headers, redact, secret) => {
    const text = JSON.stringify(headers)
    const lists = known.get(redact) ?? new Map<string, readonly HeaderLine[]>()
    const before = lists.get(text)
    if (before !== undefined) return before
    const list = record(headers, redact, secret)
    if (text.length > longestList) return list
    if (lists.size >= sharedLines) lists.clear()
    known.set(redact, lists.set(text, list))
    return list
  }
}

/** The headers of a request. Nothing is kept of a header that holds the key, or a secret of the team, however short. */
const requestHeaders = listedOnce((headers, redact, secret = []) => {
  const hidden = new Set([keyHeader, ...secret].map((name) => name.toLowerCase()))
  return headers.map(([name, value]) => lineOf(name, hidden.has(name.toLowerCase()) ? redacted : redact(value)))
})

/** Characters of a header that are always kept. */
const shortHeader = 256

/** The headers of an answer. They are redacted before each value, and all together, are cut to what a reader may want. */
const answeredHeaders = listedOnce((headers, redact) => {
  let left = kept.headers
  return headers.map(([name, value]) => {
    // A judge may read a short header (Content-Type, Retry-After, Location), wherever it stands.
    const most = Math.max(shortHeader, Math.min(kept.header, left))
    const safe = redact(value)
    left -= safe.length
    return lineOf(redact(name), safe.length > most ? `${safe.slice(0, most)}…` : safe)
  })
})

function tooDeep(received: Received): Failure | null {
  if (received.failure !== null || received.body.length <= deepest) return received.failure
  return depthOf(received.body.toString('latin1')) > deepest
    ? { kind: 'deep', message: `nested deeper than ${deepest}`, reusedConnection: false, began: true }
    : null
}

/** True for a body that is JSON as it came, whatever Content-Encoding says: some servers name the charset there. */
function isPlainJson(body: Buffer): boolean {
  const text = utf8OrNull(body)
  return text !== null && isJson(text)
}

/** O12: undecoded bytes tell nothing. But the status alone tells a limit or a server error, so a told wait is kept. */
function undecoded({ failure, head, body }: Received): Failure | null {
  if (failure !== null || head === null || body.length === 0) return failure
  if (head.status === 429 || head.status >= 500 || contentCoding(head.headers) !== 'unread') return null
  if (isPlainJson(body)) return null
  const message = `the body is coded as ${namedCoding(head.headers)}, which is not read`
  return { kind: 'coded', message, reusedConnection: false, began: true }
}

/** How an attempt is recorded. */
interface HowRecorded {
  readonly redact: Redact
  readonly isDetailed: boolean
  /** Names of request headers whose values are secrets. */
  readonly secretHeaders?: readonly string[]
}

/** Makes the exchange of an attempt. It is the only place where a raw answer is redacted and bounded. */
export function exchangeOf(
  {
    probe,
    attempt,
    request,
    received,
  }: { probe: Probe; attempt: number; request: ComposedRequest; received: Received },
  { redact, isDetailed, secretHeaders = [] }: HowRecorded,
): Exchange {
  const failure = undecoded(received) ?? tooDeep(received)
  const status = received.head?.status ?? 0
  // For a missing route some frameworks send a page that names all routes. Such pages are kept whole, to be compared (O1).
  const keep = isDetailed || saysGone({ status }) ? kept.whole : kept.other
  const unread = failure !== null && ['deep', 'large', 'coded'].includes(failure.kind)
  const bytes = unread ? received.body.subarray(0, 2_000) : received.body
  const response: RecordedResponse | null =
    received.head === null
      ? null
      : {
          status: received.head.status,
          headers: answeredHeaders(received.head.headers, redact),
          body: recordedBody(bytes, { keep, redact, isCoded: contentCoding(received.head.headers) === 'unread' }),
        }
  return {
    id: `${probe.id}.${attempt}`,
    probe: probe.id,
    attempt,
    source: 'contracts',
    operation: probe.operation,
    request: {
      method: request.method,
      target: redact(request.target),
      headers: requestHeaders(request.headers, redact, secretHeaders),
      body: request.body === null ? null : redact(request.body).slice(0, keep),
    },
    response,
    failure: failure === null ? null : { ...failure, message: redact(failure.message).slice(0, 300) },
    startedAt: received.startedAt,
    headMs: received.headMs,
    endMs: received.endMs,
  }
}
