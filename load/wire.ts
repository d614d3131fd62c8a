import type { Exchange, HeaderLine } from '../evidence/exchange.ts'
import type { Bystander, LoadFacts } from '../evidence/load-facts.ts'
import type { Budget, Dimension } from './limiter/limiter.ts'
import type { RateScenario } from './registry.ts'
import type { Plateau } from './stages.ts'
import type { LimitTargets, Target } from './targets.ts'
import type { Threshold } from './thresholds.ts'

/*
 * What Node and a script say to each other. A script that a k6 user runs alone reads the same variables, but for the order,
 * and prints no lines.
 */

/** The environment that a script reads. */
export const variables = {
  baseUrl: 'BASE_URL',
  key: 'API_KEY',
  rate: 'RATE',
  duration: 'DURATION',
  loadOperations: 'LOAD_OPERATIONS',
  thresholds: 'LOAD_THRESHOLDS',
  limitedOperation: 'RATE_LIMIT_OPERATION',
  /** What to do as JSON: there under the suite alone. No secret is in it. */
  order: 'SUITE_ORDER',
  otherKey: 'SUITE_OTHER_KEY',
  /** Headers for every request, a JSON object. */
  headers: 'SUITE_HEADERS',
  /** 32 hex digits of the run, where each request is to carry a W3C `traceparent`. */
  traceId: 'SUITE_TRACE_ID',
  certificate: 'SUITE_CLIENT_CERTIFICATE',
  privateKey: 'SUITE_CLIENT_KEY',
} as const

/** What k6 says of a request that got no whole answer. */
export interface K6Error {
  readonly code: number
  readonly text: string
  /** k6's timings, milliseconds. */
  readonly receivingMs: number
  readonly connectingMs: number
}

/** An exchange as k6 hands it to Node: k6 has no TextDecoder, so the beginning of the body travels in base64. */
export interface WireExchange extends Omit<Exchange, 'response' | 'failure' | 'facts'> {
  readonly response: {
    readonly status: number
    readonly headers: readonly HeaderLine[]
    /** The beginning of the body; null where it was not read. */
    readonly base64: string | null
    /** Its length, as far as it is known. */
    readonly bytes: number
  } | null
  /** For what got no whole answer. */
  readonly error: K6Error | null
  readonly facts: LoadFacts
}

/**
 * What a script prints, one JSON object a line. `beat` comes every second from a script of one client, so that one that hangs
 * is noticed, and so that k6 dies of a broken pipe soon after its parent did; `done` is the last line of a script that reached
 * its end. Beside them stands one short line for each request whose exchange is not kept. `begin` is the first line of an
 * exported script: nobody who reads its log knows anything else.
 */
export type Line =
  | { readonly kind: 'exchange'; readonly exchange: WireExchange }
  | { readonly kind: 'beat' }
  | { readonly kind: 'done'; readonly end: unknown }
  | { readonly kind: 'begin'; readonly begin: Begin }

/** One request of an arrival rate, in short. */
export interface ShortLine {
  /** The iteration's number in the whole test, over all processes: its remainder tells the operation. */
  readonly turn: number
  /** 0 where no whole answer came. */
  readonly status: number
  /** k6's own timing, from sending to the last byte, milliseconds to the nanosecond. */
  readonly durationMs: number
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** The line did not tell when it began: that was taken from the lines before it. */
  readonly guessed?: true
}

/**
 * Reads short lines one after the other. Only some tell when their request began, since that costs; the others ended when the
 * last one did whose end is known.
 */
export class ShortLines {
  private endedAt: number | null = null

  /** An answer came whose times are known. */
  ended(startedAt: number, durationMs: number): void {
    this.endedAt = startedAt + durationMs
  }

  /** Reads a line; null where it is none, or comes before any whose time is known. */
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

/** What every script is told under the suite. */
interface Order {
  readonly userAgent: string
  /** Milliseconds for one request. */
  readonly timeoutMs: number
}

export interface RateOrder extends Order {
  readonly scenario: RateScenario
  readonly plateau: Plateau
  readonly targets: readonly Target[]
  readonly thresholds: readonly Threshold[]
  /**
   * Every so manieth turn is kept as an exchange, whatever it was answered. Null in an exported script: its log is read by
   * others, so nothing that a server said stands in it.
   */
  readonly keepEvery: number | null
  /** When all processes begin, milliseconds since the epoch; null begins at once. */
  readonly startAt: number | null
  /** What the export knew of the run, for who merges the logs: handed through unread. */
  readonly about?: unknown
}

/** What an exported script says first. */
export interface Begin {
  readonly order: RateOrder
  readonly baseUrl: string
  /** k6's execution segment and its sequence; null where the whole is one. */
  readonly segment: string | null
  readonly sequence: string | null
}

/** The limits' order: trials of the recovery first, then an experiment from which the limiter may be told. */
export interface LimitsOrder extends Order, LimitTargets {
  readonly budget: Budget
  /** Whom else to ask for while refused: another product where there is one, another key where there is one. */
  readonly bystanders: readonly Bystander[]
  /** In what the asking whom the limit concerns may vary. */
  readonly dimensions: readonly Dimension[]
  /** How much of the budget the trials may take. */
  readonly trials: Budget
  /** The file of the trace so far, where a fit asked for one more round of the experiment; else null. */
  readonly previous: string | null
  /** Requests that this scenario has sent before, in an earlier round: ids go on from there. */
  readonly sentBefore: number
}

/** What of the limits' budget is kept for asking whom the limit concerns. Milliseconds. */
export const scopeBudget = { requests: 250, ms: 12_000 } as const
