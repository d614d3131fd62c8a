import { isCompressed } from '../../evidence/content-coding.ts'
import type { Exchange, Failure, RecordedBody, RecordedResponse } from '../../evidence/exchange.ts'
import type { Redact } from '../../evidence/redaction/redaction.ts'
import { detailed } from '../../fixtures/catalog/catalog.ts'
import { documentedCodes } from '../../fixtures/errors.ts'
import { mediaTypeIn } from '../../fixtures/headers.ts'
import { isJsonMediaType, jsonOf, withTexts } from '../../fixtures/json.ts'
import { fits } from '../../fixtures/schemas/compiled.ts'
import { envelopeSchema } from '../../fixtures/schemas/envelope.ts'
import { type Line, type ShortLine, ShortLines, type WireExchange, wireExchange } from '../wire.ts'
import { failureOf } from './k6-failure.ts'

/** Where the lines of a script go, redacted. */
export interface LineSinks {
  readonly exchange: (exchange: Exchange) => void
  /** Gets each short line: one request of an arrival rate. */
  readonly short?: (line: ShortLine) => void
}

/** Names of members are redacted too, since a server may send a key as a name. */
const redactAll = (value: unknown, redact: Redact) => withTexts(value, redact, redact)

type WireAnswer = NonNullable<WireExchange['response']>

const isEnvelope = fits(envelopeSchema)
const withoutMark = (text: string) => text.replace(/^\ufeff/, '')

/** Marks a 429 that is called JSON and is not. The whole text is checked, before it is redacted. */
function brokenJson({ status, headers }: WireAnswer, text: string): Pick<RecordedBody, 'json'> {
  const type = mediaTypeIn(headers)
  const isBroken =
    status === 429 && isJsonMediaType(type) && text.trim() !== '' && jsonOf(withoutMark(text)) === undefined
  return isBroken ? { json: 'invalid' } : {}
}

/** How much of a body is kept: enough for any error, too little for a copy of somebody's data. Bytes. */
const keptBytes = 2048

/**
 * Bytes are redacted before they are coded: in base64, a key could no longer be found. The content of a success is evidence in two cases
 * alone: it speaks of a limit, or the listing is not answered as shown. Else it is dropped.
 */
function bodyOf(response: WireAnswer, operation: string | null, redact: Redact): RecordedBody {
  const { status, base64, bytes } = response
  // k6 leaves some bodies unread. A 204 has none.
  if (base64 === null) return { text: '', bytes, cut: status !== 204 }
  const sent = Buffer.from(base64, 'base64')
  const kept = sent.subarray(0, keptBytes)
  const text = kept.toString('utf8')
  const cut = bytes > kept.length
  const isSuccess = status >= 200 && status < 300
  const isJudged = isSuccess && operation === detailed['details-list'] && bytes === sent.length
  const isShown = isJudged ? isEnvelope(jsonOf(withoutMark(sent.toString('utf8')))) : null
  if (isSuccess && isShown !== false && !text.includes('rate_limited'))
    return { text: '', bytes, cut: bytes > 0, ...(isShown === true ? { json: 'valid' } : {}) }
  const lacks = cut && isShown === false ? ({ json: 'invalid' } as const) : {}
  // The cut may fall inside a character, which then reads as a replacement character at the very end.
  const isText = Buffer.from(text, 'utf8').equals(kept) || (cut && !text.slice(0, -3).includes('\ufffd'))
  const codes =
    cut && response.codes !== undefined
      ? { codes: documentedCodes.filter((code) => response.codes?.includes(code)) }
      : {}
  if (isText) return { text: redact(text), bytes, cut, ...codes, ...lacks, ...(cut ? {} : brokenJson(response, text)) }
  if (isCompressed(kept)) return { text: null, bytes, cut: true }
  const safe = redact(kept.toString('latin1'))
  return { text: null, base64: Buffer.from(safe, 'latin1').toString('base64'), bytes, cut, ...lacks }
}

function responseOf(response: WireAnswer, operation: string | null, redact: Redact): RecordedResponse {
  const headers = redactAll(response.headers, redact) as RecordedResponse['headers']
  return { status: response.status, headers, body: bodyOf(response, operation, redact) }
}

const isWhole = fits(wireExchange)

function isExchange(value: unknown): value is WireExchange {
  return isWhole(value) && (value.response === null) !== (value.error === null)
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

/** Reads an exchange as k6 printed it, and redacts the text of its members. */
function exchangeOf({ response, error, ...rest }: WireExchange, redact: Redact): Exchange {
  const safe = redactAll(rest, redact) as Omit<WireExchange, 'response' | 'error'>
  const failure =
    error === null ? null : (redactAll(failureOf(error, rest.request.method === 'GET'), redact) as Failure)
  return { ...safe, response: response && responseOf(response, rest.operation, redact), failure }
}

/** k6 prints these words for each request without an answer; the exchange tells more. */
const known = new Set(['Request Failed'])
const wordsKept = 5
const longestWord = 300

/** Reads what a script prints, line by line. Nothing is kept or handed on before `redact` has seen it. */
export function lineReader(redact: Redact, sinks: LineSinks) {
  const shorts = new ShortLines()
  /** The number of lines that are not the suite's, and the last of them, redacted: k6's own words when it fails. */
  let unreadable = 0
  const lastWords: string[] = []
  /** The first lines of exported scripts, redacted: more than one where logs were put together. */
  const begins: unknown[] = []
  /** What the script said at its end, redacted; undefined where it did not reach its end. The caller checks the value. */
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
        lastWords.push(redact(text).slice(0, longestWord))
        if (lastWords.length > wordsKept) lastWords.shift()
      }
    },
    reading: () => ({ end, begins, unreadable, lastWords }),
  }
}
