import { nullable, Type, type ValueOf } from '../fixtures/schemas/type.ts'
import type { LoadFacts } from './load-facts.ts'

const text = Type.String()

/** A header line exactly as it stood on the wire, in its order; a name may occur twice. */
export type HeaderLine = readonly [name: string, value: string]
const headers = Type.Array(
  Type.Unsafe<HeaderLine>({ type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 }),
)

/** A body as it was read: redacted, bounded, and with what was lost said. */
const body = Type.Object({
  /** The text where the bytes are UTF-8, else null. Redacted. */
  text: nullable(text),
  /** The redacted bytes in base64 where they are not UTF-8, else absent. Coded ones are not kept: a key in them cannot be seen. */
  base64: Type.Optional(text),
  /** How many bytes were read off the wire, after decoding of the content coding. */
  bytes: Type.Integer({ minimum: 0 }),
  /** True where more came than is kept here, so that `text` is a beginning only. */
  cut: Type.Boolean(),
  /** Whether the whole body, before it was cut, is JSON; absent where nobody looked. */
  json: Type.Optional(Type.Enum(['valid', 'invalid'])),
  /** Which documented codes the whole body names, before it was cut; absent where it was not, or nobody looked. */
  codes: Type.Optional(Type.Array(text)),
})
export type RecordedBody = ValueOf<typeof body>

/** What was sent. The credential header's value is always `[redacted]`. */
const request = Type.Object({
  method: text,
  /** Path and query as sent, below the base address's origin. */
  target: text,
  headers,
  body: nullable(text),
})

/** What came back: present as soon as a status line came, even if the body then failed. */
const response = Type.Object({ status: Type.Integer({ minimum: 100, maximum: 999 }), headers, body })
export type RecordedResponse = ValueOf<typeof response>

/** No answer is not a wrong answer: a failure is made in one place, the sender, and no judge mistakes it for a status. */
const failure = Type.Object({
  /**
   * Why an answer is missing or incomplete. `silence`: nothing came within the limit; `slow`: it was still coming when our
   * limit ended; `large`: more came than our limit; `deep`: nested deeper than our limit; `broken`: what came is no HTTP message
   * (garbage, a wrong length, a corrupt coding); `coded`: it came whole, in a content coding that is not read here; `reset`: the
   * connection ended; `refused`: no connection could be made (name, route, port, TLS).
   */
  kind: Type.Enum(['refused', 'reset', 'silence', 'slow', 'large', 'deep', 'coded', 'broken']),
  /** The transport's code (`ECONNRESET`, `HPE_INVALID_CONSTANT` …) and a few words, redacted. */
  message: text,
  /** True where the connection had served an answer before, so that a reset may only be an idle close. */
  reusedConnection: Type.Boolean(),
  /** True where at least one byte of an answer had come. */
  began: Type.Boolean(),
})
export type Failure = ValueOf<typeof failure>
export type FailureKind = Failure['kind']

/** What the contract half adds to an attempt. */
export interface ContractFacts {
  /** It only tells whether the target is there. */
  readonly readiness?: true
  /** Of a 502, 503 or 504: the most requests that were under way with it, itself included. */
  readonly inFlight?: number
  /** Of the same: whether another request was served right after it. */
  readonly othersServed?: boolean
  /** It only tells that everybody was turned away, and since when that may be so. Milliseconds since the epoch. */
  readonly awaySince?: number
  /** It only tells that whatever is asked of its product gets one answer, and since when. Milliseconds since the epoch. */
  readonly goneSince?: number
  /** It only tells that the own key is refused, and since when that may be so. Milliseconds since the epoch. */
  readonly refusedSince?: number
}

/** One attempt at one probe, as `exchanges.ndjson` holds it: one JSON object a line, written when it ended. */
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
  /** Milliseconds from `startedAt` to the head of the answer; null where none came. */
  headMs: nullable(Type.Number()),
  /** Milliseconds from `startedAt` to the end. */
  endMs: Type.Number(),
  /**
   * Facts for the judge: of a load scenario, or of how an attempt of the contract half was made. Never a secret. Which a phase of load has
   * is looked at where k6's lines are read.
   */
  facts: Type.Optional(
    Type.Unsafe<LoadFacts | ContractFacts>(
      Type.Record(text, Type.Union([text, Type.Number(), Type.Boolean(), Type.Null()])),
    ),
  ),
})
export type Exchange = ValueOf<typeof exchangeSchema>

/** True for an attempt that only tells whether the target is there: it says nothing about the operation. */
export function isReadiness({ facts }: Pick<Exchange, 'facts'>): boolean {
  return contractFacts({ facts }).readiness === true
}

/** What a load scenario said of an exchange; null for every other. */
export function loadFacts({ facts }: Pick<Exchange, 'facts'>): LoadFacts | null {
  return facts !== undefined && 'phase' in facts ? facts : null
}

/** What the contract half said of an exchange; nothing for one of load. */
export function contractFacts({ facts }: { readonly facts?: Exchange['facts'] | undefined }): ContractFacts {
  return facts === undefined || 'phase' in facts ? {} : facts
}

/** Statuses by which a gateway or a service refuses what is too much for it (O5d). */
export const sheddingStatuses: ReadonlySet<number> = new Set([502, 503, 504])

/** True for an answer that may be about the load and not about the operation. */
export function mayBeShedding({ response, failure }: Pick<Exchange, 'response' | 'failure'>): boolean {
  return failure === null && sheddingStatuses.has(response?.status ?? 0)
}

/** True for a 502, 503 or 504 that came while other requests were under way. */
export function isShed(exchange: Pick<Exchange, 'response' | 'failure' | 'facts'>): boolean {
  return mayBeShedding(exchange) && (contractFacts(exchange).inFlight ?? 1) > 1
}

/** True for a 502, 503 or 504 that came with nothing else under way. */
export function isRefusedAlone(exchange: Pick<Exchange, 'response' | 'failure' | 'facts'>): boolean {
  return mayBeShedding(exchange) && contractFacts(exchange).inFlight === 1
}

/** True for an answer by a target that serves: neither a server error nor a limit. */
export function isServed({ failure, response }: Pick<Exchange, 'response' | 'failure'>): boolean {
  return failure === null && response !== null && response.status < 500 && response.status !== 429
}
