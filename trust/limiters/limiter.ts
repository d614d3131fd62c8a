import type { Algorithm } from '../../evidence/load-results.ts'

/** What a limiter is set to: the truth that an inference is held against. */
export interface RealSetting {
  /** The name it must get; `other` where none of the names fits, so that any name is wrong. */
  readonly algorithm: Exclude<Algorithm, 'none' | 'inconclusive'> | 'other'
  /** Requests of a window, depth of a bucket, places of a concurrency limit; null where `other`. */
  readonly quota: number | null
  readonly windowMs: number | null
  readonly refillPerSecond: number | null
  /** The setting, in its own words. */
  readonly setting: string
}

/** A limiter that listens on loopback. */
export interface Running {
  /** Without a slash at the end. */
  readonly url: string
  /** Ends what was started, and only that. */
  readonly stop: () => Promise<void>
}

/** What a limiter may ask of the command that starts it. */
export interface StartOptions {
  /** A free port of loopback. */
  readonly port: number
  /** Kept between runs: programs that were built or fetched. */
  readonly cache: string
  /** Empty, and deleted at the end of the run. */
  readonly room: string
  readonly signal: AbortSignal
  readonly progress: (text: string) => void
}

/** A rate limiter that nobody here wrote, in front of a plain service. */
export interface RealLimiter {
  /** The product and its part: `nginx limit_req`. */
  readonly name: string
  readonly truth: RealSetting
  /** @throws NotThere where this machine does not have it and cannot get it. */
  readonly start: (surroundings: StartOptions) => Promise<Running>
}

/** The limiter cannot be had here, and why. */
export class NotThere extends Error {
  override readonly name = 'NotThere'
}

/** The body of every refusal where a limiter lets one be set (§7.1). */
export const refusalBody = JSON.stringify({ error: { code: 'rate_limited', message: 'Too many requests' } })

export function fixedWindow(quota: number, windowMs: number, setting: string): RealSetting {
  return { algorithm: 'fixed-window', quota, windowMs, refillPerSecond: null, setting }
}

export function slidingLog(quota: number, windowMs: number, setting: string): RealSetting {
  return { algorithm: 'sliding-log', quota, windowMs, refillPerSecond: null, setting }
}

export function slidingCounter(quota: number, windowMs: number, setting: string): RealSetting {
  return { algorithm: 'sliding-counter', quota, windowMs, refillPerSecond: null, setting }
}

export function tokenBucket(quota: number, refillPerSecond: number, setting: string): RealSetting {
  return { algorithm: 'token-bucket', quota, windowMs: null, refillPerSecond, setting }
}

export function concurrency(quota: number, setting: string): RealSetting {
  return { algorithm: 'concurrency', quota, windowMs: null, refillPerSecond: null, setting }
}

export function other(setting: string): RealSetting {
  return { algorithm: 'other', quota: null, windowMs: null, refillPerSecond: null, setting }
}
