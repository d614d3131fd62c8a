import type { Exchange } from '../../evidence/exchange.ts'
import { Type } from '../../fixtures/schemas/type.ts'
import { count, orNull, pair, schemaFor, text } from './parts.ts'

const headers = Type.Array(pair)

const body = Type.Object({
  text: orNull(text),
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

/** Which facts a phase of load has, `readLoadFacts` tells where k6's lines are read. */
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
    operation: orNull(text),
    request: Type.Object({ method: text, target: text, headers, body: orNull(text) }),
    response: orNull(Type.Object({ status: Type.Integer({ minimum: 100, maximum: 999 }), headers, body })),
    failure: orNull(failure),
    startedAt: Type.Number(),
    headMs: orNull(Type.Number()),
    endMs: Type.Number(),
    facts: Type.Optional(facts),
  }),
)
