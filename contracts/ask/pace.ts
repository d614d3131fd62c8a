import { type CongestionWindow, grown, shrunk } from './congestion-window.ts'

/** Whose budget a request spends: a limit concerns a holder of credentials, in one product or in all (§7, §8.1). */
export interface Share {
  readonly holder: string
  readonly product: string
}

interface Running extends Share {
  readonly startedAt: number
  /** The most requests that were under way with it, itself included. */
  most: number
}

/** What is waited after a request that was refused for the load although it was alone; doubled each time in a row. Milliseconds. */
const firstPauseMs = 100
const longestPauseMs = 8_000

/** After so many answers from other products while one was refused, and no second one refused, a limit is taken to be the product's. */
const votesForProduct = 3

/** Refusals that come within so many milliseconds are taken for one event. */
const sameEventMs = 5_000

/**
 * Says which requests may start now. Keeps each wait for the scope that the limit may concern: the whole credential, until
 * answers under way have shown that other products are served; everything, as soon as two credentials are limited at once.
 * After a wait a scope starts with few requests, by its congestion window.
 *
 * Pure but for its own state: times are passed in, milliseconds of a clock that is never set.
 */
export class Pace {
  readonly #concurrency: number
  readonly #running = new Map<string, Running>()
  /** How many requests a scope has under way. */
  readonly #underWay = new Map<string, number>()
  /** Until when a scope is held. */
  readonly #holds = new Map<string, number>()
  /** How many a scope may have under way; none where it was never refused. */
  readonly #windows = new Map<string, CongestionWindow>()
  /** True once something was served: before that a refusal is no matter of the pace. */
  #hasServed = false
  /** How many were refused alone since something was served. */
  #refusedAlone = 0
  #votes = 0
  #againstProduct = false
  #lastRefusal: (Running & { readonly at: number }) | null = null

  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  /** How many requests are under way. */
  get running(): number {
    return this.#running.size
  }

  /** True where a wait is being kept by anyone at that time. */
  isHolding(now: number): boolean {
    return [...this.#holds.values()].some((until) => until > now)
  }

  /** True where a request of that share may start at that time. */
  mayStart(share: Share, now: number): boolean {
    if (this.#running.size >= this.#concurrency) return false
    const scopes = scopesOf(share)
    if (scopes.some((scope) => (this.#holds.get(scope) ?? 0) > now)) return false
    return scopes.every(
      (scope) => (this.#underWay.get(scope) ?? 0) < (this.#windows.get(scope)?.size ?? this.#concurrency),
    )
  }

  /** Until when a share is held; 0 where it is not. */
  heldUntil(share: Share): number {
    return Math.max(0, ...scopesOf(share).map((scope) => this.#holds.get(scope) ?? 0))
  }

  /** The end of the longest hold; 0 where there is none. */
  get lastRelease(): number {
    return Math.max(0, ...this.#holds.values())
  }

  /** The earliest time at which a hold ends, or null. */
  nextRelease(now: number): number | null {
    const ends = [...this.#holds.values()].filter((until) => until > now)
    return ends.length === 0 ? null : Math.min(...ends)
  }

  started(key: string, { holder, product }: Share, now: number): void {
    const running = { holder, product, startedAt: now, most: 0 }
    this.#running.set(key, running)
    this.#count(running, 1)
    for (const one of this.#running.values()) one.most = Math.max(one.most, this.#running.size)
  }

  /** The most requests that were under way with this one, itself included. */
  inFlightWith(key: string): number {
    return this.#running.get(key)?.most ?? 1
  }

  #count(share: Share, by: 1 | -1): void {
    for (const scope of scopesOf(share)) this.#underWay.set(scope, (this.#underWay.get(scope) ?? 0) + by)
  }

  #end(key: string): Running | null {
    const share = this.#running.get(key) ?? null
    this.#running.delete(key)
    if (share !== null) this.#count(share, -1)
    return share
  }

  /** A request ended with an answer that is no refusal, or with none. */
  ended(key: string, answered: boolean): void {
    const share = this.#end(key)
    if (share === null || !answered) return
    this.#hasServed = true
    this.#refusedAlone = 0
    this.#vote(share)
    for (const scope of scopesOf(share)) {
      const window = this.#windows.get(scope)
      if (window === undefined) continue
      const underWay = (this.#underWay.get(scope) ?? 0) + 1
      this.#windows.set(scope, grown(window, this.#concurrency, { startedAt: share.startedAt, underWay }))
    }
  }

  /** What was sent before a refusal came and was answered after it shows how far the limit reaches. */
  #vote({ holder, product, startedAt }: Running): void {
    const refusal = this.#lastRefusal
    if (refusal === null || refusal.holder !== holder || refusal.product === product) return
    if (startedAt >= refusal.startedAt && startedAt <= refusal.at) this.#votes += 1
  }

  /**
   * A request ended with a refusal that is to be waited out.
   *
   * @param untilMs When it may be sent again at the earliest.
   * @param overBudget True where the wait is too long to be kept: then only this product of this credential is given up.
   */
  refused(key: string, now: number, untilMs: number, overBudget: boolean): void {
    const share = this.#end(key)
    if (share === null) return
    const before = this.#lastRefusal
    const recent = before !== null && now - before.at < sameEventMs
    if (recent && before.holder === share.holder && before.product !== share.product) this.#againstProduct = true
    const scope = overBudget ? productScope(share) : this.#scopeOf(share, recent ? before : null, now)
    const held = (this.#holds.get(scope) ?? 0) > now
    this.#holds.set(scope, Math.max(this.#holds.get(scope) ?? 0, untilMs))
    // One wave of refusals halves the window once, not once for each of its requests.
    if (!held) this.#windows.set(scope, shrunk(this.#windows.get(scope), this.#concurrency, now))
    this.#lastRefusal = { ...share, at: now }
  }

  /**
   * A request ended with a 502, 503 or 504, which may be about how many are under way, whoever sends them (O5d): fewer are sent
   * at once, and nothing for a while where it was alone.
   *
   * @param untilMs When it may be sent again at the earliest.
   */
  overloaded(key: string, now: number, untilMs: number): void {
    const running = this.#end(key)
    if (running === null) return
    const window = this.#windows.get('all')
    // One wave of refusals halves the window once.
    if (window === undefined || running.startedAt > window.since) this.#windows.set('all', shrunk(window, this.#concurrency, now))
    let until = untilMs
    if (running.most === 1 && this.#hasServed) {
      until = Math.max(until, now + Math.min(longestPauseMs, firstPauseMs * 2 ** this.#refusedAlone))
      this.#refusedAlone += 1
    }
    if (until > now) this.#holds.set('all', Math.max(this.#holds.get('all') ?? 0, until))
  }

  #scopeOf(share: Share, before: Running | null, now: number): string {
    const othersHeld = before !== null && before.holder !== share.holder && this.isHolding(now)
    if (othersHeld) return 'all'
    return this.#votes >= votesForProduct && !this.#againstProduct ? productScope(share) : share.holder
  }
}

const productScope = ({ holder, product }: Share) => `${holder} ${product}`

function scopesOf(share: Share): readonly string[] {
  return ['all', share.holder, productScope(share)]
}
