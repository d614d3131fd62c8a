import type { Exchange } from '../../evidence/exchange.ts'
import { nullable, Type } from '../../fixtures/schemas/type.ts'
import { count, pair, schemaFor, text } from './parts.ts'

const headers = Type.Array(pair)

const body = Type.Object({
  text: nullable(text),
  base64: Type.Optional(text),
  bytes: count,
  cut: Type.Boolean(),
  json: Type.Optional(Type.Enum(['valid', 'invalid'])),
})

const failure = Type.Object({
  kind: Type.Enum(['refused', 'reset', 'silence', 'slow', 'large', 'deep', 'coded', 'broken']),
  message: text,
  reusedConnection: Type.Boolean(),
  began: Type.Boolean(),
})

/** Which facts a phase of load has is looked at where k6's lines are read. */
const facts = Type.Unsafe<NonNullable<Exchange['facts']>>(
  Type.Record(text, Type.Union([text, Type.Number(), Type.Boolean(), Type.Null()])),
)

/** A line of `exchanges.ndjson`. */
export const exchangeSchema = schemaFor<Exchange>()(
  Type.Object({
    id: text,
    probe: text,
    attempt: Type.Integer({ minimum: 1 }),
    source: Type.Enum(['contracts', 'load']),
    operation: nullable(text),
    request: Type.Object({ method: text, target: text, headers, body: nullable(text) }),
    response: nullable(Type.Object({ status: Type.Integer({ minimum: 100, maximum: 999 }), headers, body })),
    failure: nullable(failure),
    startedAt: Type.Number(),
    headMs: nullable(Type.Number()),
    endMs: Type.Number(),
    facts: Type.Optional(facts),
  }),
)
