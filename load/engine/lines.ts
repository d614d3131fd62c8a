import { isCompressed } from '../../evidence/content-coding.ts'
import type { Exchange, RecordedBody, RecordedResponse } from '../../evidence/exchange.ts'
import type { Redact } from '../../evidence/redaction/redaction.ts'
import { keptBytes, type Line, type WireExchange } from '../wire.ts'

/** What a script's lines came to. */
interface Reading {
  readonly exchanges: readonly Exchange[]
  /** What the script said at its end; undefined where it did not reach it. */
  readonly end: unknown
  /** Lines that were none of ours. */
  readonly unreadable: number
  /** The last of them, redacted: k6's own words when it fails. */
  readonly lastWords: readonly string[]
}

/** Takes lines one by one. */
export interface LineReader {
  readonly read: (line: string) => void
  readonly reading: () => Reading
}

/** Every text of a value redacted; names of members too, since a server may echo a key as one. */
function redactAll(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((part) => redactAll(part, redact))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [redact(name), redactAll(part, redact)]))
}

/** Bytes are redacted as what they are: a key is not known any more once it is coded with what stands around it. */
function bodyOf({ status, base64, bytes }: NonNullable<WireExchange['response']>, redact: Redact): RecordedBody {
  const kept = Buffer.from(base64, 'base64')
  const text = kept.toString('utf8')
  // A success is nobody's evidence here, unless it speaks of a limit: its content is not kept.
  if (status >= 200 && status < 300 && !text.includes('rate_limited')) return { text: '', bytes, cut: bytes > 0 }
  const cut = bytes > keptBytes
  // The cut may fall within a character, which then reads as a replacement at the very end.
  const isText = Buffer.from(text, 'utf8').equals(kept) || (cut && !text.slice(0, -3).includes('\ufffd'))
  if (isText) return { text: redact(text), bytes, cut }
  if (isCompressed(kept)) return { text: null, bytes, cut: true }
  const safe = redact(kept.toString('latin1'))
  return { text: null, base64: Buffer.from(safe, 'latin1').toString('base64'), bytes, cut }
}

function responseOf(response: NonNullable<WireExchange['response']>, redact: Redact): RecordedResponse {
  const headers = redactAll(response.headers, redact) as RecordedResponse['headers']
  return { status: response.status, headers, body: bodyOf(response, redact) }
}

function isExchange(value: unknown): value is WireExchange {
  if (typeof value !== 'object' || value === null) return false
  const parts = value as Partial<WireExchange>
  return typeof parts.id === 'string' && typeof parts.startedAt === 'number' && typeof parts.request === 'object'
}

function parse(text: string): Line | null {
  if (!text.startsWith('{"kind":')) return null
  try {
    const line = JSON.parse(text) as Line
    return line.kind === 'exchange' && !isExchange(line.exchange) ? null : line
  } catch {
    return null
  }
}

/**
 * Reads what a script prints. Nothing of it is kept or handed on before `redact` has seen it.
 *
 * @param record Where each exchange goes, as it comes.
 */
export function lineReader(redact: Redact, record: (exchange: Exchange) => void): LineReader {
  const exchanges: Exchange[] = []
  const words: string[] = []
  let unreadable = 0
  let end: unknown
  return {
    read(text) {
      const line = parse(text)
      if (line?.kind === 'exchange') {
        const { response, ...rest } = line.exchange
        const safe = redactAll(rest, redact) as Omit<Exchange, 'response'>
        const exchange = { ...safe, response: response && responseOf(response, redact) }
        exchanges.push(exchange)
        record(exchange)
      } else if (line?.kind === 'done') end = redactAll(line.end, redact)
      else if (line?.kind !== 'beat') {
        // k6 says so of every request without an answer, and the exchange says it better.
        if (text === 'Request Failed') return
        unreadable += 1
        words.push(redact(text).slice(0, 300))
        if (words.length > 5) words.shift()
      }
    },
    reading: () => ({ exchanges, end, unreadable, lastWords: words }),
  }
}
