import type { KeptPace, LimitedBy } from '../../evidence/results.ts'
import { isLikely } from '../condition.ts'
import type { Entry } from '../plan.ts'
import type { Deadline } from './deadline.ts'
import type { Ledger } from './ledger.ts'
import { timeLeft } from './pace/counts.ts'
import type { Pace } from './pace/pace.ts'
import type { PaceScope } from './pace/share.ts'
import type { Shares } from './shares.ts'

/** How far a run has come. */
export interface Progress {
  readonly done: number
  readonly planned: number
  /** True while a wait is kept. */
  readonly limited: boolean
  /** How long the rest takes under the learned limit; null while none is learned. Milliseconds. */
  readonly leftMs: number | null
}

/** What keeps requests back at `now`, milliseconds of a clock that is never set. */
export interface KeptBack {
  readonly pace: Pace
  readonly shares: Shares
  readonly now: number
}

/** What progress is read from, and whom it is told. */
interface Progressing {
  readonly ledger: Ledger
  readonly dispatcher: { readonly keptBack: KeptBack }
  /** No request starts later. */
  readonly deadline: Deadline
  readonly tell: ((progress: Progress) => void) | undefined
}

/** How often the time left is worked out anew. Milliseconds. */
const everyMs = 1_000

/** Says how far a plan is, and how long its rest takes under the learned limit. */
export class ProgressOfPlan {
  readonly #of: Progressing
  #at = Number.NEGATIVE_INFINITY
  #release = 0
  #ms: number | null = null

  constructor(of: Progressing) {
    this.#of = of
  }

  /** Tells how far the plan is now. */
  tell(): void {
    const { ledger, dispatcher, deadline, tell } = this.#of
    if (tell === undefined) return
    const { keptBack } = dispatcher
    const ms = this.#leftMs(keptBack)
    const leftMs = ms === null ? null : Math.min(ms, deadline.msLeft)
    const limited = keptBack.pace.lastRelease > keptBack.now
    tell({ done: ledger.done, planned: ledger.planned, limited, leftMs })
  }

  #leftMs(kept: KeptBack): number | null {
    const { lastRelease } = kept.pace
    // No news comes while a wait is kept, so a new wait counts at once.
    if (kept.now - this.#at < everyMs && lastRelease - this.#release < everyMs) return this.#ms
    this.#at = kept.now
    this.#release = lastRelease
    const { learned } = kept.pace
    this.#ms = learned && longest(timeLeft(kept.shares.count(this.#likely()), learned, kept.now).values())
    return this.#ms
  }

  /** The entries that will probably be sent: conditions are decided as if a conforming deployment gave the missing answers. */
  #likely(): readonly Entry[] {
    const open = this.#of.ledger.open()
    const byId = new Map(open.map((entry) => [entry.probe.id, entry]))
    const likely = new Map<string, boolean>()
    // A condition may name a probe that stands later in the plan.
    const isAsked = (probe: string): boolean => {
      const known = likely.get(probe)
      const entry = byId.get(probe)
      if (known !== undefined || entry === undefined) return known ?? false
      const own = entry.when === null || isLikely(entry.when, this.#of.ledger.outcome, isAsked)
      likely.set(probe, own)
      return own
    }
    return open.filter(({ probe }) => isAsked(probe.id))
  }
}

/** The longest of some times; null where one of them is unknown. */
const longest = (times: Iterable<number | null>) =>
  [...times].reduce<number | null>((most, ms) => (most === null || ms === null ? null : Math.max(most, ms)), 0)

/** The words in which a recording names the scopes of a limit. */
const words: Readonly<Record<PaceScope, LimitedBy>> = {
  all: 'everybody',
  holder: 'credential',
  product: 'product',
  'holder-product': 'credential and product',
  operation: 'operation',
}

/** How many requests the rate is reckoned from: enough for any window. */
const many = 1_000_000

/** The rate that is kept for each count of the learned limit; null where none was learned. */
export function keptPace({ learned }: Pace): KeptPace | null {
  const ms = learned?.typical.msFor(many) ?? null
  if (learned === null || ms === null) return null
  const requestsPerSecond = Number(((many / ms) * 1_000).toPrecision(3))
  return { each: [...learned.scopes].map((scope) => words[scope]), requestsPerSecond }
}
