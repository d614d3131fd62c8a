import { exchangeSchema } from '../evidence/exchange.ts'
import { type Bystander, type LoadFacts, loadFactsSchema } from '../evidence/load-facts.ts'
import { nullable, Type, type ValueOf } from '../fixtures/schemas/type.ts'
import { type Budget, type Dimension, scopeSchema, traceFrame } from './limiter/limiter.ts'
import type { RateScenario } from './registry.ts'
import { plateauSchema } from './stages.ts'
import { type LimitTargets, targetSchema } from './targets.ts'
import { thresholdSchema } from './thresholds.ts'
import { trialEnds } from './trial/trial.ts'

/*
 * What Node and a k6 script tell each other. What a script prints is a schema: it comes over a pipe or out of a log, so Node checks it.
 * A k6 user may run a script alone: it reads the same variables, except the order, and prints no lines.
 */

/** The names of the environment variables that a script reads. */
export const variables = {
  baseUrl: 'BASE_URL',
  key: 'API_KEY',
  rate: 'RATE',
  duration: 'DURATION',
  loadOperations: 'LOAD_OPERATIONS',
  thresholds: 'LOAD_THRESHOLDS',
  limitedOperation: 'RATE_LIMIT_OPERATION',
  /** The order, as JSON. Only the suite sets this variable. The order holds no secret. */
  order: 'SUITE_ORDER',
  otherKey: 'SUITE_OTHER_KEY',
  /** Headers for every request, as a JSON object. */
  headers: 'SUITE_HEADERS',
  /** The run's trace id, 32 hex digits. Where it is set, each request carries a W3C `traceparent`. */
  traceId: 'SUITE_TRACE_ID',
  certificate: 'SUITE_CLIENT_CERTIFICATE',
  privateKey: 'SUITE_CLIENT_KEY',
} as const

const number = Type.Number()
const text = Type.String()

/** What k6 tells of a request without a whole answer. */
const k6Error = Type.Object({
  code: number,
  text,
  /** k6's timings, milliseconds. */
  receivingMs: number,
  connectingMs: number,
})
export type K6Error = ValueOf<typeof k6Error>

const { response: _, failure: __, ...sent } = exchangeSchema.properties

/** An exchange as k6 sends it to Node. k6 has no TextDecoder, so the beginning of the body travels in base64. */
export const wireExchange = Type.Object({
  ...sent,
  response: nullable(
    Type.Object({
      status: number,
      headers: sent.request.properties.headers,
      /** The beginning of the body, or all of it; null where the script did not read the body. */
      base64: nullable(text),
      /** The length of the body in bytes, as far as it is known. */
      bytes: number,
      /** The documented codes in the whole body of a refusal of which only the beginning is sent; absent where nothing looked. */
      codes: Type.Optional(Type.Array(text)),
    }),
  ),
  /** Null where a whole answer came. */
  error: nullable(k6Error),
  facts: Type.Unsafe<LoadFacts>(loadFactsSchema),
})
export type WireExchange = ValueOf<typeof wireExchange>

/**
 * The long lines of a script, each a JSON object. `beat`: a script of one client prints one every second; so Node notices a script
 * that hangs, and k6 dies of a broken pipe soon after its parent. `done`: the last line of a script that reached its end. `begin`:
 * the first line of an exported script; the reader of its log knows nothing else. A request without a kept exchange gets a short line
 * instead.
 */
export type Line =
  | { readonly kind: 'exchange'; readonly exchange: WireExchange }
  | { readonly kind: 'beat' }
  | { readonly kind: 'done'; readonly end: unknown }
  | { readonly kind: 'begin'; readonly begin: Begin }

/** A short line: one request of an arrival rate. */
export interface ShortLine {
  /** The number of the iteration in the whole test, over all processes. Modulo the number of reads, it is the place of the read. */
  readonly turn: number
  /** The HTTP status; 0 where no whole answer came. */
  readonly status: number
  /** k6's own timing, from sending to the last byte, milliseconds to the nanosecond. */
  readonly durationMs: number
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** True where the line tells no start: then `startedAt` is estimated from the lines before. */
  readonly guessed?: true
}

/**
 * Reads short lines one after the other. Only some lines tell when their request began, since that costs time. Each other request is
 * taken to end when the last request with a known end did.
 */
export class ShortLines {
  private endedAt: number | null = null

  /** Takes note of an answer whose times are known. */
  ended(startedAt: number, durationMs: number): void {
    this.endedAt = startedAt + durationMs
  }

  /** Reads one line. Returns null where the text is no short line, or where no end is known yet. */
  read(text: string): ShortLine | null {
    const [, turn, status, duration, began] = /^r (\d+) (\d{1,3}) ([0-9.e+-]+)(?: (\d+) *)?$/.exec(text) ?? []
    const durationMs = Number(duration)
    if (!Number.isFinite(durationMs) || durationMs < 0) return null
    if (began !== undefined) this.ended(Number(began), durationMs)
    if (this.endedAt === null) return null
    const startedAt = Math.round(this.endedAt - durationMs)
    const line = { turn: Number(turn), status: Number(status), durationMs, startedAt }
    return began === undefined ? { ...line, guessed: true } : line
  }
}

/** What the suite tells every script. */
const order = {
  userAgent: text,
  /** Time limit of one request, milliseconds. */
  timeoutMs: number,
}

const rateOrder = Type.Object({
  ...order,
  scenario: Type.Unsafe<RateScenario>({ type: 'string' }),
  plateau: plateauSchema,
  targets: Type.Array(targetSchema),
  thresholds: Type.Array(thresholdSchema),
  /**
   * A turn is kept as an exchange, whatever its answer, where this number divides the turn. Null in an exported script: others read
   * its log, so the log holds nothing that a server said.
   */
  keepEvery: nullable(number),
  /** When all processes begin, milliseconds since the epoch; null: at once. */
  startAt: nullable(number),
  /** What the export knew of the run, for the command that merges the logs. The script hands it through unread. */
  about: Type.Optional(Type.Unknown()),
})
export type RateOrder = ValueOf<typeof rateOrder>

/** The content of the first line of an exported script. */
export const beginSchema = Type.Object({
  order: rateOrder,
  baseUrl: text,
  /** k6's execution segment and its sequence; null where one process does the whole test. */
  segment: nullable(text),
  sequence: nullable(text),
})
export type Begin = ValueOf<typeof beginSchema>

/** The order of the limits scenario: first trials of the recovery, then an experiment from which the limiter may be named. */
export interface LimitsOrder extends LimitTargets, Pick<RateOrder, keyof typeof order> {
  readonly budget: Budget
  /** Whom else the trials ask for while the limit refuses: another product, another key, where there is one. */
  readonly bystanders: readonly Bystander[]
  /** The dimensions in which votes vary a request, to learn whom the limit concerns. */
  readonly dimensions: readonly Dimension[]
  /** The part of the budget that the trials may spend. */
  readonly trials: Budget
  /** The file with the trace so far, where naming the limiter needs one more round of the experiment; else null. */
  readonly previous: string | null
  /** Requests that this scenario sent in earlier rounds. The ids of exchanges go on from there. */
  readonly sentBefore: number
}

/** The part of the limits' budget that is kept for asking whom the limit concerns: requests and milliseconds. */
export const scopeBudget = { requests: 250, ms: 12_000 } as const

/** What `limits.ts` says at its end. */
export const limitsEnd = Type.Object({
  kind: Type.Enum(trialEnds),
  askedMs: nullable(number),
  requests: number,
  /** Null where no experiment was made. */
  trace: nullable(traceFrame),
  /** Null where no votes were held on whom the limit concerns. */
  scope: nullable(scopeSchema),
})
export type LimitsEnd = ValueOf<typeof limitsEnd>

/** What a script with an arrival rate says at its end: counts of k6's own summary. */
export const rateEnd = Type.Object({ requests: number, dropped: number })
export type RateEnd = ValueOf<typeof rateEnd>
