import type { Exchange, HeaderLine, RecordedBody } from '../../evidence/exchange.ts'
import { jsonOf } from '../../fixtures/json.ts'
import { present, shortened, visible } from '../plain-text.ts'

/** How many characters of a body the page shows; the recording holds the rest. */
const bodyShown = { request: 2000, response: 3000 } as const
const headerShown = 300
const headersShown = 30

/** An exchange as two texts, request and answer, in the form of HTTP. Both are bounded, and nothing in them acts. */
export function exchangeText({ request, response, failure }: Exchange) {
  const asked = `${request.method} ${shortened(request.target, 1000)}\n${headerLines(request.headers)}`
  const body = request.body === null ? '' : `\n\n${bounded(request.body, bodyShown.request, false)}`
  const failed = failure === null ? '' : `${failure.kind}: ${shortened(failure.message, 500)}`
  const answer =
    response === null
      ? failed || 'no answer'
      : `${response.status}\n${headerLines(response.headers)}\n\n${bodyText(response.body)}${failed === '' ? '' : `\n\n${failed}`}`
  return { request: visible(asked + body), response: visible(answer) }
}

function headerLines(headers: readonly HeaderLine[]): string {
  const lines = headers.slice(0, headersShown).map(([name, value]) => `${name}: ${oneHeader(value)}`)
  const more = headers.length - headersShown
  return present(...lines, more > 0 && `… ${more} more headers`).join('\n')
}

const oneHeader = (value: string): string => shortened(value.replaceAll('\n', '␊'), headerShown)

function bodyText({ text, base64, bytes, cut }: RecordedBody): string {
  if (text !== null) return bounded(text, bodyShown.response, cut)
  return `${bytes} bytes that are no UTF-8${base64 === undefined ? '' : `, in base64: ${shortened(base64, 400)}`}`
}

function bounded(text: string, length: number, cut: boolean): string {
  const pretty = prettyJson(text)
  const more = pretty.length > length || cut ? '\n… more in exchanges.ndjson' : ''
  return shortened(pretty, length) + more
}

/** Short JSON with indentation; any other text stays as it came. */
function prettyJson(text: string): string {
  const value = text.length > 2000 || !/^\s*[[{]/.test(text) ? undefined : jsonOf(text)
  return value === undefined ? text : JSON.stringify(value, null, 2)
}
