import type { WindowQuota } from './window-quota.ts'

/** The share of a known rate that is used at first. */
const caution = 0.96

/** The share of a refused rate that is used after the refusal. */
const backoff = 0.94

/** The rate never falls below `trusted` of the sure rate. Each refusal lowers the sure rate by the factor `distrust`. */
const trusted = 0.95
const distrust = 0.995

/** After so many similar cycles in a row the last one sets the sure rate: a limit may not count every request. */
const steadyCycles = 4
/** Cycles are similar where the largest served at most so many times the smallest, plus one. */
const steady = 1.2

/** How long the rate takes from its first value to its goal: what a window of whole seconds would permit. Milliseconds. */
const toGoalMs = 2_000

/** A rate without a refusal grows ever faster, after s seconds by the factor exp(this × s²). */
const restlessness = 0.01

/** How long the rate takes back to the refused rate, milliseconds: doubled at each refusal, the first included. */
const firstClimbMs = 12_000
const longestClimbMs = 200_000

/** A window with so long a wait is used at once, but its last `nearlyAll` requests leave `gentlyMs` apart. Milliseconds. */
const longMs = 5_000
const nearlyAll = 16
const gentlyMs = 150

/** A gap of so long separates two bursts. Milliseconds. */
const pauseMs = 500

/** A rate grows at most by the factor e to the power of this. */
const mostGrowth = 3

/** After so many climbs without a refusal the rate grows again: the last refusal was not about the rate. */
const enoughClimbs = 1.5

/** A refusal within this many milliseconds after a wait means that the rate was far too high. */
const soonMs = 8_000

/** A window is hardly ever shorter. Milliseconds. */
const shortestWindowMs = 1_000

/** The most that a late sender catches up; less where it is known what a window holds. Milliseconds. */
const lateMs = 50
const slightlyLateMs = 10

/** A refusal as a rate sees it. Milliseconds. */
interface RefusedRequest {
  readonly startedAt: number
  readonly now: number
  readonly untilMs: number
  /** How many requests of the count that left later are still under way. */
  readonly after: number
}

/** What a rate is learned from: when the requests of a count were sent, and what its window holds. */
interface UsedCount {
  readonly starts: readonly number[]
  readonly quota: WindowQuota
}

/**
 * The rate at which the requests of one count leave. It is learned from how much was served between two refusals, and approaches a
 * refused rate slowly. Requests are spread evenly, which every kind of limit serves. Then no window gets more than it permits, however
 * long it is and whenever it begins. Times in milliseconds of a clock that is never set.
 */
export class Rate {
  /** How many requests were sent since the count was full, without the refused ones. */
  #sent: number
  readonly #starts: readonly number[]
  /** How long the rate was used since the release, without pauses. */
  #usedMs = 0
  #startedAt = 0
  /** When the first request left after the release. */
  #startedAtFirst = 0
  #isFresh = false
  /** When the count was seen full last; before its first refusal, when its first request left. */
  #fullAt: number
  /** When the last wave of refusals was heard of, and when its wait ends: the release. */
  #heardAt = Number.NEGATIVE_INFINITY
  #releaseAt = 0
  /** How many requests a long window holds, which is used at once; null where requests are spread. */
  #quota: number | null = null
  /** How much was served from one release to the next; null before the first refusal. */
  #cycle: { readonly served: number; readonly ms: number; readonly isLong: boolean } | null = null
  /** Requests a millisecond at the release; null while the rate is being measured. */
  #perMs: number | null = null
  /** Requests a millisecond that a window of whole seconds would permit. */
  #goalPerMs = 0
  /** The rate that was refused last, but no less than the sure rate allows. */
  #refusedPerMs = Number.POSITIVE_INFINITY
  #climbMs = firstClimbMs
  /** How far the rate goes at once from what is sure (0) to what was refused (1). */
  #courage = 0.8
  /** Requests a millisecond that are surely permitted: below it, slowing down would not keep refusals away. */
  #surePerMs = 0
  /** How much was served in each of the last cycles. */
  #lately: readonly number[] = []
  #nextAt = 0
  #waves = 0
  readonly #window: WindowQuota

  constructor({ starts, quota }: UsedCount) {
    this.#starts = starts
    this.#fullAt = starts[0] ?? 0
    this.#sent = starts.length
    this.#window = quota
  }

  /** A copy of the present rate for another count, from now on. */
  forAnother(count: UsedCount, now: number): Rate {
    const other = new Rate(count)
    count.quota.assume(this.#window)
    other.#startedAt = now
    const perMs = this.#at()
    other.#perMs = perMs === null ? null : perMs * caution
    other.#goalPerMs = other.#perMs ?? 0
    other.#nextAt = other.#dueAfterBurst(now)
    return other
  }

  /** When the next request would leave, had the last ones left at an even rate: they are in the same window. */
  #dueAfterBurst(now: number): number {
    const perMs = this.#at()
    const recent = perMs === null ? [] : this.#starts.filter((at) => at > now - shortestWindowMs)
    return Math.max(now, ...recent.map((at, nth) => at + (recent.length - nth) / (perMs ?? 1)))
  }

  /** False while the rate is being measured. */
  get isKnown(): boolean {
    return this.#perMs !== null
  }

  /** How long the rate was used evenly since the last wait; null while it is being measured. */
  get usedMs(): number | null {
    return this.#perMs === null ? null : this.#usedMs
  }

  /** When the next request may leave. */
  get nextAt(): number {
    if (this.#perMs === null) return 0
    if (this.#quota === null) return this.#nextAt
    return this.#sent < this.#quota - nearlyAll ? this.#releaseAt : this.#startedAt + gentlyMs
  }

  /** How many milliseconds so many more requests take from the end of a wait on; null where too little is known of the rate. */
  msFor(requests: number): number | null {
    // A rate that grew and was never refused is not known to be permitted.
    const isTried = this.#refusedPerMs === Number.POSITIVE_INFINITY
    const perMs = this.#window.perMs ?? (isTried ? this.#perMs : this.#reached)
    if (this.#quota === null && perMs !== null) return requests / Math.max(perMs, this.#surePerMs)
    if (this.#cycle === null) return null
    const { served, ms, isLong } = this.#cycle
    return isLong ? Math.floor((this.#sent + requests) / served) * ms : (requests / served) * ms
  }

  /** The present rate. One that grew is no higher than what was sent: a slow service does not get what it might. */
  get #reached(): number | null {
    const perMs = this.#at()
    if (perMs === null || this.#usedMs < enoughClimbs * this.#climbMs) return perMs
    return Math.min(perMs, this.#sent / (this.#startedAt - this.#releaseAt))
  }

  started(now: number): void {
    if (this.#isFresh) this.#startedAtFirst = now
    this.#isFresh = false
    this.#sent += 1
    const perMs = this.#at()
    if (perMs !== null && now - this.#startedAt < 3 / perMs) this.#usedMs += now - this.#startedAt
    this.#startedAt = now
    if (perMs !== null) this.#nextAt = Math.max(this.#nextAt, now - this.#lateMs) + 1 / perMs
  }

  /** Takes note of a refusal. `measures`: what follows the wait is sent at full speed, to measure. */
  refused(refusal: RefusedRequest, measures: boolean): void {
    const { startedAt, untilMs, after } = refusal
    this.#sent -= 1
    if (startedAt <= this.#heardAt) {
      this.#releaseAt = Math.max(this.#releaseAt, untilMs)
      return
    }
    // Nothing was served since the last wait: that wait was too short, and this refusal says nothing about the rate.
    if (this.#waves > 0 && this.#sent <= after) {
      this.#waits(refusal)
      return
    }
    const served = Math.max(1, this.#sent - after)
    this.#quota = toldMs(refusal) < longMs || this.#waves === 0 ? null : served
    const ms = untilMs - (this.#waves === 0 ? this.#fullAt : this.#releaseAt)
    this.#cycle = { served, ms, isLong: toldMs(refusal) >= longMs }
    const before = this.#at()
    // No limit serves more than it permits from one moment when the count is full to the end of the wait after the next such moment.
    const surePerMs = this.#waves === 0 ? 0 : served / Math.max(1, untilMs - this.#fullAt)
    this.#lately = [...this.#lately, served].slice(-steadyCycles)
    this.#surePerMs = this.#isSteady ? surePerMs : Math.max(surePerMs, this.#surePerMs * distrust)
    this.#waves += 1
    if (measures) this.#perMs = null
    else if (this.#waves === 1) this.#beginAfterBurst(refusal)
    else this.#learn(served, refusal, before)
    this.#usedMs = 0
    this.#waits(refusal)
  }

  /** True where the last cycles served about as much each: refusals by chance would not come so regularly. */
  get #isSteady(): boolean {
    return this.#lately.length === steadyCycles && Math.max(...this.#lately) <= steady * Math.min(...this.#lately) + 1
  }

  /** No request of the count leaves until the wait is over. */
  #waits({ startedAt, now, untilMs, after }: RefusedRequest): void {
    this.#sent = after
    this.#fullAt = startedAt
    this.#heardAt = now
    this.#releaseAt = untilMs
    this.#nextAt = untilMs
    this.#startedAt = untilMs
    this.#isFresh = true
    this.#startedAtFirst = untilMs
  }

  #beginAfterBurst(refusal: RefusedRequest): void {
    const { startedAt, untilMs } = refusal
    const sent = this.#starts.filter((at) => at < startedAt)
    const gap = sent.findLastIndex((at, nth) => at - (sent[nth - 1] ?? Number.NEGATIVE_INFINITY) >= pauseMs)
    const burst = sent.slice(gap)
    const within = startedAt - (burst[0] ?? startedAt) + toldMs(refusal)
    this.#begin(this.#busiest(startedAt, untilMs - startedAt), burst.length, within)
  }

  #begin(perMs: number, quota: number, withinMs: number): void {
    this.#perMs = perMs * caution
    const windowMs = Math.max(1, Math.floor(withinMs / 1_000)) * 1_000
    this.#goalPerMs = Math.max(perMs, quota / windowMs) * caution
  }

  /** The highest rate of any time that ends at `startedAt`, its wait included. Requests a millisecond. */
  #busiest(startedAt: number, waitMs: number): number {
    const ages = this.#starts.map((at) => startedAt - at).filter((age) => age >= 0)
    const rateOver = (ms: number) => ages.filter((age) => age <= ms).length / (ms + waitMs)
    let [best, longest] = [0, Math.max(1, ...ages)]
    for (let ms = longest; ms >= 1; ms /= 2) best = Math.max(best, rateOver(ms))
    return best
  }

  #learn(served: number, refusal: RefusedRequest, before: number | null): void {
    const { startedAt, untilMs } = refusal
    const sure = served / Math.max(1, startedAt - this.#fullAt)
    if (before === null) {
      this.#begin(sure, served, startedAt - this.#startedAtFirst + toldMs(refusal))
      return
    }
    // A full cycle holds one wait, that before these requests or that after them: the better rate of both is permitted.
    const low = Math.max(sure, served / Math.max(1, untilMs - this.#releaseAt))
    const isSoon = startedAt - this.#releaseAt < soonMs
    this.#courage = isSoon ? Math.max(0.5, this.#courage - 0.2) : Math.min(0.9, this.#courage * 1.2)
    const least = this.#surePerMs * trusted
    this.#refusedPerMs = Math.max(before, least)
    this.#climbMs = Math.min(longestClimbMs, this.#climbMs * 2)
    const sureLow = Math.min(low, before * backoff)
    this.#perMs = Math.max(least, sureLow + this.#courage * (before * backoff - sureLow))
  }

  get #lateMs(): number {
    return this.#window.perMs === null ? lateMs : slightlyLateMs
  }

  #at(): number | null {
    if (this.#perMs === null) return null
    const used = this.#usedMs
    if (this.#window.perMs !== null) return this.#window.perMs * growth(used - this.#window.steadyMs)
    if (this.#refusedPerMs === Number.POSITIVE_INFINITY) {
      const base = this.#perMs + (this.#goalPerMs - this.#perMs) * Math.min(1, used / toGoalMs)
      return base * growth(used - toGoalMs)
    }
    const step = Math.max(this.#refusedPerMs - this.#perMs, (1 - backoff) * this.#perMs)
    const climbed = this.#perMs + (step * used) / this.#climbMs
    return climbed * growth(used - enoughClimbs * this.#climbMs)
  }
}

/** The factor by which a rate has grown after so many milliseconds without a refusal. */
const growth = (ms: number) => Math.exp(Math.min(mostGrowth, restlessness * (Math.max(0, ms) / 1_000) ** 2))

/** The wait that a refusal told, cut to whole seconds. Milliseconds. */
const toldMs = ({ now, untilMs }: RefusedRequest) => Math.floor((untilMs - now) / 1_000) * 1_000
