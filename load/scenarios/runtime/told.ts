import type { Plateau } from '../../stages.ts'

/** What each virtual user is told of the test, and no more: there are many of them, and each holds a copy. */
export interface Told {
  readonly baseUrl: string
  readonly plateau: Plateau
  readonly timeoutMs: number
  /** Of every request, secrets included; those of one with a body apart. */
  readonly headers: {
    readonly bodiless: Readonly<Record<string, string>>
    readonly withBody: Readonly<Record<string, string>>
  }
  /** Every so manieth turn is kept as an exchange, as in the order. Null for a k6 user, who gets no lines for Node. */
  readonly recorded: { readonly keepEvery: number | null; readonly basePath: string } | null
  /** Where each request is to carry a W3C `traceparent`: the run's trace, and the scenario's place in the registry, from 1. */
  readonly trace: { readonly id: string; readonly place: number } | null
  /** The metric of k6's that is told of each answer whether it was a refusal or a failure; null where nobody asks for it. */
  readonly unserved: string | null
}
