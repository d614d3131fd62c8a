import { isCompressed } from '../../evidence/content-coding.ts'
import type { Exchange, Failure, RecordedBody, RecordedResponse } from '../../evidence/exchange.ts'
import { loadFactsSchema } from '../../evidence/load-facts.ts'
import type { Redact } from '../../evidence/redaction/redaction.ts'
import { detailed } from '../../fixtures/catalog/catalog.ts'
import { headerValue } from '../../fixtures/headers.ts'
import { isJsonMediaType, jsonOf, withTexts } from '../../fixtures/json.ts'
import { fits } from '../../fixtures/schemas/compiled.ts'
import { envelopeSchema } from '../../fixtures/schemas/envelope.ts'
import { nullable, Type } from '../../fixtures/schemas/type.ts'
import { type Line, type ShortLine, ShortLines, type WireExchange } from '../wire.ts'
import { failureOf } from './k6-failure.ts'

/** Where a script's lines go, redacted. */
export interface LineSinks {
  readonly exchange: (exchange: Exchange) => void
  /** One request of an arrival rate, in short. */
  readonly short?: (line: ShortLine) => void
}

/** What a script's lines came to. */
interface Reading {
  /** What the script said at its end, redacted; undefined where it did not reach it. Checked by who asked for it. */
  readonly end: unknown
  /** What exported scripts said first, redacted: more than one where logs were put together. */
  readonly begins: readonly unknown[]
  /** Lines that were none of ours. */
  readonly unreadable: number
  /** The last of them, redacted: k6's own words when it fails. */
  readonly lastWords: readonly string[]
}

/** Names of members are redacted too, since a server may echo a key as one. */
const redactAll = (value: unknown, redact: Redact) => withTexts(value, redact, redact)

const isEnvelope = fits(envelopeSchema)
const withoutMark = (text: string) => text.replace(/^\ufeff/, '')

/**
 * A success is nobody's evidence here, unless it speaks of a limit, or the listing is not answered as it is shown: its content is not
 * kept. That it was the envelope is said by `json`.
 */
function unkept(text: string, operation: string | null, isWhole: boolean): Pick<RecordedBody, 'json'> | null {
  if (text.includes('rate_limited')) return null
  if (operation !== detailed['details-list'] || !isWhole) return {}
  return isEnvelope(jsonOf(withoutMark(text))) ? { json: 'valid' } : null
}

/** A refusal of a limit that is called JSON and is not: told before it is redacted, where it is whole. */
function brokenJson(
  { status, headers }: NonNullable<WireExchange['response']>,
  text: string,
): Pick<RecordedBody, 'json'> {
  const type = headerValue(headers, 'Content-Type')?.split(';', 1)[0]?.trim().toLowerCase() ?? null
  const isBroken =
    status === 429 && isJsonMediaType(type) && text.trim() !== '' && jsonOf(withoutMark(text)) === undefined
  return isBroken ? { json: 'invalid' } : {}
}

/** Bytes are redacted as what they are: a key is not known any more once it is coded with what stands around it. */
function bodyOf(
  response: NonNullable<WireExchange['response']>,
  operation: string | null,
  redact: Redact,
): RecordedBody {
  const { status, base64, bytes } = response
  // k6 reads no body of some, and of 204 there is none.
  if (base64 === null) return { text: '', bytes, cut: status !== 204 }
  const kept = Buffer.from(base64, 'base64')
  const text = kept.toString('utf8')
  const cut = bytes > kept.length
  const left = status >= 200 && status < 300 ? unkept(text, operation, !cut) : null
  if (left !== null) return { text: '', bytes, cut: bytes > 0, ...left }
  // The cut may fall within a character, which then reads as a replacement at the very end.
  const isText = Buffer.from(text, 'utf8').equals(kept) || (cut && !text.slice(0, -3).includes('\ufffd'))
  if (isText) return { text: redact(text), bytes, cut, ...(cut ? {} : brokenJson(response, text)) }
  if (isCompressed(kept)) return { text: null, bytes, cut: true }
  const safe = redact(kept.toString('latin1'))
  return { text: null, base64: Buffer.from(safe, 'latin1').toString('base64'), bytes, cut }
}

function responseOf(
  response: NonNullable<WireExchange['response']>,
  operation: string | null,
  redact: Redact,
): RecordedResponse {
  const headers = redactAll(response.headers, redact) as RecordedResponse['headers']
  return { status: response.status, headers, body: bodyOf(response, operation, redact) }
}

const some = nullable(Type.Object({}))

/** What is looked at of an exchange that came over a pipe: the rest is text, and is redacted. */
const looksLikeExchange = fits(
  Type.Object({
    id: Type.String(),
    operation: Type.String(),
    startedAt: Type.Number(),
    endMs: Type.Number(),
    request: Type.Object({}),
    response: some,
    error: some,
    facts: loadFactsSchema,
  }),
)

function isExchange(value: unknown): value is WireExchange {
  return looksLikeExchange(value) && (value.response === null) !== (value.error === null)
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

/** Reads an exchange as k6 printed it; the text of its members is redacted. */
function exchangeOf({ response, error, ...rest }: WireExchange, redact: Redact): Exchange {
  const safe = redactAll(rest, redact) as Omit<WireExchange, 'response' | 'error'>
  const failure =
    error === null ? null : (redactAll(failureOf(error, rest.request.method === 'GET'), redact) as Failure)
  return { ...safe, response: response && responseOf(response, rest.operation, redact), failure }
}

/** k6 says so of every request without an answer, and the exchange says it better. */
const known = new Set(['Request Failed'])
const wordsKept = 5
const longestWord = 300

/** Reads what a script prints, line by line. Nothing of it is kept or handed on before `redact` has seen it. */
export function lineReader(redact: Redact, sinks: LineSinks) {
  const words: string[] = []
  const shorts = new ShortLines()
  let unreadable = 0
  const begins: unknown[] = []
  let end: unknown
  return {
    read(text: string): void {
      const short = shorts.read(text)
      if (short !== null) {
        sinks.short?.(short)
        return
      }
      const line = parse(text)
      if (line?.kind === 'exchange') {
        shorts.ended(line.exchange.startedAt, line.exchange.facts.durationMs)
        sinks.exchange(exchangeOf(line.exchange, redact))
      } else if (line?.kind === 'done') end = redactAll(line.end, redact)
      else if (line?.kind === 'begin') begins.push(redactAll(line.begin, redact))
      else if (line?.kind !== 'beat' && !known.has(text)) {
        unreadable += 1
        words.push(redact(text).slice(0, longestWord))
        if (words.length > wordsKept) words.shift()
      }
    },
    reading: (): Reading => ({ end, begins, unreadable, lastWords: words }),
  }
}
