import type { Exchange, RecordedBody, RecordedResponse } from '../evidence/exchange.ts'
import { headerValue, mediaTypeIn } from '../fixtures/headers.ts'
import { jsonOf } from '../fixtures/json.ts'

/** An answer as judges read it: an exchange with a whole response. */
export class Answer {
  readonly exchange: Exchange
  readonly status: number
  readonly headers: RecordedResponse['headers']
  readonly text: string | null
  /** The media type in lower case, without parameters; null where the answer has no Content-Type. */
  readonly mediaType: string | null
  #json: { readonly value: unknown } | null = null

  constructor(exchange: Exchange, { status, headers, body }: RecordedResponse) {
    this.exchange = exchange
    this.status = status
    this.headers = headers
    this.text = body.text
    this.mediaType = mediaTypeIn(headers)
  }

  /** The JSON value of the body; undefined where the body is not JSON. Parsed on first use: most answers are read for their status. */
  get json(): unknown {
    this.#json ??= { value: parseJson(this.text) }
    return this.#json.value
  }
}

/** The answer of an exchange; null where no whole response came. */
export function answerOf(exchange: Exchange): Answer | null {
  const { response, failure } = exchange
  return response === null || failure !== null ? null : new Answer(exchange, response)
}

/** The JSON value of a text, or undefined. A byte order mark in front is skipped: json.media-type alone judges it. */
export function parseJson(text: string | null): unknown {
  return text === null || text.trim() === '' ? undefined : jsonOf(text.replace(/^\ufeff/, ''))
}

/** Tells whether the whole body is JSON; `unread` where only the kept part of a cut body could be read. */
export function validityOf({ json, cut, text }: RecordedBody): 'valid' | 'invalid' | 'unread' {
  return json ?? (cut ? 'unread' : parseJson(text) === undefined ? 'invalid' : 'valid')
}

/** True for 2xx. */
export function succeeded(answer: Pick<Answer, 'status'>): boolean {
  return answer.status >= 200 && answer.status < 300
}

/** True for 404 and 410: the resource is not there. */
export function saysGone({ status }: Pick<Answer, 'status'>): boolean {
  return status === 404 || status === 410
}

/** True for a 3xx other than 304, which sends a client nowhere. */
export function isRedirect({ status }: Pick<Answer, 'status'>): boolean {
  return status >= 300 && status < 400 && status !== 304
}

/** True where user and password are asked for (RFC 7617), as by a gateway in front of a service that asks for a key. */
export function asksForPassword({ headers }: Pick<Answer, 'headers'>): boolean {
  return /^basic\b/i.test(headerValue(headers, 'WWW-Authenticate') ?? '')
}

/** The most characters of a body that a finding shows, and the beginning that is read first to find them: a list may be long. */
const shownLength = 160
const enoughToShow = 2_000

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Words for an answer in a finding: status, media type, and the beginning of the body. */
export function describeAnswer({ status, text, mediaType }: Pick<Answer, 'status' | 'text' | 'mediaType'>): string {
  const beginning = onOneLine((text ?? '').slice(0, enoughToShow))
  const body = beginning.length > shownLength ? beginning : onOneLine(text ?? '')
  const shown = body.length > shownLength ? `${body.slice(0, shownLength)}…` : body
  const said = text === null ? ', a body that is not UTF-8' : shown === '' ? ', no body' : ` ${shown}`
  return `${status}${mediaType === null ? '' : ` ${mediaType}`}${said}`
}

/** The evidence of one answer: what it says, and its exchange. */
export const evidenceOf = (answer: Answer) => ({ observed: describeAnswer(answer), exchanges: [answer.exchange.id] })
