import { oncePer } from '../../../evidence/once-per.ts'

/** Whose budget a request spends: a limit concerns everybody, a credential, a product or an operation (§7, §8.1). */
export interface Share {
  /** The holder of the credential. */
  readonly holder: string
  readonly product: string
  readonly operation: string
}

/** A request that was answered, and when it was sent. Milliseconds. */
export interface SentShare {
  readonly share: Share
  readonly startedAt: number
  /** Its place in the order of sending, from 1. */
  readonly nth: number
}

/** How many requests of each count were under way when one was sent, itself included, in the order of `scopes`. */
export type UnderWay = readonly number[]

/** A request that is under way. */
export interface RequestUnderWay extends SentShare {
  /** The most requests that were under way with it, itself included. */
  most: number
  readonly underWay: UnderWay
}

/** A refusal, when it came, and until when it told to wait. Milliseconds. */
export interface RefusedShare extends SentShare {
  readonly at: number
  readonly untilMs: number
  /** True where the request left at a kept rate: then nearly all is served, whoever asks. */
  readonly isPaced: boolean
}

/** What a refusal by a limit says of its wait. */
export interface Refused {
  /** When the request may be sent again at the earliest, milliseconds. */
  readonly untilMs: number
  /** True where the refusal named the wait: then everybody keeps it until the limit is known to concern fewer. */
  readonly isNamed: boolean
  /** True where the wait is longer than the run keeps: this product is given up, with this credential, and later perhaps more. */
  readonly overBudget: boolean
  /** True for a 502, 503 or 504: what is down says nothing of other products. */
  readonly isOutage?: boolean
  /** True for a witness, which the pace did not send: its wait is kept, and tells nothing of a rate. */
  readonly isWitness?: boolean
}

/** Whom one count of a limit may be for, the widest scope first. */
export const scopes = ['all', 'holder', 'product', 'holder-product', 'operation'] as const
export type PaceScope = (typeof scopes)[number]

/** Names the count of that scope that a request belongs to. */
export const scopeKey = (scope: PaceScope, share: Share): string => keysOf(share)[scope]

/** Names the counts of every scope that a share belongs to. The sender keeps equal shares as one object, so each is named once. */
export const keysOf = oncePer(
  ({ holder, product, operation }: Share): Readonly<Record<PaceScope, string>> => ({
    all: 'all',
    holder: `holder ${holder}`,
    product: `product ${product}`,
    'holder-product': `holder-product ${holder} ${product}`,
    operation: `operation ${operation}`,
  }),
)

/** How many requests of each of these counts are under way. */
export const underWayOf = (counts: Readonly<Record<PaceScope, { readonly underWay: number }>>): UnderWay =>
  scopes.map((scope) => counts[scope].underWay)
