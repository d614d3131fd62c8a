import { type Share, scopeKey } from './share.ts'

/** Whom refusals with 502, 503 or 504 are about: one operation, or its whole product. */
export type OwnScope = 'operation' | 'product'

/** A product is down where one of its operations is shown to be, so many more are refused, and none is served. */
const enoughMore = 2

/** So many operations that refuse by themselves speak for the next one that is refused, as long as none was served again. */
const enoughShown = 3

/** What is waited between two requests to who is refused by itself, doubled each time, and in all. Milliseconds. */
const firstPauseMs = 100
const enoughMs = 3_000

/** What came of an operation or a product since it was served last. Times in milliseconds of a clock that is never set. */
interface Row {
  refusals: number
  /** True as soon as it was refused alone while others were served. */
  isOwn: boolean
  /** The operations that were refused. */
  readonly operations: Set<string>
  pauses: number
  waitedMs: number
  heldUntil: number
}

/**
 * Knows which operations and products answer 502, 503 or 504 by themselves, alone and while others are served (O5d): then no one else
 * waits for them. Only the pace hangs on it, no verdict; whatever is served begins anew.
 */
export class OwnRefusals {
  readonly #rows = new Map<string, Row>()
  /** How many operations were shown to refuse by themselves; none as soon as one that was refused is served. */
  #shown = 0

  #row(scope: OwnScope, share: Share): Row {
    const key = scopeKey(scope, share)
    const row = this.#rows.get(key) ?? {
      ...{ refusals: 0, isOwn: false, operations: new Set(), pauses: 0, waitedMs: 0, heldUntil: 0 },
    }
    this.#rows.set(key, row)
    return row
  }

  served(share: Share): void {
    if (this.inRow(share) > 0) this.#shown = 0
    this.#rows.delete(scopeKey('operation', share))
    this.#rows.delete(scopeKey('product', share))
  }

  refused(share: Share): void {
    for (const scope of ['operation', 'product'] as const) {
      const row = this.#row(scope, share)
      row.refusals += 1
      row.operations.add(share.operation)
    }
  }

  /** It was refused with nothing else under way, and something else was served then. */
  refusedByItself(share: Share): void {
    this.#shown += 1
    this.#row('operation', share).isOwn = true
    this.#row('product', share).isOwn = true
  }

  /** How often an operation was refused since it was served last. */
  inRow(share: Share): number {
    return this.#rows.get(scopeKey('operation', share))?.refusals ?? 0
  }

  /** Whom refusals are about; null where that is not known. */
  scopeOf(share: Share): OwnScope | null {
    const product = this.#rows.get(scopeKey('product', share))
    if (product?.isOwn && product.operations.size > enoughMore) return 'product'
    const operation = this.#rows.get(scopeKey('operation', share))
    return operation !== undefined && (operation.isOwn || this.#shown >= enoughShown) ? 'operation' : null
  }

  /** True where it was waited for long enough: what is still to be asked is asked once, and nobody waits any more. */
  isDown(share: Share): boolean {
    const scope = this.scopeOf(share)
    return scope !== null && this.#row(scope, share).waitedMs >= enoughMs
  }

  /** Until when nothing is sent to whom a refusal is about. One wave of refusals counts once. */
  hold(share: Share, scope: OwnScope, now: number, toldMs: number): number {
    const row = this.#row(scope, share)
    const isWave = row.heldUntil <= now
    const pauseMs = isWave ? firstPauseMs * 2 ** row.pauses : 0
    const until = Math.max(row.heldUntil, now + Math.max(pauseMs, toldMs))
    if (isWave) row.pauses += 1
    row.waitedMs += until - Math.max(row.heldUntil, now)
    row.heldUntil = until
    return until
  }
}
