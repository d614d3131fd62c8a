import type { Exchange } from '../../evidence/exchange.ts'
import type { Redact } from '../../evidence/redaction/redaction.ts'
import type { Known } from '../../fixtures/target.ts'
import type { Barred } from '../policy.ts'
import type { Stopped } from './health.ts'
import type { Patience } from './patience.ts'
import type { Transport } from './transport.ts'

/** How far a run has come. */
export interface Progress {
  readonly done: number
  readonly planned: number
  /** True while a limit is being waited for. */
  readonly limited: boolean
}

/** What asking a plan takes. */
export interface AskOptions {
  readonly known: Known
  readonly transport: Transport
  readonly redact: Redact
  readonly userAgent: string
  readonly concurrency: number
  /** Milliseconds for one request. */
  readonly timeoutMs: number
  readonly patience: Patience
  /** Milliseconds since the epoch after which nothing is started. */
  readonly deadline: number
  /** Milliseconds since the epoch until which the target may take to come up. */
  readonly upBy: number
  readonly signal: AbortSignal
  /** Called once for every attempt, when it ended. */
  readonly record: (exchange: Exchange) => void
  readonly progress: (progress: Progress) => void
}

/** What was not sent though the plan allowed it, and whether the target was given up. */
export interface Asked {
  readonly unsent: Readonly<Record<string, Barred>>
  readonly stopped: Stopped | null
}
