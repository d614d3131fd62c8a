import type { RefusedShare } from './share.ts'

/** Smaller quotas tell nothing. People set limits to round numbers. */
const fewest = 20
const isRound = (quota: number) => quota >= fewest && quota % 5 === 0

/**
 * How much of a window stays unused, since requests that leave evenly arrive unevenly. It is more where trip times differ by more. Each
 * refusal at that rate doubles it. Milliseconds.
 */
const lateMs = 5
const ofTrips = 0.6
const leastUnevenMs = 15
const mostUnevenMs = 80

/** How long the known rate is kept before a higher one is tried, milliseconds. Each refusal of a higher one multiplies it by `steadier`. */
const firstSteadyMs = 30_000
const steadier = 3

/** A count that serves ever more for so long and a whole window was a bucket, filled while it was used. Milliseconds. */
const disprovedMs = 4_500

/** How many requests a window holds, for all counts of one kind. Milliseconds. */
interface KnownWindow {
  readonly quota: number
  readonly lengthMs: number
  unevenMs: number
}

type Refusal = Pick<RefusedShare, 'startedAt' | 'at' | 'untilMs'>

/**
 * Recognises a window: a count served exactly the same round number before its first wait and before its second, both at full speed.
 * Then the size of the window needs no search, which would cost a refusal and a wait each time. Milliseconds.
 */
export class WindowQuota {
  /** How many requests were sent and not refused, and how many of these before the last wait. */
  #served = 0
  #servedBefore = 0
  readonly #quotas: number[] = []
  #firstAt: number | null = null
  /** When the last wave of refusals was heard of. */
  #heardAt = Number.NEGATIVE_INFINITY
  #isFresh = false
  #lengthMs = 0
  /** How long refusals took: the service does no work for them, so this is the trip alone. */
  #shortestMs = Number.POSITIVE_INFINITY
  #longestMs = 0
  #known: KnownWindow | null = null
  /** True once the known window proved to be none. */
  #isDisproved = false
  #steadyMs = firstSteadyMs

  /** The even rate that the window permits, requests a millisecond; null where no window was recognised. */
  get perMs(): number | null {
    if (this.#known === null) return null
    const { quota, lengthMs, unevenMs } = this.#known
    return (quota * (1 - unevenMs / lengthMs)) / lengthMs
  }

  /** How long no higher rate than that is tried. */
  get steadyMs(): number {
    return this.#steadyMs
  }

  /** True where the next request is the first after a wait. */
  get isFresh(): boolean {
    return this.#isFresh
  }

  /** Assumes the window of another count of the same kind. */
  assume(other: WindowQuota): void {
    if (!this.#isDisproved) this.#known ??= other.#known
  }

  sent(now: number): void {
    this.#firstAt ??= now
    this.#served += 1
  }

  /** Takes note of a refusal. `usedMs`: how long the count was used evenly since the last wait; null where it was not. */
  refused({ startedAt, at, untilMs }: Refusal, usedMs: number | null): void {
    this.#served -= 1
    this.#shortestMs = Math.min(this.#shortestMs, at - startedAt)
    this.#longestMs = Math.max(this.#longestMs, at - startedAt)
    if (startedAt <= this.#heardAt) return
    this.#heardAt = at
    this.#isFresh = true
    if (this.#lengthMs === 0) this.#lengthMs = Math.floor((untilMs - (this.#firstAt ?? at)) / 1_000) * 1_000
    if (this.#known === null || usedMs === null) return
    this.#isDisproved ||= usedMs > this.#steadyMs + this.#known.lengthMs + disprovedMs
    if (usedMs > this.#steadyMs) this.#steadyMs *= steadier
    else if (this.#known.unevenMs < mostUnevenMs) this.#known.unevenMs *= 2
    else this.#known = null
  }

  /** Takes note of the first request after a wait. True where it shows a window. `isLikely`: the limit probably concerns this scope. */
  released(isLikely: boolean): boolean {
    this.#isFresh = false
    // Not before: what is learned from the refusal needs the rate that was refused.
    if (this.#isDisproved) this.#known = null
    if (this.#quotas.length === 2) return false
    this.#quotas.push(this.#served - this.#servedBefore)
    this.#servedBefore = this.#served
    const [first = 0, second] = this.#quotas
    if (!isLikely || first !== second || !isRound(first) || this.#lengthMs === 0) return false
    const unevenMs = Math.max(leastUnevenMs, lateMs + ofTrips * (this.#longestMs - this.#shortestMs))
    this.#known = { quota: first, lengthMs: this.#lengthMs, unevenMs: Math.min(mostUnevenMs, unevenMs) }
    return true
  }
}
