import { type Share, scopeKey } from './share.ts'

/** What refuses by itself with 502, 503 or 504: one operation, or its whole product. */
export type OwnScope = 'operation' | 'product'

/** A product is down where one operation is shown to refuse by itself, so many more are refused, and none is served. */
const enoughMore = 2

/** After so many operations were shown to refuse by themselves, each refused one is taken to do so, until a refused one is served. */
const enoughShown = 3

/** The first pause of an operation or product that refuses by itself, doubled each time; and its whole time to recover. Milliseconds. */
const firstPauseMs = 100
const enoughMs = 3_000

/** What happened to an operation or a product since it was served last. Times in milliseconds of a clock that is never set. */
interface Row {
  refusals: number
  /** True once it was refused alone while others were served. */
  isOwn: boolean
  /** The operations that were refused. */
  readonly operations: Set<string>
  pauses: number
  waitedMs: number
  heldUntil: number
}

const newRow = (): Row => ({ refusals: 0, isOwn: false, operations: new Set(), pauses: 0, waitedMs: 0, heldUntil: 0 })

/**
 * Knows which operations and products answer 502, 503 or 504 by themselves: alone, and while others are served (O5d). Nobody else
 * waits for those. Only the pace uses this, no verdict. An operation or product that is served starts anew.
 */
export class OwnRefusals {
  readonly #rows = new Map<string, Row>()
  /** How many operations were shown to refuse by themselves; 0 again as soon as a refused operation is served. */
  #shown = 0

  #row(scope: OwnScope, share: Share): Row {
    const key = scopeKey(scope, share)
    const row = this.#rows.get(key) ?? newRow()
    this.#rows.set(key, row)
    return row
  }

  served(share: Share): void {
    if (this.#rows.size === 0) return
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

  /** Takes note that an operation was refused with nothing else under way, and that another was served then. */
  refusedByItself(share: Share): void {
    this.#shown += 1
    this.#row('operation', share).isOwn = true
    this.#row('product', share).isOwn = true
  }

  /** How often an operation was refused since it was served last. */
  inRow(share: Share): number {
    return this.#rows.get(scopeKey('operation', share))?.refusals ?? 0
  }

  /** Whether the operation or its whole product refuses by itself; null where neither is shown to. */
  scopeOf(share: Share): OwnScope | null {
    if (this.#rows.size === 0) return null
    const product = this.#rows.get(scopeKey('product', share))
    if (product?.isOwn && product.operations.size > enoughMore) return 'product'
    const operation = this.#rows.get(scopeKey('operation', share))
    return operation !== undefined && (operation.isOwn || this.#shown >= enoughShown) ? 'operation' : null
  }

  /** True where the operation, or its product, refuses by itself and its time to recover is over: its probes are sent once then. */
  isDown(share: Share): boolean {
    const scope = this.scopeOf(share)
    return scope !== null && this.#row(scope, share).waitedMs >= enoughMs
  }

  /** Holds an operation or product after its refusal, and returns until when. One wave of refusals counts once. */
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
