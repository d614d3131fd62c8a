import { nullable, Type, type ValueOf } from '../fixtures/schemas/type.ts'
import type { LoadFacts } from './load-facts.ts'

const text = Type.String()

/** One header line as on the wire. The lines keep their order, and a name may occur twice. */
export type HeaderLine = readonly [name: string, value: string]
const headers = Type.Array(
  Type.Unsafe<HeaderLine>({ type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 }),
)

/** The recorded body of an answer: redacted, limited in size, with a note of what is missing. */
const body = Type.Object({
  /** The text where the bytes are UTF-8, else null. Redacted. */
  text: nullable(text),
  /** The redacted bytes in base64 where they are not UTF-8, else absent. Compressed bytes are left out: they may hide a key. */
  base64: Type.Optional(text),
  /** How many bytes the body has after decoding of the content coding. */
  bytes: Type.Integer({ minimum: 0 }),
  /** True where the body was longer than what is kept: `text` is then only its beginning. */
  cut: Type.Boolean(),
  /**
   * Whether the whole body is JSON, or of a success under load whether it is the envelope. Tested before the cut; absent where nothing
   * tested it.
   */
  json: Type.Optional(Type.Enum(['valid', 'invalid'])),
  /** The documented codes in the whole body, found before the cut; absent for an uncut body, or where nothing looked. */
  codes: Type.Optional(Type.Array(text)),
})
export type RecordedBody = ValueOf<typeof body>

/** The request as sent. The value of the credential header is always `[redacted]`. */
const request = Type.Object({
  method: text,
  /** Path and query as sent, below the base address's origin. */
  target: text,
  headers,
  body: nullable(text),
})

/** The answer: present as soon as a status line came, even if the body then failed. */
const response = Type.Object({ status: Type.Integer({ minimum: 100, maximum: 999 }), headers, body })
export type RecordedResponse = ValueOf<typeof response>

/** A missing or incomplete answer. Only the sender makes a failure, and a failure has no status that a judge could read. */
const failure = Type.Object({
  /**
   * Why the answer is missing or incomplete. `silence`: nothing came within our time limit. `slow`: the answer was still coming when our
   * time limit ended. `large`: the answer is larger than our limit. `deep`: its JSON is nested deeper than our limit. `broken`: no correct
   * HTTP message came (garbage, a wrong length, a corrupt coding). `coded`: the answer is complete, in a content coding that the suite does
   * not read. `reset`: the connection ended. `refused`: no connection could be made (name, route, port, TLS).
   */
  kind: Type.Enum(['refused', 'reset', 'silence', 'slow', 'large', 'deep', 'coded', 'broken']),
  /** The transport's code (`ECONNRESET`, `HPE_INVALID_CONSTANT` …) and a few words, redacted. */
  message: text,
  /** True where the connection had served an answer before: a reset may then only be the close of an idle connection. */
  reusedConnection: Type.Boolean(),
  /** True where at least one byte of an answer had come. */
  began: Type.Boolean(),
})
export type Failure = ValueOf<typeof failure>
export type FailureKind = Failure['kind']

/** What the contract half says about an attempt. */
export interface ContractFacts {
  /** The attempt only shows whether the target answers at all. */
  readonly readiness?: true
  /** Of a 502, 503 or 504: the highest number of requests in flight meanwhile, this one included. */
  readonly inFlight?: number
  /** Of a 502, 503 or 504: whether the target served another request right after it. */
  readonly othersServed?: boolean
  /** The attempt only shows that everybody is turned away, perhaps since this moment. Milliseconds since the epoch. */
  readonly awaySince?: number
  /** The attempt only shows that all requests to its product get one answer, perhaps since this moment. Milliseconds since the epoch. */
  readonly goneSince?: number
  /** The attempt only shows that the own key is refused, perhaps since this moment. Milliseconds since the epoch. */
  readonly refusedSince?: number
}

/** One attempt at one probe, as a line of `exchanges.ndjson`: one JSON object, written when the attempt ended. */
export const exchangeSchema = Type.Object({
  /** `<probe>.<attempt>`: the same in every run of the same plan. */
  id: text,
  probe: text,
  /** 1, 2, 3 … */
  attempt: Type.Integer({ minimum: 1 }),
  source: Type.Enum(['contracts', 'load']),
  /** The listed operation that was asked, or null for a route that nobody lists. */
  operation: nullable(text),
  request,
  response: nullable(response),
  failure: nullable(failure),
  /** Milliseconds since the epoch, by our clock. */
  startedAt: Type.Number(),
  /** Milliseconds from `startedAt` to the head of the answer; null where no head came. */
  headMs: nullable(Type.Number()),
  /** Milliseconds from `startedAt` to the end of the attempt. */
  endMs: Type.Number(),
  /** Facts for the judge, never a secret. Loose here: the reader of k6's lines checks which facts each phase has. */
  facts: Type.Optional(
    Type.Unsafe<LoadFacts | ContractFacts>(
      Type.Record(text, Type.Union([text, Type.Number(), Type.Boolean(), Type.Null()])),
    ),
  ),
})
export type Exchange = ValueOf<typeof exchangeSchema>

/** When an attempt was over, milliseconds since the epoch. */
export const endedAt = ({ startedAt, endMs }: Pick<Exchange, 'startedAt' | 'endMs'>): number => startedAt + endMs

/** True for an attempt that only shows whether the target answers at all. It says nothing about the operation. */
export function isReadiness({ facts }: Pick<Exchange, 'facts'>): boolean {
  return contractFacts({ facts }).readiness === true
}

/** The facts that a load scenario gave; null for an exchange of contracts. */
export function loadFacts({ facts }: Pick<Exchange, 'facts'>): LoadFacts | null {
  return facts !== undefined && 'phase' in facts ? facts : null
}

/** The facts that the contract half gave; an empty object for an exchange of load. */
export function contractFacts({ facts }: { readonly facts?: Exchange['facts'] | undefined }): ContractFacts {
  return facts === undefined || 'phase' in facts ? {} : facts
}

/** Statuses by which a gateway or a service sheds load (O5d). */
export const sheddingStatuses: ReadonlySet<number> = new Set([502, 503, 504])

/** True for a 502, 503 or 504: the cause may be the load and not the operation. */
export function mayBeShedding({ response, failure }: Pick<Exchange, 'response' | 'failure'>): boolean {
  return failure === null && sheddingStatuses.has(response?.status ?? 0)
}

/** True for a 502, 503 or 504 that came while other requests were in flight. */
export function isShed(exchange: Pick<Exchange, 'response' | 'failure' | 'facts'>): boolean {
  return mayBeShedding(exchange) && (contractFacts(exchange).inFlight ?? 1) > 1
}

/** True for a 502, 503 or 504 that came with nothing else in flight. */
export function isRefusedAlone(exchange: Pick<Exchange, 'response' | 'failure' | 'facts'>): boolean {
  return mayBeShedding(exchange) && contractFacts(exchange).inFlight === 1
}

/** True for an answer that is neither a server error nor a 429. */
export function isServed({ failure, response }: Pick<Exchange, 'response' | 'failure'>): boolean {
  return failure === null && response !== null && response.status < 500 && response.status !== 429
}
