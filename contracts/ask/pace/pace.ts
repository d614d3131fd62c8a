import { ChanceTrial } from './chance-trial.ts'
import { grown, lowered, oneAtATime } from './congestion-window.ts'
import { type Count, type LearnedLimit, LimitCounts, releaseOf, remember } from './counts.ts'
import { KeptScopes } from './kept-scopes.ts'
import { LoadPauses } from './load-pauses.ts'
import { MeasuredWaves } from './measured-waves.ts'
import type { OwnScope } from './own-refusals.ts'
import { Rate } from './rate.ts'
import { ScopeEvidence } from './scope-evidence.ts'
import { type Refused, type RefusedShare, type RequestUnderWay, type Share, underWayOf } from './share.ts'
import { UntoldRefusals } from './untold-refusals.ts'

/**
 * More waves at full speed are met, to learn whom a limit concerns, while so many were refused at most, or such a share of all,
 * and a limit of fewer than everybody is so much more probable.
 */
const allowance = 44
const allowedShare = 0.012
const worthLooking = 1

/**
 * Says which requests may start now. Keeps each wait for whatever the limit may concern: everything, until answers under way
 * have shown whom it concerns; everything again, as soon as two credentials are limited at once. What was limited is sent
 * at the rate that refusals have taught; what was refused without a word of when to come back starts with few at once as well.
 *
 * Pure but for its own state: times are passed in, milliseconds of a clock that is never set.
 */
export class Pace {
  readonly #concurrency: number
  readonly #running = new Map<string, RequestUnderWay>()
  readonly #counts = new LimitCounts()
  readonly #evidence = new ScopeEvidence()
  readonly #scopes = new KeptScopes(this.#evidence)
  readonly #untold: UntoldRefusals
  /** The rate of the count that was refused last, for others of its kind. */
  #typical: Rate | null = null
  #waves = 0
  /** How many were under way when the last one was sent: all that are older have seen as many, or more. */
  #most = 0
  /** True once two counts were full at once: there may be a wider limit beside the one that is known. */
  #mayBeTwo = false
  #sent = 0
  #refusals = 0
  /** How often the limit was met at full speed. */
  readonly #measured = new MeasuredWaves()
  /** Null while refusals do not seem to come by chance. */
  #trial: ChanceTrial | null = null
  #heardAt = Number.NEGATIVE_INFINITY
  /** What refusals for the load have taught. */
  readonly load = new LoadPauses()

  constructor(concurrency: number) {
    this.#concurrency = concurrency
    this.#untold = new UntoldRefusals(this.#counts, concurrency)
  }

  /** How many requests are under way. */
  get running(): number {
    return this.#running.size
  }

  /** What was learned of the limit that was met; null while no rate is known, or none is kept. */
  get learned(): LearnedLimit | null {
    if (this.#typical === null || this.#isByChance) return null
    return { counts: this.#counts, scopes: this.#scopes.rates, typical: this.#typical }
  }

  /** True where a wait is being kept by anyone at that time. */
  isHolding(now: number): boolean {
    return this.lastRelease > now
  }

  /** True while it is not known whom a limit concerns: requests of several credentials and products at once tell it soonest. */
  get isLearning(): boolean {
    if (this.#isByChance) return this.#isTrying
    if (this.#waves === 0) return false
    if (!this.#measured.areEnough) return true
    const isFewer = this.#refusals < allowance || this.#refusals + this.#concurrency < this.#sent * allowedShare
    if (this.#evidence.mayBeByChance) return isFewer
    return isFewer && !this.#evidence.isDecided && this.#evidence.leadOver('all') >= worthLooking
  }

  /** True where refusals seem to come by chance, however many are sent: waits are kept then, but no rate. */
  get #isByChance(): boolean {
    return this.#evidence.isByChance
  }

  get #isTrying(): boolean {
    return this.#trial !== null && !this.#trial.isOver
  }

  get #isFull(): boolean {
    return this.#running.size >= (this.#isTrying ? Math.ceil(this.#concurrency / 2) : this.#concurrency)
  }

  /** True where a request of that share may start at that time. */
  mayStart(share: Share, now: number): boolean {
    if (this.#isFull) return false
    return this.#counts.allOf(share).every((count) => this.isOpen(count, now))
  }

  /** True where a count has room at that time. */
  isOpen(count: Count, now: number): boolean {
    const { kind, rate, window, underWay } = count
    if (releaseOf(count, this.#scopes.waits) > now || underWay >= (window?.size ?? this.#concurrency)) return false
    return rate === null || kind === 'load' || !this.#scopes.rates.has(kind) || this.#isByChance || rate.nextAt <= now
  }

  /** True where nothing may start at that time, whosever it is. */
  isShut(now: number): boolean {
    if (this.#isFull) return true
    return !(this.isOpen(this.#counts.load, now) && this.isOpen(this.#counts.all, now))
  }

  /** Until when a share is held; 0 where it is not. */
  heldUntil(share: Share): number {
    return Math.max(...this.#counts.allOf(share).map((count) => releaseOf(count, this.#scopes.waits)))
  }

  /** The end of the longest hold; 0 where there is none. */
  get lastRelease(): number {
    return this.#counts.lastRelease(this.#scopes.waits)
  }

  /** The earliest time at which a hold ends or a rate has room again, or null. */
  nextRelease(now: number): number | null {
    return this.#counts.nextRelease(now, this.#scopes.waits)
  }

  started(key: string, share: Share, now: number): void {
    this.#sent += 1
    const counts = this.#counts.of(share)
    for (const count of this.#counts.allOf(share)) {
      count.underWay += 1
      remember(count, now)
    }
    const running = { share, startedAt: now, nth: this.#sent, most: 0, underWay: underWayOf(counts) }
    this.#running.set(key, running)
    const [scope = 'all', ...more] = this.#scopes.rates
    if (scope !== 'all' && more.length === 0) this.#counts.expect(counts[scope], this.#typical, now)
    this.#counts.started(counts, now, (scope) => this.#evidence.isAhead(scope))
    if (this.running > this.#most) for (const one of this.#running.values()) one.most = Math.max(one.most, this.running)
    this.#most = running.most = this.running
  }

  /** The most requests that were under way with this one, itself included. */
  inFlightWith(key: string): number {
    return this.#running.get(key)?.most ?? 1
  }

  #end(key: string): RequestUnderWay | null {
    const running = this.#running.get(key) ?? null
    this.#running.delete(key)
    if (running === null) return null
    for (const count of this.#counts.allOf(running.share)) count.underWay -= 1
    return running
  }

  /** A request ended with an answer that is no refusal, or with none. */
  ended(key: string, answered: boolean): void {
    const running = this.#end(key)
    if (running === null || !answered) return
    const { share, startedAt } = running
    this.load.served(running.most)
    this.#evidence.served(running)
    this.#untold.served(running.underWay)
    if (this.#isTrying && this.#trial?.served(this.#refusals / this.#sent)) this.#evidence.dismissChance()
    if (this.#waves > 0) this.#narrow()
    for (const count of this.#counts.allOf(share)) {
      if (count.window === null) continue
      count.window = grown(count.window, this.#concurrency, { startedAt, underWay: count.underWay + 1 })
    }
  }

  /** Keeps the rates of whomever the limit may concern by what is known now: of everybody where that may be. */
  #narrow(): void {
    const isKnown = this.#measured.areEnough && this.#counts.all.rate?.isKnown === true
    if (this.#scopes.choose(isKnown)) for (const refusal of this.#evidence.wave) this.#limit(refusal)
  }

  /** A request ended with a refusal that is to be waited out. */
  refused(key: string, now: number, { untilMs, isNamed, overBudget }: Refused): void {
    const running = this.#end(key)
    if (running === null) return
    const { share } = running
    const counts = this.#counts.of(share)
    if (overBudget) {
      this.#counts.hold(counts['holder-product'], untilMs)
      return
    }
    if (!isNamed && !this.#untold.isAboutTime(running.underWay)) {
      this.#untold.refused(share, now, untilMs)
      return
    }
    this.#refusals += 1
    const isPaced = this.#waves > 0 && !this.isLearning && !this.#scopes.areTried
    const isWave = running.startedAt > this.#heardAt
    if (isWave) {
      this.#heardAt = now
      this.#waves += 1
      this.#scopes.met(untilMs - now)
      if (!isPaced) this.#measured.measured(this.#sent)
      else if (this.#scopes.waits.has('all')) this.#measured.paced(this.#sent)
    }
    const refusal = { ...running, at: now, untilMs, isPaced }
    this.#counts.refused(refusal)
    this.#evidence.refused(refusal)
    this.#trial = this.#isByChance ? (this.#trial ?? new ChanceTrial()) : null
    this.#trial?.refused(running.startedAt, now, isWave)
    this.#narrow()
    this.#limit(refusal)
    this.#widen(refusal)
  }

  /** Where two counts were full at once there may be a wider limit beside theirs: waits are kept for everybody from then on. */
  #widen({ share, at, untilMs }: RefusedShare): void {
    const [scope = 'all'] = this.#scopes.waits
    if (scope === 'all') return
    this.#mayBeTwo ||= this.#counts.isAnotherTold(this.#counts.of(share)[scope], at)
    if (this.#mayBeTwo) this.#counts.hold(this.#counts.all, untilMs)
  }

  /** Has the rate of what a refusal may concern learn from it: of the scopes the most probable stands first. */
  #limit({ share, startedAt, nth, at, untilMs }: RefusedShare): void {
    const counts = this.#counts.of(share)
    const measures = this.isLearning && this.#scopes.rates.has('all')
    for (const scope of this.#scopes.rates) {
      const count = counts[scope]
      count.rate ??= new Rate(count)
      let after = 0
      for (const one of this.#running.values())
        if (one.nth > nth && this.#counts.of(one.share)[scope] === count) after += 1
      count.rate.refused({ startedAt, now: at, untilMs, after }, measures)
    }
    this.#typical = counts[[...this.#scopes.rates][0] ?? 'all'].rate
  }

  /**
   * A request ended with a 502, 503 or 504 that is about its operation or product: nobody else has a part in it.
   *
   * @param untilMs When the next may be sent to it.
   * @param isTried True where one at a time is tried; false where it is waited for no more.
   */
  refusedByItself(key: string, scope: OwnScope, untilMs: number, isTried: boolean): void {
    const running = this.#end(key)
    if (running === null) return
    const counts = this.#counts.of(running.share)
    counts[scope].window = isTried ? oneAtATime(this.#concurrency) : null
    this.#counts.hold(counts[isTried ? scope : 'operation'], untilMs)
  }

  /**
   * A request ended with a 502, 503 or 504, which may be about how many are under way, whoever sends them (O5d): fewer are sent
   * at once, and nothing for a while where it was alone.
   *
   * @param untilMs When it may be sent again at the earliest.
   * @param isAlone True where nothing else was under way.
   */
  overloaded(key: string, now: number, untilMs: number, isAlone: boolean): void {
    const running = this.#end(key)
    if (running === null) return
    const { load } = this.#counts
    this.load.refused(running.most)
    load.window = this.load.isByChance ? null : lowered(load.window, this.#concurrency, running.startedAt, now)
    this.#counts.hold(load, Math.max(untilMs, isAlone ? now + this.load.refusedAlone() : 0))
  }
}
