import type { Algorithm } from '../../evidence/load-results.ts'

/** The setting of a limiter: the truth that an inference is compared with. */
export interface RealSetting {
  /** The right name; `other` for a limiter that no name fits, so that every name is wrong. */
  readonly algorithm: Exclude<Algorithm, 'none' | 'inconclusive'> | 'other'
  /** Requests of a window, depth of a bucket, or places of a concurrency limit; null for `other`. */
  readonly quota: number | null
  readonly windowMs: number | null
  readonly refillPerSecond: number | null
  /** The setting in the limiter's own words. */
  readonly setting: string
}

/** A limiter that listens on loopback. */
export interface Running {
  /** The address, without a slash at the end. */
  readonly url: string
  /** Ends the limiter, and nothing that others started. */
  readonly stop: () => Promise<void>
}

/** All that a limiter gets at its start. */
export interface StartOptions {
  /** A free port of loopback. */
  readonly port: number
  /** A folder that is kept between runs, for programs that were built or fetched. */
  readonly cache: string
  /** An empty folder, deleted after the run. */
  readonly room: string
  readonly signal: AbortSignal
  readonly progress: (text: string) => void
}

/** A rate limiter that nobody here wrote, in front of a plain service. */
export interface RealLimiter {
  /** The name of the product and of its part: `nginx limit_req`. */
  readonly name: string
  readonly truth: RealSetting
  /** Throws a `NotThere` where this machine neither has the limiter nor can get it. */
  readonly start: (surroundings: StartOptions) => Promise<Running>
}

/** Thrown where a program cannot be had here. The message says why. */
export class NotThere extends Error {
  override readonly name = 'NotThere'
}

/** The body of every refusal (§7.1), where a limiter lets us set one. */
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
