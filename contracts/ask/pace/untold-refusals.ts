import { shrunk } from './congestion-window.ts'
import type { LimitCounts } from './counts.ts'
import { type PaceScope, type Share, scopes, type UnderWay } from './share.ts'

/** A refusal had room where so many requests were served while far more were under way. */
const enough = 32

/** So many refusals must have had room: at one, the service may still have counted requests that it had answered. */
const enoughRefusals = 2

/** How many times as many are far more. Less is demanded of narrow scopes: they have few requests under way. */
const farMore: Readonly<Record<PaceScope, number>> = {
  all: 2,
  holder: 2,
  product: 1.5,
  'holder-product': 1,
  operation: 1,
}

/**
 * Learns what refusals without a told wait are about: how many requests are under way, or how many are sent in a time. A limit on
 * requests under way refuses at much the same number each time, and serves hardly any where far more are under way.
 */
export class RoomEvidence {
  /** For each scope: how many requests were served, by how many of their count were under way. */
  readonly #served: readonly number[][] = scopes.map(() => [])
  #withRoom = 0

  /** True once enough refusals had room in every scope: then the limit is about requests in a time. */
  get isAboutTime(): boolean {
    return this.#withRoom >= enoughRefusals
  }

  served(underWay: UnderWay): void {
    this.#served.forEach((served, scope) => {
      const size = underWay[scope] ?? 0
      served[size] = (served[size] ?? 0) + 1
    })
  }

  refused(underWay: UnderWay): void {
    const hadRoom = scopes.every((scope, nth) => {
      const least = (underWay[nth] ?? 0) * farMore[scope]
      let withMore = 0
      for (const [size, count = 0] of this.#served[nth]?.entries() ?? []) if (size >= least) withMore += count
      return withMore >= enough
    })
    if (hadRoom) this.#withRoom += 1
  }
}

/** How often a wait that was not told is doubled at most. A window of a minute would else refuse each question as often as it is asked. */
const mostDoublings = 3

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
  /** Waves of refusals about time since a request was served that was sent after such a wave. */
  #wavesInARow = 0

  constructor(counts: LimitCounts, concurrency: number) {
    this.#counts = counts
    this.#concurrency = concurrency
  }

  /** Takes note of an answer. `isSince`: its request was sent after the last wave of refusals about time. */
  served(underWay: UnderWay, isSince: boolean): void {
    this.#room.served(underWay)
    if (isSince) this.#wavesInARow = 0
  }

  /** How long to wait after a refusal about time that tells no wait: twice as long after each wave in a row. */
  longerWait(ms: number, isWave: boolean): number {
    if (isWave) this.#wavesInARow += 1
    return ms * 2 ** Math.min(Math.max(this.#wavesInARow - 1, 0), mostDoublings)
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
