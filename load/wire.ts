import type { Exchange, HeaderLine } from '../evidence/exchange.ts'
import type { Dimension, Scope, Trace } from './limiter/limiter.ts'
import type { Bystander } from './trial.ts'

/** How much of a body is kept: enough for any error, too little to be a copy of somebody's data. Bytes. */
export const keptBytes = 2048

/** An exchange as k6 hands it to Node: k6 has no TextDecoder, so the beginning of the body travels in base64. */
export interface WireExchange extends Omit<Exchange, 'response'> {
  readonly response: {
    readonly status: number
    readonly headers: readonly HeaderLine[]
    /** The first `keptBytes` of the body. */
    readonly base64: string
    readonly bytes: number
  } | null
}

/**
 * What a script prints, one JSON object a line. `beat` comes every second, so that a script that hangs is noticed, and so that
 * k6 dies of a broken pipe soon after its parent did; `done` is the last line of a script that reached its end.
 */
export type Line =
  | { readonly kind: 'exchange'; readonly exchange: WireExchange }
  | { readonly kind: 'beat' }
  | { readonly kind: 'done'; readonly end: unknown }

/** The environment that a script reads: what to do as JSON, and the secrets apart from it. */
export const variables = {
  order: 'SUITE_ORDER',
  key: 'SUITE_KEY',
  otherKey: 'SUITE_OTHER_KEY',
  headers: 'SUITE_HEADERS',
  certificate: 'SUITE_CLIENT_CERTIFICATE',
  privateKey: 'SUITE_CLIENT_KEY',
} as const

/** An operation as a script needs it. */
export interface Target {
  /** `GET /path`: the name that metrics are tagged with. */
  readonly id: string
  readonly product: string
  readonly path: string
}

/** What every script is told. */
export interface Order {
  readonly baseUrl: string
  readonly userAgent: string
  /** Milliseconds for one request. */
  readonly timeoutMs: number
  readonly budget: { readonly requests: number; readonly ms: number }
}

/** The limits' order: trials of the recovery first, then an experiment from which the limiter may be told. */
export interface LimitsOrder extends Order {
  readonly target: Target
  /** A read of another product, to be asked once while refused (O17). */
  readonly other: Target | null
  /** Whom else to ask for while refused: another product where there is one, another key where there is one. */
  readonly bystanders: readonly Bystander[]
  /** Another read of the same product, and in what the asking whom the limit concerns may vary. */
  readonly sibling: Target | null
  readonly dimensions: readonly Dimension[]
  /** How much of the budget the trials may take; 0 requests for none. */
  readonly trials: Order['budget']
  /** Whether to go on to the experiment. */
  readonly experiment: boolean
  /** The file of the trace so far, where a fit asked for one more round of the experiment; else null. */
  readonly previous: string | null
  /** Requests that this scenario has sent before, in an earlier round: ids go on from there. */
  readonly sentBefore: number
}

/** What a trace of the experiment holds beside its samples, which are exchanges. */
export type TraceFrame = Omit<Trace, 'samples'>

/** What `limits.ts` says at its end. */
export interface LimitsEnd {
  readonly kind: string
  readonly askedMs: number | null
  readonly requests: number
  readonly trace: TraceFrame | null
  /** Whom the limit concerns, by repeated pairs; null where it was not asked. */
  readonly scope: Scope | null
}

/** What of the limits' budget is kept for asking whom the limit concerns. Milliseconds. */
export const scopeBudget = { requests: 250, ms: 12_000 } as const

/** The smoke scenario's order. */
export interface SmokeOrder extends Order {
  readonly targets: readonly Target[]
  readonly iterations: number
}
