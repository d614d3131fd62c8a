import type { Plateau } from '../../stages.ts'
import type { Target } from '../../targets.ts'

/** The reads as each virtual user asks them: lists of plain values, since an object for each read takes most of what they hold. */
export interface ToldReads {
  readonly urls: readonly string[]
  /** Those that are no plain GET, by their place; null where all are. */
  readonly others: Readonly<Record<number, Pick<Target, 'method' | 'body'>>> | null
  readonly names: readonly string[]
  readonly products: readonly string[]
}

/** What each virtual user is told of the test, and no more: there are many of them, and each holds a copy. */
export interface Told {
  readonly reads: ToldReads
  readonly plateau: Plateau
  readonly timeoutMs: number
  /** Of every request, secrets included; those of one with a body apart. */
  readonly headers: {
    readonly bodiless: Readonly<Record<string, string>>
    readonly withBody: Readonly<Record<string, string>>
  }
  /** Null for a k6 user, who gets no lines for Node. */
  readonly recorded: {
    /** Every so manieth turn is kept as an exchange, as in the order. */
    readonly keepEvery: number | null
    /** Where the path begins in each address. */
    readonly pathAt: number
  } | null
  /** Where each request is to carry a W3C `traceparent`: the run's trace, and the scenario's place in the registry, from 1. */
  readonly trace: { readonly id: string; readonly place: number } | null
  /** The metric of k6's that is told of each answer whether it was a refusal or a failure; null where nobody asks for it. */
  readonly unserved: string | null
}
