import { ChanceTrial } from './chance-trial.ts'
import { grown, lowered, oneAtATime } from './congestion-window.ts'
import { type Count, type LearnedLimit, LimitCounts, releaseOf, remember } from './counts.ts'
import { KeptScopes } from './kept-scopes.ts'
import { LoadPauses } from './load-pauses.ts'
import { LongWaits } from './long-waits.ts'
import { MeasuredWaves } from './measured-waves.ts'
import type { OwnScope } from './own-refusals.ts'
import { Rate } from './rate.ts'
import { RequestsUnderWay } from './requests-under-way.ts'
import { ScopeEvidence } from './scope-evidence.ts'
import { SentLast } from './sent-last.ts'
import { type Refused, type RefusedShare, type RequestUnderWay, type Share, underWayOf } from './share.ts'
import { UntoldRefusals } from './untold-refusals.ts'

/**
 * Learning whom a limit concerns goes on at full speed while fewer requests were refused than `allowance`, or than this share of all.
 * A narrower scope must also lead everybody by `worthLooking` (natural logarithm).
 */
const allowance = 44
const allowedShare = 0.012
const worthLooking = 1

/**
 * Says which requests may start now. Everybody keeps each wait until answers have shown whom the limit concerns. Everybody keeps it again
 * as soon as two counts are told to wait at once. Limited requests leave at the rate that refusals have taught. A refusal that tells no
 * wait also lowers how many requests may be under way.
 *
 * Pure but for its own state: times are passed in, milliseconds of a clock that is never set.
 */
export class Pace {
  readonly #concurrency: number
  readonly #underWay = new RequestsUnderWay()
  readonly #counts = new LimitCounts()
  readonly #evidence = new ScopeEvidence()
  readonly #scopes = new KeptScopes(this.#evidence)
  readonly #last = new SentLast()
  readonly #untold: UntoldRefusals
  readonly #long: LongWaits
  /** The rate of the count that was refused last. It is assumed for others of its kind. */
  #typical: Rate | null = null
  #waves = 0
  /** True once two counts were told to wait at once: there may be a wider limit beside the known one. */
  #mayBeTwo = false
  #refusals = 0
  /** The waves that came at full speed. */
  readonly #measured = new MeasuredWaves()
  /** The trial whether refusals come by chance; null while they do not seem to. */
  #trial: ChanceTrial | null = null
  #heardAt = Number.NEGATIVE_INFINITY
  /** What refusals for the load have taught. */
  readonly load = new LoadPauses()

  constructor(concurrency: number) {
    this.#concurrency = concurrency
    this.#untold = new UntoldRefusals(this.#counts, concurrency)
    this.#long = new LongWaits(this.#counts, concurrency)
  }

  /** How many requests are under way. */
  get running(): number {
    return this.#underWay.size
  }

  /** The shares of the requests under way. */
  get underWay(): readonly Share[] {
    return this.#underWay.shares
  }

  /** What was learned of the limit that was met; null while no rate was learned, and where refusals come by chance. */
  get learned(): LearnedLimit | null {
    if (this.#typical === null || this.#isByChance) return null
    return { counts: this.#counts, scopes: this.#scopes.rates, typical: this.#typical }
  }

  /** True while it is unknown whom a limit concerns: requests of several credentials and products at once tell this soonest. */
  get isLearning(): boolean {
    if (this.#isByChance) return this.#isTrying
    if (this.#waves === 0) return false
    if (!this.#measured.areEnough) return true
    const isFewer =
      this.#refusals < allowance || this.#refusals + this.#concurrency < this.#underWay.sent * allowedShare
    if (this.#evidence.mayBeByChance) return isFewer
    return isFewer && !this.#evidence.isDecided && this.#evidence.leadOver('all') >= worthLooking
  }

  /** True where refusals seem to come by chance, however many requests are sent: then waits are kept, but no rate. */
  get #isByChance(): boolean {
    return this.#evidence.isByChance
  }

  get #isTrying(): boolean {
    return this.#trial !== null && !this.#trial.isOver
  }

  get #isFull(): boolean {
    return this.running >= (this.#isTrying ? Math.ceil(this.#concurrency / 2) : this.#concurrency)
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

  /** True where a share goes last: its limit may be its own, and everybody would keep a further wait. */
  goesLast(share: Share): boolean {
    return (this.#mayBeTwo || this.#scopes.waits.has('all')) && this.#last.include(share)
  }

  /** True where no request may start at that time, whatever its share. */
  isShut(now: number): boolean {
    if (this.#isFull) return true
    return !(this.isOpen(this.#counts.load, now) && this.isOpen(this.#counts.all, now))
  }

  /** Until when a share is held; 0 where it never was. */
  heldUntil(share: Share): number {
    return Math.max(...this.#counts.allOf(share).map((count) => releaseOf(count, this.#scopes.waits)))
  }

  /** The end of the last hold so far; 0 where there never was one. */
  get lastRelease(): number {
    return this.#counts.lastRelease(this.#scopes.waits)
  }

  /** The earliest time at which a hold ends or a rate has room again, or null. */
  nextRelease(now: number): number | null {
    return this.#counts.nextRelease(now, this.#scopes.waits)
  }

  started(key: string, share: Share, now: number): void {
    const counts = this.#counts.of(share)
    for (const count of this.#counts.allOf(share)) {
      count.underWay += 1
      remember(count, now)
    }
    this.#underWay.started(key, share, now, underWayOf(counts))
    const [scope = 'all', ...more] = this.#typical === null ? [] : this.#scopes.rates
    const isTypical = scope !== 'all' && more.length === 0 && !this.#last.areFew
    if (isTypical) this.#counts.assumeRate(counts[scope], this.#typical, now)
    this.#counts.started(counts, now, (scope) => this.#evidence.isAhead(scope))
  }

  /** The most requests that were under way with this one, itself included. */
  inFlightWith(key: string): number {
    return this.#underWay.mostWith(key)
  }

  #end(key: string): RequestUnderWay | null {
    const running = this.#underWay.ended(key)
    if (running !== null) for (const count of this.#counts.allOf(running.share)) count.underWay -= 1
    return running
  }

  /** Takes note that a request ended without a refusal. `answered`: false where no answer came. */
  ended(key: string, answered: boolean): void {
    const running = this.#end(key)
    if (running === null || !answered) return
    const { share, startedAt } = running
    this.load.served(running.most)
    this.#long.served(running)
    this.#evidence.served(running)
    this.#untold.served(running.underWay, startedAt > this.#heardAt)
    if (this.#isTrying && this.#trial?.served(this.#refusals / this.#underWay.sent)) this.#evidence.dismissChance()
    if (this.#waves > 0) this.#narrow()
    for (const count of this.#counts.allOf(share))
      if (count.window !== null)
        count.window = grown(count.window, this.#concurrency, { startedAt, underWay: count.underWay + 1 })
  }

  /** Chooses anew which scopes have their rates kept. Newly chosen scopes learn from the last wave. */
  #narrow(): void {
    const isKnown = this.#measured.areEnough && this.#counts.all.rate?.isKnown === true
    if (this.#scopes.choose(isKnown)) for (const refusal of this.#evidence.wave) this.#limit(refusal)
  }

  /** Takes note that a request ended with a refusal by a limit. */
  refused(key: string, now: number, refused: Refused): void {
    const { untilMs: ownMs, isNamed, overBudget, isWitness } = refused
    const running = this.#end(key)
    if (running === null) return
    const { share } = running
    if (overBudget) this.#long.refused(running, refused, this.#underWay.sent, now)
    else if (isWitness === true) this.#counts.hold(this.#counts.all, ownMs)
    if (overBudget || isWitness === true) return
    if (!isNamed && !this.#untold.isAboutTime(running.underWay)) {
      this.#untold.refused(share, now, ownMs)
      return
    }
    this.#refusals += 1
    const isPaced = this.#waves > 0 && !this.isLearning && !this.#scopes.areTried
    const isWave = running.startedAt > this.#heardAt
    const untilMs = isNamed ? ownMs : now + this.#untold.longerWait(ownMs - now, isWave)
    if (isWave) {
      this.#heardAt = now
      this.#waves += 1
      this.#scopes.met(untilMs - now)
      if (!isPaced) this.#measured.measured(this.#underWay.sent)
      else if (this.#scopes.waits.has('all')) this.#measured.paced(this.#underWay.sent)
    }
    const refusal = { ...running, at: now, untilMs, isPaced }
    this.#counts.refused(refusal)
    this.#last.refused(share, isWave)
    this.#evidence.refused(refusal)
    this.#trial = this.#isByChance ? (this.#trial ?? new ChanceTrial()) : null
    this.#trial?.refused(running.startedAt, now, isWave)
    this.#narrow()
    this.#limit(refusal)
    this.#widen(refusal)
  }

  /** Once two counts were told to wait at once, everybody keeps the waits: there may be a wider limit. */
  #widen({ share, at, untilMs }: RefusedShare): void {
    const [scope = 'all'] = this.#scopes.waits
    if (scope === 'all') return
    this.#mayBeTwo ||= this.#counts.isAnotherTold(this.#counts.of(share)[scope], at)
    if (this.#mayBeTwo) this.#counts.hold(this.#counts.all, untilMs)
  }

  /** Lets the rate of each probable scope learn from a refusal. The rate of the most probable scope becomes the typical one. */
  #limit({ share, startedAt, nth, at, untilMs }: RefusedShare): void {
    const counts = this.#counts.of(share)
    const measures = this.isLearning && this.#scopes.rates.has('all')
    for (const scope of this.#scopes.rates) {
      const count = counts[scope]
      count.rate ??= new Rate(count)
      const after = this.#underWay.leftAfter(nth, (own) => this.#counts.of(own)[scope] === count)
      count.rate.refused({ startedAt, now: at, untilMs, after }, measures)
    }
    this.#typical = counts[[...this.#scopes.rates][0] ?? 'all'].rate
  }

  /**
   * Takes note of a 502, 503 or 504 of an operation or product that refuses by itself until `untilMs`: nobody else waits for it. Then one
   * request at a time is sent where `isTried`; else its time to recover is over.
   */
  refusedByItself(key: string, scope: OwnScope, untilMs: number, isTried: boolean): void {
    const running = this.#end(key)
    if (running === null) return
    const counts = this.#counts.of(running.share)
    counts[scope].window = isTried ? oneAtATime(this.#concurrency) : null
    this.#counts.hold(counts[isTried ? scope : 'operation'], untilMs)
  }

  /**
   * Takes note of a 502, 503 or 504 that may come from the number of requests under way (O5d): fewer are sent at once then, and none until
   * `untilMs`. Where the request was alone, none is sent for a while.
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
