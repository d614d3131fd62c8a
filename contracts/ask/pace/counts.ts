import { oncePer } from '../../../evidence/once-per.ts'
import type { CongestionWindow } from './congestion-window.ts'
import type { Rate } from './rate.ts'
import { keysOf, type PaceScope, type RefusedShare, type Share, scopes } from './share.ts'
import { WindowQuota } from './window-quota.ts'

/** One count that a limit may keep, of a scope or of the load, and what was learned of it. Times in milliseconds. */
export interface Count {
  readonly kind: PaceScope | 'load'
  readonly name: string
  /** When the latest requests of this count left. */
  starts: number[]
  underWay: number
  /** No request of this count leaves before. */
  heldUntil: number
  /** End of the wait that refusals told this count. It is kept only where limits may concern counts of this kind. */
  toldUntil: number
  /** How fast requests of this count leave; null where no refusal has set a rate. */
  rate: Rate | null
  /** What was learned of its window, if the limit counts in windows. */
  readonly quota: WindowQuota
  /** How many requests of it may be under way; null where no refusal has bounded them. */
  window: CongestionWindow | null
}

/** How many starts of a count are kept, to tell its rate at its first refusal. */
const remembered = 2_048

/** Takes note that a request of this count leaves. */
export function remember(count: Count, now: number): void {
  count.starts.push(now)
  if (count.starts.length > 2 * remembered) count.starts = count.starts.slice(-remembered)
}

/** Until when no request of a count leaves. `limits`: the scopes that limits may concern. */
export function releaseOf({ kind, heldUntil, toldUntil }: Count, limits: ReadonlySet<PaceScope>): number {
  return kind !== 'load' && limits.has(kind) ? Math.max(heldUntil, toldUntil) : heldUntil
}

/** The counts that a request belongs to: the load, and one of each scope. */
export type CountsOfShare = Readonly<Record<PaceScope | 'load', Count>>

/** What was learned of a limit that was met. */
export interface LearnedLimit {
  readonly counts: LimitCounts
  /** The scopes that the limit probably concerns. */
  readonly scopes: ReadonlySet<PaceScope>
  /** The rate of the count that was refused last. It stands for counts that were never refused. */
  readonly typical: Rate
}

/** All counts, of the load and of each scope, and until when they wait. Times in milliseconds. */
export class LimitCounts {
  readonly #counts = new Map<string, Count>()
  /** Counts that were ever held, told to wait, or given a rate. */
  readonly #limited = new Set<Count>()
  /** Every request belongs to these two. */
  readonly load = this.#named('load', 'load')
  readonly all = this.#named('all', 'all')
  /** Made once for each share: each request looks at its counts several times. */
  readonly #known = oncePer((share: Share) => {
    const keys = keysOf(share)
    const all = [this.load, ...scopes.map((scope) => this.#named(scope, keys[scope]))]
    return { byKind: Object.fromEntries(all.map((count) => [count.kind, count])) as CountsOfShare, all }
  })

  /** Finds or makes the count of that kind and name. */
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

  /** The counts of a share as a list. */
  allOf(share: Share): readonly Count[] {
    return this.#known(share).all
  }

  /** The end of the last hold so far; 0 where there never was one. `limits`: the scopes that limits may concern. */
  lastRelease(limits: ReadonlySet<PaceScope>): number {
    let last = 0
    for (const count of this.#limited) last = Math.max(last, releaseOf(count, limits))
    return last
  }

  /** The earliest time at which a hold ends or a rate has room again, or null. `limits`: the scopes that limits may concern. */
  nextRelease(now: number, limits: ReadonlySet<PaceScope>): number | null {
    let next = Number.POSITIVE_INFINITY
    for (const count of this.#limited) {
      for (const at of [releaseOf(count, limits), count.rate?.nextAt ?? 0]) if (at > now && at < next) next = at
    }
    return next === Number.POSITIVE_INFINITY ? null : next
  }

  /** Holds a count: none of its requests leaves before `untilMs`. */
  hold(count: Count, untilMs: number): void {
    count.heldUntil = Math.max(count.heldUntil, untilMs)
    this.#limited.add(count)
  }

  /** Takes note that a request of these counts leaves. `isLikely`: a limit probably concerns counts of just that kind. */
  started(counts: Readonly<Record<PaceScope, Count>>, now: number, isLikely: (kind: PaceScope) => boolean): void {
    for (const scope of scopes) {
      const { rate, quota } = counts[scope]
      if (quota.isFresh && quota.released(isLikely(scope))) this.#assumeWindow(scope, quota)
      quota.sent(now)
      rate?.started(now)
    }
  }

  /** Lifts every bound on requests under way, except that of the load. */
  openWindows(): void {
    for (const count of this.#counts.values()) if (count.kind !== 'load') count.window = null
  }

  /** Takes note of a refusal: it tells each count of its share to wait, in case the limit concerns that count. */
  refused(refusal: RefusedShare): void {
    const counts = this.of(refusal.share)
    for (const scope of scopes) {
      const count = counts[scope]
      count.quota.refused(refusal, count.rate?.usedMs ?? null)
      count.toldUntil = Math.max(count.toldUntil, refusal.untilMs)
      this.#limited.add(count)
    }
  }

  /** True where a refusal told another count of the same kind to wait, and that wait is not over. */
  isAnotherTold({ kind, name }: Count, now: number): boolean {
    for (const other of this.#limited)
      if (other.kind === kind && other.name !== name && other.toldUntil > now) return true
    return false
  }

  /** Other counts of that kind are assumed to have the same window. */
  #assumeWindow(kind: PaceScope, quota: WindowQuota): void {
    for (const other of this.#counts.values()) if (other.kind === kind) other.quota.assume(quota)
  }

  /** A count without a rate gets the typical one, until its own refusals show another. */
  assumeRate(count: Count, typical: Rate | null, now: number): void {
    if (count.rate !== null || typical === null) return
    count.rate = typical.forAnother(count, now)
    this.#limited.add(count)
  }
}

/** How long the requests left of each count of the limit take, milliseconds; null where too little is known of its rate. */
export function timeLeft(
  left: ReadonlyMap<Share, number>,
  { counts, scopes, typical }: LearnedLimit,
  now: number,
): ReadonlyMap<Count, number | null> {
  const requests = new Map<Count, number>()
  for (const [share, own] of left) {
    const all = counts.of(share)
    for (const scope of scopes) requests.set(all[scope], (requests.get(all[scope]) ?? 0) + own)
  }
  const timeOf = (count: Count, own: number) => {
    const ms = (count.rate ?? typical).msFor(own)
    return ms === null ? null : Math.max(0, releaseOf(count, scopes) - now) + ms
  }
  return new Map([...requests].map(([count, own]) => [count, timeOf(count, own)]))
}
