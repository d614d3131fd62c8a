import { oneAtATime } from './congestion-window.ts'
import type { Count, LimitCounts } from './counts.ts'
import type { Refused, SentShare } from './share.ts'

/** After so many refusals in a row a holder waits in all products; everybody, after two such holders and a third. */
const enough = { holder: 5, all: 11 } as const
const wide = ['holder', 'all'] as const

/** The pauses within a row, the last one from then on: a wait may be told that is far longer than the limit. Milliseconds. */
const pausesMs = [0, 250, 500] as const
const longestPauseMs = 1_000

/** Refusals in a row: of requests that left after the one before was heard of, with none served in between. */
interface Row {
  refusals: number
  readonly holders: Set<string>
  /** How many requests had left when the last of them was heard of. */
  sent: number
}

/**
 * Knows whom a wait concerns that is longer than the run keeps. At first the key that was told it waits alone, in the product that told it:
 * a limit of one product leaves nothing else unasked. Then one request at a time is sent. Where each is refused, others wait as well.
 */
export class LongWaits {
  readonly #counts: LimitCounts
  readonly #concurrency: number
  readonly #rows = new Map<Count, Row>()
  /** Who was ever served. */
  readonly #served = new Set<string>()

  constructor(counts: LimitCounts, concurrency: number) {
    this.#counts = counts
    this.#concurrency = concurrency
  }

  /** Takes note of a refusal that came at `now`, when `sent` requests had left. Milliseconds. */
  refused({ share, nth }: SentShare, { untilMs, isOutage }: Refused, sent: number, now: number): void {
    const counts = this.#counts.of(share)
    this.#counts.hold(counts['holder-product'], untilMs)
    if (isOutage === true) return
    for (const scope of wide) {
      const count = counts[scope]
      const row = this.#rows.get(count) ?? { refusals: 0, holders: new Set(), sent: 0 }
      if (nth <= row.sent) continue
      this.#rows.set(count, row)
      row.refusals += 1
      row.holders.add(share.holder)
      row.sent = sent
      const isWide = row.refusals >= enough[scope] && (scope === 'holder' || this.#concernsAll(row))
      count.window = oneAtATime(this.#concurrency)
      this.#counts.hold(count, isWide ? untilMs : now + (pausesMs[row.refusals - 1] ?? longestPauseMs))
    }
  }

  /** True where everybody may be concerned: whoever was served before is refused as well. A limit may count none without a key. */
  #concernsAll({ holders }: Row): boolean {
    return holders.size > 2 && [...this.#served].every((holder) => holders.has(holder))
  }

  /** Takes note of a request that was served: its sender is not limited, or not everywhere. */
  served({ share, nth }: SentShare): void {
    this.#served.add(share.holder)
    if (this.#rows.size === 0) return
    const counts = this.#counts.of(share)
    for (const scope of wide) if (nth > (this.#rows.get(counts[scope])?.sent ?? nth)) this.#rows.delete(counts[scope])
  }
}
