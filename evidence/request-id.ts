import { described, Type, type ValueOf } from '../fixtures/schemas/type.ts'
import type { Exchange } from './exchange.ts'
import { redacted } from './redaction/redacted.ts'

/** The id of a request in the service's own log. */
export const requestIdSchema = Type.Object({
  name: described(Type.String(), 'The header, or requestId for the member of the body.'),
  value: Type.String(),
})
export type RequestId = ValueOf<typeof requestIdSchema>

/** Headers in which services, gateways and clouds give this id. */
const headerNames: ReadonlySet<string> = new Set([
  ...['x-request-id', 'request-id', 'x-correlation-id', 'correlation-id', 'x-trace-id', 'traceparent', 'traceresponse'],
  ...['x-b3-traceid', 'uber-trace-id', 'x-amzn-requestid', 'x-amzn-trace-id', 'x-amz-cf-id', 'x-amz-apigw-id'],
  ...['x-cloud-trace-context', 'x-ms-request-id', 'x-azure-ref', 'x-vercel-id', 'fly-request-id', 'cf-ray'],
])

/** The member of §2, wherever it stands in the body: at the top or inside an error. */
const inBody = /"requestId"\s*:\s*"([^"\\]*)"/

/** Short, and without characters that a search or a terminal reads in another way. */
const isPasteable = (value: string) => /^[!-~]{1,200}$/.test(value) && !value.includes(redacted)

/** The ids that an answer carries, the body's first, at most three. Redacted ids, and ids that cannot be pasted, are left out. */
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
