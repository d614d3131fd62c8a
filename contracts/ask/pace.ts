import { type CongestionWindow, grown, shrunk } from './congestion-window.ts'
import { ScopeEvidence, type Share } from './scope-evidence.ts'

interface Running extends Share {
  readonly startedAt: number
  /** The most requests that were under way with it, itself included. */
  most: number
}

/** What is waited after a request that was refused for the load although it was alone; doubled each time in a row. Milliseconds. */
const firstPauseMs = 100
const longestPauseMs = 8_000

/** A refusal that is to be waited out. */
export interface Refused {
  /** When it may be sent again at the earliest. */
  readonly untilMs: number
  /** True where the refusal named the wait: then it is kept for everybody until the limit is known to concern fewer. */
  readonly isNamed: boolean
  /** True where the wait is too long to be kept: then only this product of this credential is given up. */
  readonly overBudget: boolean
}

/**
 * Says which requests may start now. Keeps each wait for whatever the limit may concern: everything, until answers under way
 * have shown that other credentials are served, then the credential, until they have shown it of other products; everything
 * again, as soon as two credentials are limited at once. After a wait a scope starts with few requests, by its congestion window.
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
  readonly #evidence = new ScopeEvidence()

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
    this.#evidence.served(share)
    this.#narrow()
    for (const scope of scopesOf(share)) {
      const window = this.#windows.get(scope)
      if (window === undefined) continue
      const underWay = (this.#underWay.get(scope) ?? 0) + 1
      this.#windows.set(scope, grown(window, this.#concurrency, { startedAt: share.startedAt, underWay }))
    }
  }

  /** What is held for everybody concerns one credential, as soon as that is known. */
  #narrow(): void {
    const { scope, holder } = this.#evidence
    if (scope === 'everybody' || holder === null) return
    this.#holds.set(holder, Math.max(this.#holds.get(holder) ?? 0, this.#holds.get('all') ?? 0))
    this.#holds.delete('all')
  }

  /** A request ended with a refusal that is to be waited out. */
  refused(key: string, now: number, { untilMs, isNamed, overBudget }: Refused): void {
    const share = this.#end(key)
    if (share === null) return
    this.#evidence.refused(share, now)
    this.#narrow()
    const scope = overBudget ? productScope(share) : this.#scopeOf(share, isNamed)
    const held = (this.#holds.get(scope) ?? 0) > now
    this.#holds.set(scope, Math.max(this.#holds.get(scope) ?? 0, untilMs))
    // One wave of refusals halves the window once, not once for each of its requests.
    if (!held) this.#windows.set(scope, shrunk(this.#windows.get(scope), this.#concurrency, now))
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
    const window = this.#windows.get('load')
    // One wave of refusals halves the window once.
    if (window === undefined || running.startedAt > window.since)
      this.#windows.set('load', shrunk(window, this.#concurrency, now))
    let until = untilMs
    if (running.most === 1 && this.#hasServed) {
      until = Math.max(until, now + Math.min(longestPauseMs, firstPauseMs * 2 ** this.#refusedAlone))
      this.#refusedAlone += 1
    }
    if (until > now) this.#holds.set('load', Math.max(this.#holds.get('load') ?? 0, until))
  }

  #scopeOf(share: Share, isNamed: boolean): string {
    const { scope, holder } = this.#evidence
    if (scope === 'product') return productScope(share)
    return scope === 'everybody' && (isNamed || holder === null) ? 'all' : share.holder
  }
}

const productScope = ({ holder, product }: Share) => `${holder} ${product}`

function scopesOf(share: Share): readonly string[] {
  return ['all', 'load', share.holder, productScope(share)]
}
