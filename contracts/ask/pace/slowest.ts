import type { Count, LimitCounts } from './counts.ts'
import type { Pace } from './pace.ts'
import type { Share } from './share.ts'
import { timeLeft } from './time-left.ts'

/** So often it is reckoned. Milliseconds. */
const everyMs = 1_000

/** Counts that take nearly as long as the slowest are as slow: the slowest of them changes all the time. */
const nearly = 0.9

/**
 * Knows which counts of a limit will be used up last. What is taken from them goes first whenever they have room, so that nobody waits for
 * them in the end. Where a limit concerns everybody there is no other count, and none is slow. Milliseconds.
 */
export class Slowest {
  readonly #pace: Pace
  #limits: LimitCounts | null = null
  #counts: ReadonlySet<Count> = new Set()
  #at = Number.NEGATIVE_INFINITY

  constructor(pace: Pace) {
    this.#pace = pace
  }

  /** Takes note, now and then, of how much is left of each share. */
  look(left: () => ReadonlyMap<Share, number>, now: number): void {
    if (now - this.#at < everyMs) return
    this.#at = now
    const { learned } = this.#pace
    this.#limits = learned?.counts ?? null
    const times = learned === null ? [] : [...timeLeft(left(), learned, now)]
    const most = Math.max(...times.map(([, ms]) => ms ?? 0))
    const slowest = times.filter(([{ kind }, ms]) => kind !== 'all' && ms !== null && ms >= nearly * most)
    this.#counts = new Set(slowest.map(([count]) => count))
  }

  /** True where one of them has room. */
  haveRoom(now: number): boolean {
    if (this.#counts.size === 0 || this.#pace.learned === null) return false
    for (const count of this.#counts) if (this.#pace.isOpen(count, now)) return true
    return false
  }

  /** True where a request is taken from one of them. */
  include(share: Share): boolean {
    if (this.#limits === null) return false
    return this.#limits.allOf(share).some((count) => this.#counts.has(count))
  }
}
