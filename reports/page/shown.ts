import { counted } from '../../evidence/counted.ts'
import type { Exchange } from '../../evidence/exchange.ts'
import type { Finding } from '../../evidence/finding.ts'
import { keyHeader } from '../../fixtures/errors.ts'
import { hasHeader, headerValue, withoutHeaders } from '../../fixtures/headers.ts'
import type { Evidence } from '../formats/format.ts'
import { oneLine, visible } from '../plain-text.ts'
import { exchangeText } from './exchange.ts'
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
