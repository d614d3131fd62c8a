import { counted } from '../../evidence/counted.ts'
import type { Exchange, HeaderLine, RecordedBody } from '../../evidence/exchange.ts'
import type { Finding } from '../../evidence/finding.ts'
import { keyHeader } from '../../fixtures/errors.ts'
import { hasHeader, headerValue, withoutHeaders } from '../../fixtures/headers.ts'
import { jsonOf } from '../../fixtures/json.ts'
import type { Evidence } from '../formats/format.ts'
import { oneLine, present, shortened, visible } from '../plain-text.ts'
import type { ShownFinding } from './view/story.ts'

/** How many kinds of answers the page shows, and how many requests of a kind it lists. */
const kindsShown = 3
const alikeShown = 60

/** The exchanges of a finding by kind of answer: the first of each kind in full, the others of the kind as a list. */
export function shownOf({ exchanges }: Finding, evidence: Evidence): readonly ShownFinding[] {
  const all = exchanges.flatMap((id) => evidence.exchanges.get(id) ?? [])
  const kinds = Map.groupBy(all, ({ response, failure }) => response?.status ?? failure?.kind ?? 'nothing')
  return [...kinds.values()].slice(0, kindsShown).map(oneKind)
}

function oneKind(exchanges: readonly Exchange[]): ShownFinding {
  const requests = [...Map.groupBy(exchanges, requestKey).values()]
  const [own = [], ...others] = requests
  const { request, response } = exchangeText(own[0] as Exchange)
  const alike = others
    .slice(0, alikeShown)
    .map((same) => visible(`${requestLine(same[0] as Exchange)}: ${times(same)}`))
  const rest = others.slice(alikeShown).flat().length
  return {
    request,
    response,
    note: times(own),
    alike: rest > 0 ? [...alike, `and ${rest} more`] : alike,
    sentAlike: String(others.flat().length),
  }
}

function requestKey({ request }: Exchange): string {
  const headers = withoutHeaders(request.headers, 'traceparent')
  return JSON.stringify([request.method, request.target, headers, request.body])
}

/** A request on one line: method, path and body, and whether it has no key or another media type than JSON. */
function requestLine({ request }: Exchange): string {
  const body = request.body === null ? '' : ` ${oneLine(request.body, 80)}`
  const key = hasHeader(request.headers, keyHeader) ? '' : ', no key header'
  const type = headerValue(request.headers, 'content-type') ?? 'application/json'
  const as = type === 'application/json' ? '' : `, as ${oneLine(type, 60)}`
  return `${request.method} ${oneLine(request.target, 160)}${body}${key}${as}`
}

function times(exchanges: readonly Exchange[]): string {
  const spans = exchanges.slice(0, 6).map(({ endMs }) => Math.round(endMs))
  const more = exchanges.length > spans.length ? ' …' : ''
  const often = exchanges.length === 1 ? '' : `${counted(exchanges.length, 'time')}: `
  return `${often}${spans.join(', ')}${more} ms`
}

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
