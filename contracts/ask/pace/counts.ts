import { oncePer } from '../../../evidence/once-per.ts'
import type { CongestionWindow } from './congestion-window.ts'
import type { Rate } from './rate.ts'
import { keysOf, type PaceScope, type RefusedShare, type Share, scopes } from './share.ts'
import { WindowQuota } from './window-quota.ts'

/** What one count of a limit may be taken from, and what was learned of it. Milliseconds. */
export interface Count {
  readonly kind: PaceScope | 'load'
  readonly name: string
  /** When it was used lately. */
  starts: number[]
  underWay: number
  /** Nothing of it leaves before. */
  heldUntil: number
  /** Until when refusals have told it to wait if it is what the limit concerns. */
  toldUntil: number
  /** How fast it is used; null where it was never refused. */
  rate: Rate | null
  /** How many a window holds, if it is one. */
  readonly quota: WindowQuota
  /** How many of it may be under way; null where it was never refused without a word of when to come back. */
  window: CongestionWindow | null
}

/** So many starts tell the rate of a count that is refused for the first time. */
const remembered = 2_048

/** Takes note of a request that is taken from a count. */
export function remember(count: Count, now: number): void {
  count.starts.push(now)
  if (count.starts.length > 2 * remembered) count.starts = count.starts.slice(-remembered)
}

/** Until when nothing of a count leaves. */
export function releaseOf({ kind, heldUntil, toldUntil }: Count, limits: ReadonlySet<PaceScope>): number {
  return kind !== 'load' && limits.has(kind) ? Math.max(heldUntil, toldUntil) : heldUntil
}

/** The counts that a request may be taken from: of the load, and by scope. */
export type CountsOfShare = Readonly<Record<PaceScope | 'load', Count>>

/** What is known of a limit that was met. */
export interface LearnedLimit {
  readonly counts: LimitCounts
  /** Whom it may concern. */
  readonly scopes: ReadonlySet<PaceScope>
  /** That of the count that was refused last, for those that never were. */
  readonly typical: Rate
}

/** All counts that requests may be taken from, of the load and by scope, and until when they wait. Milliseconds. */
export class LimitCounts {
  readonly #counts = new Map<string, Count>()
  /** Those that were ever held or have a rate. */
  readonly #limited = new Set<Count>()
  /** What everything is taken from. */
  readonly load = this.#named('load', 'load')
  readonly all = this.#named('all', 'all')
  /** Named once for each share: each request looks at them several times. */
  readonly #known = oncePer((share: Share) => {
    const keys = keysOf(share)
    const byKind: CountsOfShare = {
      load: this.load,
      all: this.all,
      holder: this.#named('holder', keys.holder),
      product: this.#named('product', keys.product),
      'holder-product': this.#named('holder-product', keys['holder-product']),
      operation: this.#named('operation', keys.operation),
    }
    return { byKind, all: Object.values(byKind) }
  })

  /** The count of that kind and name. */
  #named(kind: PaceScope | 'load', key: string): Count {
    const before = this.#counts.get(key)
    if (before !== undefined) return before
    const count: Count = {
      kind,
      name: key,
      starts: [],
      underWay: 0,
      heldUntil: 0,
      toldUntil: 0,
      rate: null,
      quota: new WindowQuota(),
      window: null,
    }
    this.#counts.set(key, count)
    return count
  }

  of(share: Share): CountsOfShare {
    return this.#known(share).byKind
  }

  /** The same, one after the other. */
  allOf(share: Share): readonly Count[] {
    return this.#known(share).all
  }

  /** The end of the longest hold; 0 where there is none. `limits`: whom limits may concern. */
  lastRelease(limits: ReadonlySet<PaceScope>): number {
    let last = 0
    for (const count of this.#limited) last = Math.max(last, releaseOf(count, limits))
    return last
  }

  /** The earliest time at which a hold ends or a rate has room again, or null. `limits`: whom limits may concern. */
  nextRelease(now: number, limits: ReadonlySet<PaceScope>): number | null {
    let next = Number.POSITIVE_INFINITY
    for (const count of this.#limited) {
      for (const at of [releaseOf(count, limits), count.rate?.nextAt ?? 0]) if (at > now && at < next) next = at
    }
    return next === Number.POSITIVE_INFINITY ? null : next
  }

  /** Nothing of it leaves before. */
  hold(count: Count, untilMs: number): void {
    count.heldUntil = Math.max(count.heldUntil, untilMs)
    this.#limited.add(count)
  }

  /**
   * A request leaves that is taken from these.
   *
   * @param isLikely True where a limit is likely to concern just counts of that kind.
   */
  started(counts: Readonly<Record<PaceScope, Count>>, now: number, isLikely: (kind: PaceScope) => boolean): void {
    for (const scope of scopes) {
      const { rate, quota } = counts[scope]
      if (quota.isFresh && quota.released(isLikely(scope))) this.#expectWindow(scope, quota)
      quota.sent(now)
      rate?.started(now)
    }
  }

  /** As many may be under way again as ever, but for the load. */
  openWindows(): void {
    for (const count of this.#counts.values()) if (count.kind !== 'load') count.window = null
  }

  /** A refusal told everybody to wait who shares a count with it, if that count is what the limit concerns. */
  refused(refusal: RefusedShare): void {
    const counts = this.of(refusal.share)
    for (const scope of scopes) {
      const count = counts[scope]
      count.quota.refused(refusal, count.rate?.usedMs ?? null)
      count.toldUntil = Math.max(count.toldUntil, refusal.untilMs)
      this.#limited.add(count)
    }
  }

  /** True where a refusal told another count of the same kind to wait, and that is not over. */
  isAnotherTold({ kind, name }: Count, now: number): boolean {
    for (const other of this.#limited)
      if (other.kind === kind && other.name !== name && other.toldUntil > now) return true
    return false
  }

  /** Others of a kind are taken for such windows too. */
  #expectWindow(kind: PaceScope, quota: WindowQuota): void {
    for (const other of this.#counts.values()) if (other.kind === kind) other.quota.expect(quota)
  }

  /** Others of a kind are taken to have the same limit until they show another. */
  expect(count: Count, typical: Rate | null, now: number): void {
    if (count.rate !== null || typical === null) return
    count.rate = typical.forAnother(count, now)
    this.#limited.add(count)
  }
}
