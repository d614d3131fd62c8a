import type { Plateau } from '../../stages.ts'
import type { Target } from '../../targets.ts'

/** The reads in the form for virtual users. Lists of plain values: an object for each read would take most of their memory. */
export interface ToldReads {
  readonly urls: readonly string[]
  /** The reads that are no plain GET, by their place in the lists; null where there are none. */
  readonly others: Readonly<Record<number, Pick<Target, 'method' | 'body'>>> | null
  readonly names: readonly string[]
  readonly products: readonly string[]
}

/** What each virtual user knows of the test, and no more: there are many virtual users, and each holds a copy. */
export interface Told {
  readonly reads: ToldReads
  readonly plateau: Plateau
  readonly timeoutMs: number
  /** The headers of every request, secrets included: without a body, and with one. */
  readonly headers: {
    readonly bodiless: Readonly<Record<string, string>>
    readonly withBody: Readonly<Record<string, string>>
  }
  /** Null for a k6 user, who gets no lines for Node. */
  readonly recorded: {
    /** A turn is kept as an exchange where this number divides it, as in the order. */
    readonly keepEvery: number | null
    /** Where the path begins in each URL, in characters. */
    readonly pathAt: number
  } | null
  /** For the W3C `traceparent` of each request: the run's trace id, and the scenario's place in the registry, from 1. Null for none. */
  readonly trace: { readonly id: string; readonly place: number } | null
  /** The name of k6's metric for the share of refusals and failures; null where nobody reads it. */
  readonly unserved: string | null
}
