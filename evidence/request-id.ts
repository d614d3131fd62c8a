import type { Exchange } from './exchange.ts'
import { redacted } from './redaction/redacted.ts'

/** The name under which a service's own log has a request: a header of the answer, or the member of its body. */
export interface RequestId {
  readonly name: string
  readonly value: string
}

/** Headers in which services, gateways and clouds say it. */
const headerNames: ReadonlySet<string> = new Set([
  ...['x-request-id', 'request-id', 'x-correlation-id', 'correlation-id', 'x-trace-id', 'traceparent', 'traceresponse'],
  ...['x-b3-traceid', 'uber-trace-id', 'x-amzn-requestid', 'x-amzn-trace-id', 'x-amz-cf-id', 'x-amz-apigw-id'],
  ...['x-cloud-trace-context', 'x-ms-request-id', 'x-azure-ref', 'x-vercel-id', 'fly-request-id', 'cf-ray'],
])

/** The member of §2, at the top of a body or in the error that is there. */
const inBody = /"requestId"\s*:\s*"([^"\\]*)"/

/** Short enough to be pasted, and nothing that a search or a terminal could take for something else. */
const isPasteable = (value: string) => /^[!-~]{1,200}$/.test(value) && !value.includes(redacted)

/** The identifiers that an answer carries, the body's first; what was redacted in one, or is no word, is left out. */
export function requestIdsOf({ response }: Pick<Exchange, 'response'>): readonly RequestId[] {
  if (response === null) return []
  const [, member] = inBody.exec(response.body.text ?? '') ?? []
  const told = [
    ...(member === undefined ? [] : [{ name: 'requestId', value: member }]),
    ...response.headers
      .filter(([name]) => headerNames.has(name.toLowerCase()))
      .map(([name, value]) => ({ name, value: value.trim() })),
  ].filter(({ value }) => isPasteable(value))
  return told.filter(({ value }, index) => told.findIndex((other) => other.value === value) === index).slice(0, 3)
}
