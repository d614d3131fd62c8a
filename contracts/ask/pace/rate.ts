import type { WindowQuota } from './window-quota.ts'

/** How much of a rate that is known to be permitted is used at first. */
const caution = 0.96

/** How much of a rate that was refused is used after it. */
const backoff = 0.94

/** How much of the most that was surely permitted is used at least, and how much less with each refusal. */
const trusted = 0.95
const distrust = 0.995

/** So many times in a row as much was served, and it is about the rate, whatever was served before: not all is counted everywhere. */
const steadyCycles = 4
/** The most of them is so many times the fewest, at most. */
const steady = 1.2

/** How long the way takes from what is sure to what a window of whole seconds would permit, milliseconds. */
const toGoalMs = 2_000

/** How a rate grows from there that was never refused, ever faster: exp(this × s²). */
const restlessness = 0.01

/** How long the way back to a rate that was refused takes, milliseconds: doubled each time. */
const firstClimbMs = 12_000
const longestClimbMs = 200_000

/** A window that is to be waited for so long is used at once, and the last of it gently. Milliseconds. */
const longMs = 5_000
const nearlyAll = 16
const gentlyMs = 150

/** What follows after so long a time belongs to another burst. Milliseconds. */
const pauseMs = 500

/** It grows no further than to e to the power of this of what it was. */
const most = 3

/** So many climbs without a refusal, and what was refused before was not about the rate. */
const enoughClimbs = 1.5

/** What is refused so soon after a wait was sent far too fast. Milliseconds. */
const soonMs = 8_000

/** A window is hardly ever shorter. Milliseconds. */
const shortestWindowMs = 1_000

/** A sender that comes late by so much makes up for it; by less where it is known what a window holds. Milliseconds. */
const lateMs = 50
const slightlyLateMs = 10

/** A refusal as a rate sees it. Milliseconds. */
interface RefusedRequest {
  readonly startedAt: number
  readonly now: number
  readonly untilMs: number
  /** How many that left after it are still under way. */
  readonly after: number
}

/** What a rate is learned from: when what was taken from a count was sent, and what it holds if it is a window. */
interface UsedCount {
  readonly starts: readonly number[]
  readonly quota: WindowQuota
}

/**
 * The rate at which one count of a limit is used: learned from how much was served between two refusals, approached slowly
 * where it was refused, and spread evenly, which every kind of limit serves: no window of whatever length and
 * beginning holds more of an even row than it permits. Times in milliseconds of a clock that is never set.
 */
export class Rate {
  /** What was sent since the count was full, without what was refused. */
  #sent: number
  readonly #starts: readonly number[]
  /** How long it was used since the release. */
  #usedMs = 0
  #startedAt = 0
  /** When the first left after the release. */
  #startedAtFirst = 0
  #isFresh = false
  /** When the count was seen full last; when it was first used where it never was. */
  #fullAt: number
  /** When the last wave of refusals was heard of, and when its wait is over. */
  #heardAt = Number.NEGATIVE_INFINITY
  #releaseAt = 0
  /** What a long window holds, which is used at once; null where requests are spread. */
  #quota: number | null = null
  /** What was served from one release to the next; null before the first refusal. */
  #cycle: { readonly served: number; readonly ms: number; readonly isLong: boolean } | null = null
  /** Requests a millisecond at the release; null while that is being measured. */
  #perMs: number | null = null
  /** What a window of whole seconds would permit. */
  #goalPerMs = 0
  /** The lowest rate that was refused of late. */
  #refusedPerMs = Number.POSITIVE_INFINITY
  #climbMs = firstClimbMs
  /** How far it goes at once from what is sure to what was refused. */
  #courage = 0.8
  /** What was surely permitted: where slowing down keeps no refusal away it is not about the rate. */
  #surePerMs = 0
  /** What was served in each of the last cycles. */
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

  /** The same rate for another count, from now on. */
  forAnother(count: UsedCount, now: number): Rate {
    const other = new Rate(count)
    count.quota.expect(this.#window)
    other.#startedAt = now
    const perMs = this.#at()
    other.#perMs = perMs === null ? null : perMs * caution
    other.#goalPerMs = other.#perMs ?? 0
    other.#nextAt = other.#dueAfterBurst(now)
    return other
  }

  /** When the next would leave had all that was sent of late left at an even rate: it is in the same window. */
  #dueAfterBurst(now: number): number {
    const perMs = this.#at()
    const recent = perMs === null ? [] : this.#starts.filter((at) => at > now - shortestWindowMs)
    return Math.max(now, ...recent.map((at, nth) => at + (recent.length - nth) / (perMs ?? 1)))
  }

  /** False while it is being measured. */
  get isKnown(): boolean {
    return this.#perMs !== null
  }

  /** How long it was used evenly since the last wait; null while it is being measured. */
  get usedMs(): number | null {
    return this.#perMs === null ? null : this.#usedMs
  }

  /** When the next request may leave. */
  get nextAt(): number {
    if (this.#perMs === null) return 0
    if (this.#quota === null) return this.#nextAt
    return this.#sent < this.#quota - nearlyAll ? this.#releaseAt : this.#startedAt + gentlyMs
  }

  /** How long so many more take from the end of a wait on; null where too little is known of the rate. */
  msFor(requests: number): number | null {
    // What it grows to where it was never refused is not known to be permitted.
    const isTried = this.#refusedPerMs === Number.POSITIVE_INFINITY
    const perMs = this.#window.perMs ?? (isTried ? this.#perMs : this.#at())
    if (this.#quota === null && perMs !== null) return requests / Math.max(perMs, this.#surePerMs)
    if (this.#cycle === null) return null
    const { served, ms, isLong } = this.#cycle
    return isLong ? Math.floor((this.#sent + requests) / served) * ms : (requests / served) * ms
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

  /**
   * Takes note of a refusal.
   *
   * @param measures True to send as fast as it goes after the first wait.
   */
  refused(refusal: RefusedRequest, measures: boolean): void {
    const { startedAt, untilMs, after } = refusal
    this.#sent -= 1
    if (startedAt <= this.#heardAt) {
      this.#releaseAt = Math.max(this.#releaseAt, untilMs)
      return
    }
    // Where nothing was served since the last wait, that was too short, and says nothing of the rate.
    if (this.#waves > 0 && this.#sent <= after) {
      this.#waits(refusal)
      return
    }
    const served = Math.max(1, this.#sent - after)
    this.#quota = toldMs(refusal) < longMs || this.#waves === 0 ? null : served
    const ms = untilMs - (this.#waves === 0 ? this.#fullAt : this.#releaseAt)
    this.#cycle = { served, ms, isLong: toldMs(refusal) >= longMs }
    const before = this.#at()
    // From one moment at which the count is full to the end of the wait after the next, no limit serves more than it permits.
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

  /** Refusals by chance do not come after as many each time. */
  get #isSteady(): boolean {
    return this.#lately.length === steadyCycles && Math.max(...this.#lately) <= steady * Math.min(...this.#lately) + 1
  }

  /** Nothing of it leaves until the wait is over. */
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

  /** The most that was sent by then in any time up to then, the wait that follows included, by millisecond. */
  #busiest(startedAt: number, waitMs: number): number {
    const ages = this.#starts.map((at) => startedAt - at).filter((age) => age >= 0)
    const most = (ms: number) => ages.filter((age) => age <= ms).length / (ms + waitMs)
    let [best, longest] = [0, Math.max(1, ...ages)]
    for (let ms = longest; ms >= 1; ms /= 2) best = Math.max(best, most(ms))
    return best
  }

  #learn(served: number, refusal: RefusedRequest, before: number | null): void {
    const { startedAt, untilMs } = refusal
    const sure = served / Math.max(1, startedAt - this.#fullAt)
    if (before === null) {
      this.#begin(sure, served, startedAt - this.#startedAtFirst + toldMs(refusal))
      return
    }
    // Either what went before the wait is lost, or what will go in the next one.
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

/** By how much a rate has grown that was tried for so long, milliseconds, and not refused. */
const growth = (ms: number) => Math.exp(Math.min(most, restlessness * (Math.max(0, ms) / 1_000) ** 2))

/** What the refusal told to wait, in whole seconds. */
const toldMs = ({ now, untilMs }: RefusedRequest) => Math.floor((untilMs - now) / 1_000) * 1_000
