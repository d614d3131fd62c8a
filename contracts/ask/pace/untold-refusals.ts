import { shrunk } from './congestion-window.ts'
import type { LimitCounts } from './counts.ts'
import { RoomEvidence } from './room-evidence.ts'
import type { Share, UnderWay } from './share.ts'

/** Refusals of two credentials within so many milliseconds are taken for one event. */
const sameEventMs = 5_000

/**
 * Handles refusals that do not say when to come back. They may be about how many requests are under way, which no rate respects: fewer
 * requests are sent at once then. Times in milliseconds.
 */
export class UntoldRefusals {
  readonly #counts: LimitCounts
  readonly #concurrency: number
  readonly #room = new RoomEvidence()
  #last: { readonly holder: string; readonly at: number } | null = null

  constructor(counts: LimitCounts, concurrency: number) {
    this.#counts = counts
    this.#concurrency = concurrency
  }

  served(underWay: UnderWay): void {
    this.#room.served(underWay)
  }

  /** True where refused requests surely had room: the limit is about requests in a time. It is paced as if it had told a wait. */
  isAboutTime(underWay: UnderWay): boolean {
    if (this.#room.isAboutTime) return true
    this.#room.refused(underWay)
    if (this.#room.isAboutTime) this.#counts.openWindows()
    return this.#room.isAboutTime
  }

  /** Takes note of a refusal. As soon as two credentials are refused at once, the limit is taken to concern everybody. */
  refused(share: Share, now: number, untilMs: number): void {
    const isOthers = this.#last !== null && this.#last.holder !== share.holder && now - this.#last.at < sameEventMs
    this.#last = { holder: share.holder, at: now }
    const count = isOthers ? this.#counts.all : this.#counts.of(share).holder
    const isHeld = count.heldUntil > now
    this.#counts.hold(count, untilMs)
    // One wave of refusals halves the window once, not once for each of its requests.
    if (!isHeld) count.window = shrunk(count.window, this.#concurrency, now)
  }
}
