import type { Exchange, RecordedBody, RecordedResponse } from '../evidence/exchange.ts'
import { headerValue } from '../fixtures/headers.ts'
import { jsonOf } from '../fixtures/json.ts'

/** An answer as judges read it: an exchange with a whole response, its body parsed once, where somebody reads it. */
export interface Answer {
  readonly exchange: Exchange
  readonly status: number
  readonly headers: RecordedResponse['headers']
  readonly text: string | null
  /** The JSON value of the body; undefined where it is none. */
  readonly json: unknown
  /** Lower case, without parameters; null where there is none. */
  readonly mediaType: string | null
}

const mostMediaTypes = 256
const mediaTypes = new Map<string, string>()

/** One copy of each: all answers are held, and nearly all say the same. */
function mediaTypeOf(contentType: string | undefined): string | null {
  if (contentType === undefined) return null
  const known = mediaTypes.get(contentType)
  if (known !== undefined) return known
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (mediaTypes.size >= mostMediaTypes) mediaTypes.clear()
  mediaTypes.set(contentType, mediaType)
  return mediaType
}

/** What was read last: an exchange that just came is looked at several times in a row, and an outcome keeps its own. */
let last: Answer | null = null

/** The answer of an exchange, read anew; null where none came whole. */
export function answerOf(exchange: Exchange): Answer | null {
  if (exchange.response === null || exchange.failure !== null) return null
  if (last?.exchange === exchange) return last
  last = new ReadAnswer(exchange, exchange.response)
  return last
}

/** Most answers are asked for no more than their status while a plan is asked, and all are held. */
class ReadAnswer implements Answer {
  readonly exchange: Exchange
  readonly status: number
  readonly headers: RecordedResponse['headers']
  readonly text: string | null
  readonly mediaType: string | null
  #isParsed = false
  #json: unknown

  constructor(exchange: Exchange, { status, headers, body }: RecordedResponse) {
    this.exchange = exchange
    this.status = status
    this.headers = headers
    this.text = body.text
    this.mediaType = mediaTypeOf(headerValue(headers, 'Content-Type'))
  }

  get json(): unknown {
    if (!this.#isParsed) this.#json = parseJson(this.text)
    this.#isParsed = true
    return this.#json
  }
}

/** A JSON value, or undefined. A byte order mark in front is judged by json.media-type alone, so it is passed over here. */
export function parseJson(text: string | null): unknown {
  return text === null || text.trim() === '' ? undefined : jsonOf(text.replace(/^\ufeff/, ''))
}

/** Whether the body is JSON, as far as it is kept. */
export function validityOf({ json, cut, text }: RecordedBody): 'valid' | 'invalid' | 'unread' {
  return json ?? (cut ? 'unread' : parseJson(text) === undefined ? 'invalid' : 'valid')
}

/** True for 2xx. */
export function succeeded(answer: Pick<Answer, 'status'>): boolean {
  return answer.status >= 200 && answer.status < 300
}

/** True for 404 and 410: nothing is there. */
export function saysGone({ status }: Pick<Answer, 'status'>): boolean {
  return status === 404 || status === 410
}

/** True for 3xx but 304, which sends nobody anywhere. */
export function isRedirect({ status }: Pick<Answer, 'status'>): boolean {
  return status >= 300 && status < 400 && status !== 304
}

/** So much of a body is shown, and of so much it is taken, where that is enough: a list may be long. */
const shownLength = 160
const enoughToShow = 2_000

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Words for an answer in a finding: status, and what the body begins with. */
export function describeAnswer({ status, text, mediaType }: Pick<Answer, 'status' | 'text' | 'mediaType'>): string {
  const beginning = onOneLine((text ?? '').slice(0, enoughToShow))
  const body = beginning.length > shownLength ? beginning : onOneLine(text ?? '')
  const shown = body.length > shownLength ? `${body.slice(0, shownLength)}…` : body
  const said = text === null ? ', a body that is no text' : shown === '' ? ', no body' : ` ${shown}`
  return `${status}${mediaType === null ? '' : ` ${mediaType}`}${said}`
}
