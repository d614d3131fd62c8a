import { type Count, type LimitCounts, timeLeft } from './counts.ts'
import type { Pace } from './pace.ts'
import type { Share } from './share.ts'

/** How often the slowest counts are worked out anew. Milliseconds. */
const everyMs = 1_000

/** Counts that take at least this share of the longest time are slow too: the slowest one changes all the time. */
const nearly = 0.9

/**
 * Knows the counts of a limit whose remaining requests take longest. Those requests go first whenever their count has room, so that nobody
 * waits for them in the end. Where a limit concerns everybody there is no other count, and none is slow. Milliseconds.
 */
export class Slowest {
  readonly #pace: Pace
  #limits: LimitCounts | null = null
  #counts: ReadonlySet<Count> = new Set()
  #at = Number.NEGATIVE_INFINITY

  constructor(pace: Pace) {
    this.#pace = pace
  }

  /** Works out the slow counts anew, now and then. `left`: how many requests are left of each share. */
  look(left: () => ReadonlyMap<Share, number>, now: number): void {
    if (now - this.#at < everyMs) return
    this.#at = now
    const { learned } = this.#pace
    this.#limits = learned?.counts ?? null
    const times = learned === null ? [] : [...timeLeft(left(), learned, now)]
    const longestMs = Math.max(...times.map(([, ms]) => ms ?? 0))
    const slowest = times.filter(([{ kind }, ms]) => kind !== 'all' && ms !== null && ms >= nearly * longestMs)
    this.#counts = new Set(slowest.map(([count]) => count))
  }

  /** True where one of the slow counts has room. */
  haveRoom(now: number): boolean {
    if (this.#counts.size === 0 || this.#pace.learned === null) return false
    for (const count of this.#counts) if (this.#pace.isOpen(count, now)) return true
    return false
  }

  /** True where a share belongs to one of the slow counts. */
  include(share: Share): boolean {
    if (this.#limits === null) return false
    return this.#limits.allOf(share).some((count) => this.#counts.has(count))
  }
}
