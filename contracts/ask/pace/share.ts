import { oncePer } from '../../../evidence/once-per.ts'

/** Whose budget a request spends: a limit concerns everybody, a credential, a product or an operation (§7, §8.1). */
export interface Share {
  /** Of the credential. */
  readonly holder: string
  readonly product: string
  readonly operation: string
}

/** A request that was answered, and when it was sent. Milliseconds. */
export interface SentShare {
  readonly share: Share
  readonly startedAt: number
  /** How many were sent before. */
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
  /** True where it was sent at a rate that is kept already: then nearly all is served, whoever asks for it. */
  readonly isPaced: boolean
}

/** A refusal that is to be waited out. */
export interface Refused {
  /** When it may be sent again at the earliest. */
  readonly untilMs: number
  /** True where the refusal named the wait: then it is kept for everybody until the limit is known to concern fewer. */
  readonly isNamed: boolean
  /** True where the wait is too long to be kept: then only this product of this credential is given up. */
  readonly overBudget: boolean
}

/** What one count of a limit may be for, the widest first. */
export const scopes = ['all', 'holder', 'product', 'holder-product', 'operation'] as const
export type PaceScope = (typeof scopes)[number]

/** Names the count of that kind that a request is taken from. */
export function scopeKey(scope: PaceScope, share: Share): string {
  return keysOf(share)[scope]
}

/** The counts of every kind that a request may be taken from. Equal shares are one object for the sender, so they are named once. */
export const keysOf = oncePer(
  ({ holder, product, operation }: Share): Readonly<Record<PaceScope, string>> => ({
    all: 'all',
    holder: `holder ${holder}`,
    product: `product ${product}`,
    'holder-product': `holder-product ${holder} ${product}`,
    operation: `operation ${operation}`,
  }),
)

/** How many requests are under way that are taken from each of these counts. */
export const underWayOf = (counts: Readonly<Record<PaceScope, { readonly underWay: number }>>): UnderWay =>
  scopes.map((scope) => counts[scope].underWay)
