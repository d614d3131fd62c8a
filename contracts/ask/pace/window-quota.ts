import type { RefusedShare } from './share.ts'

/** Fewer than this tell nothing, and who sets a limit takes a round number. */
const fewest = 20
const isRound = (quota: number) => quota >= fewest && quota % 5 === 0

/**
 * So much of its time is left unused, since what is sent evenly still comes unevenly: more where trips differ by more, and
 * twice as much where it was refused. Milliseconds.
 */
const lateMs = 5
const ofTrips = 0.6
const leastUnevenMs = 15
const mostUnevenMs = 80

/** How long it is used evenly before more is tried, milliseconds: each time more was refused, so many times as long. */
const firstSteadyMs = 60_000
const steadier = 3

/** What a window holds, of all counts of one kind. Milliseconds. */
interface KnownWindow {
  readonly quota: number
  readonly lengthMs: number
  unevenMs: number
}

type Refusal = Pick<RefusedShare, 'startedAt' | 'at' | 'untilMs'>

/**
 * Recognises a window: a count that served exactly the same round number before its first wait and before the second, both at full
 * speed. Its size needs no search then, which would cost a refusal and a wait each time. Milliseconds.
 */
export class WindowQuota {
  /** How many were sent and not refused, and of these before the last wait. */
  #served = 0
  #servedBefore = 0
  readonly #quotas: number[] = []
  #firstAt: number | null = null
  /** When the last wave of refusals was heard of. */
  #heardAt = Number.NEGATIVE_INFINITY
  #isFresh = false
  #lengthMs = 0
  /** How long refusals took, which nothing is worked on for. */
  #shortestMs = Number.POSITIVE_INFINITY
  #longestMs = 0
  #known: KnownWindow | null = null
  #steadyMs = firstSteadyMs

  /** Requests a millisecond that an even row may use; null where no window was recognised. */
  get perMs(): number | null {
    if (this.#known === null) return null
    const { quota, lengthMs, unevenMs } = this.#known
    return (quota * (1 - unevenMs / lengthMs)) / lengthMs
  }

  /** How long no more than that is tried. */
  get steadyMs(): number {
    return this.#steadyMs
  }

  /** True where the next one is the first that leaves after a wait. */
  get isFresh(): boolean {
    return this.#isFresh
  }

  /** Another of its kind holds as much. */
  expect(other: WindowQuota): void {
    this.#known ??= other.#known
  }

  sent(now: number): void {
    this.#firstAt ??= now
    this.#served += 1
  }

  /**
   * One was refused.
   *
   * @param usedMs How long it was used evenly since the last wait; null where it was not.
   */
  refused({ startedAt, at, untilMs }: Refusal, usedMs: number | null): void {
    this.#served -= 1
    this.#shortestMs = Math.min(this.#shortestMs, at - startedAt)
    this.#longestMs = Math.max(this.#longestMs, at - startedAt)
    if (startedAt <= this.#heardAt) return
    this.#heardAt = at
    this.#isFresh = true
    if (this.#lengthMs === 0) this.#lengthMs = Math.floor((untilMs - (this.#firstAt ?? at)) / 1_000) * 1_000
    if (this.#known === null || usedMs === null) return
    if (usedMs > this.#steadyMs) this.#steadyMs *= steadier
    else if (this.#known.unevenMs < mostUnevenMs) this.#known.unevenMs *= 2
    else this.#known = null
  }

  /**
   * The first one leaves after a wait.
   *
   * @param isLikely True where the limit is likely to concern just this count.
   * @returns True where a window is recognised by that.
   */
  released(isLikely: boolean): boolean {
    this.#isFresh = false
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
