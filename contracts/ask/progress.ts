import type { KeptPace, LimitedBy } from '../../evidence/results.ts'
import { isLikely } from '../condition.ts'
import type { Entry } from '../plan.ts'
import type { Ledger } from './ledger.ts'
import type { Pace } from './pace/pace.ts'
import type { PaceScope } from './pace/share.ts'
import { timeLeft } from './pace/time-left.ts'
import type { Shares } from './shares.ts'

/** How far a run has come. */
export interface Progress {
  readonly done: number
  readonly planned: number
  /** True while a limit is being waited for. */
  readonly limited: boolean
  /** How long the rest takes under the limit that was met; null while none was learned. Milliseconds. */
  readonly leftMs: number | null
}

/** What keeps requests back, at a time of the clock that is never set. Milliseconds. */
export interface KeptBack {
  readonly pace: Pace
  readonly shares: Shares
  readonly now: number
}

/** So often it is reckoned. Milliseconds. */
const everyMs = 1_000

/** How far a plan is, and how long its rest takes under the limit that was met. */
export class ProgressOfPlan {
  readonly #ledger: Ledger
  #at = Number.NEGATIVE_INFINITY
  #ms: number | null = null

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  now(kept: KeptBack): Progress {
    const { done, planned } = this.#ledger
    return { done, planned, limited: kept.pace.isHolding(kept.now), leftMs: this.#leftMs(kept) }
  }

  #leftMs(kept: KeptBack): number | null {
    if (kept.now - this.#at < everyMs) return this.#ms
    this.#at = kept.now
    this.#ms = kept.pace.learned === null ? null : slowestMs(this.#likely(), kept)
    return this.#ms
  }

  /** What is still to be sent; what hangs on answers as if the rest of them came from a deployment that conforms. */
  #likely(): readonly Entry[] {
    const open = this.#ledger.open()
    const byId = new Map(open.map((entry) => [entry.probe.id, entry]))
    const likely = new Map<string, boolean>()
    // What a condition names may stand behind it.
    const isAsked = (probe: string): boolean => {
      const known = likely.get(probe)
      const entry = byId.get(probe)
      if (known !== undefined || entry === undefined) return known ?? false
      const own = entry.when === null || isLikely(entry.when, this.#ledger.outcome, isAsked)
      likely.set(probe, own)
      return own
    }
    return open.filter(({ probe }) => isAsked(probe.id))
  }
}

/** The slowest count that the limit may concern decides. */
function slowestMs(left: readonly Entry[], { pace, shares, now }: KeptBack): number | null {
  const { learned } = pace
  if (learned === null) return null
  const times = [...timeLeft(shares.count(left), learned, now).values()]
  return times.reduce<number | null>((most, ms) => (most === null || ms === null ? null : Math.max(most, ms)), 0)
}

/** What is said of whom one count of a limit is for. */
const words: Readonly<Record<PaceScope, LimitedBy>> = {
  all: 'everybody',
  holder: 'credential',
  product: 'product',
  'holder-product': 'credential and product',
  operation: 'operation',
}

/** So many requests are long enough to tell a rate, whatever the window. */
const many = 1_000_000

/** The rate that is kept for each count of the limit that was met; null where none was learned. */
export function keptPace({ learned }: Pace): KeptPace | null {
  const ms = learned?.typical.msFor(many) ?? null
  if (learned === null || ms === null) return null
  const requestsPerSecond = Number(((many / ms) * 1_000).toPrecision(3))
  return { each: [...learned.scopes].map((scope) => words[scope]), requestsPerSecond }
}
