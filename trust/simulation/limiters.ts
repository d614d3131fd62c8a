import {
  type Admission,
  bothOf,
  concurrency,
  epochWindow,
  fixedWindow,
  type Limiter,
  refusedFor,
  served,
  slidingCounter,
  slidingLog,
  tokenBucket,
  unlimited,
} from '../../fixtures/limiters.ts'

/** The configuration of a simulated limiter: the truth that must be inferred. Milliseconds; rates in tokens a second. */
export type SimulatedLimit =
  | { readonly kind: 'fixed-epoch'; readonly quota: number; readonly windowMs: number; readonly phase: number }
  | { readonly kind: 'fixed-first'; readonly quota: number; readonly windowMs: number }
  | { readonly kind: 'sliding-log'; readonly quota: number; readonly windowMs: number }
  | { readonly kind: 'sliding-log-refused'; readonly quota: number; readonly windowMs: number }
  | { readonly kind: 'sliding-counter'; readonly quota: number; readonly windowMs: number; readonly phase: number }
  | { readonly kind: 'counter-first'; readonly quota: number; readonly windowMs: number }
  | { readonly kind: 'counter-first-refused'; readonly quota: number; readonly windowMs: number }
  | { readonly kind: 'token-bucket'; readonly depth: number; readonly perSecond: number }
  | { readonly kind: 'steps'; readonly depth: number; readonly tokens: number; readonly everyMs: number }
  | { readonly kind: 'gcra'; readonly depth: number; readonly perSecond: number }
  | {
      readonly kind: 'delaying'
      readonly depth: number
      readonly perSecond: number
      readonly undelayed: number
      readonly serviceMs: number
    }
  | { readonly kind: 'concurrency'; readonly places: number; readonly serviceMs: number }
  | { readonly kind: 'none' }
  | { readonly kind: 'two-windows'; readonly first: SimulatedLimit; readonly second: SimulatedLimit }
  | { readonly kind: 'several'; readonly servers: number; readonly each: SimulatedLimit }
  | { readonly kind: 'random'; readonly share: number }
  | { readonly kind: 'ban'; readonly inner: SimulatedLimit; readonly shortestMs: number; readonly longestMs: number }
  | { readonly kind: 'block'; readonly inner: SimulatedLimit; readonly lengthMs: number; readonly restarts: boolean }

/** A limiter that may hold a request for `holdMs` milliseconds before the service works on it. */
export interface HoldingLimiter {
  readonly take: (now: number) => Admission & { readonly holdMs?: number }
}

/** The limiter of a configuration. Some kinds draw from `random`. */
export function limiterOf(truth: SimulatedLimit, random: () => number): HoldingLimiter {
  switch (truth.kind) {
    case 'fixed-epoch':
      return epochWindow(truth.quota, truth.windowMs, truth.phase)
    case 'fixed-first':
      return fixedWindow(truth.quota, truth.windowMs)
    case 'sliding-log':
      return slidingLog(truth.quota, truth.windowMs)
    case 'sliding-log-refused':
      return slidingLog(truth.quota, truth.windowMs, true)
    case 'sliding-counter':
      return slidingCounter(truth.quota, truth.windowMs, truth.phase)
    case 'counter-first':
      return counterFromFirst(truth.quota, truth.windowMs, false)
    case 'counter-first-refused':
      return counterFromFirst(truth.quota, truth.windowMs, true)
    case 'token-bucket':
      return tokenBucket(truth.depth, truth.perSecond)
    case 'steps':
      return steps(truth.depth, truth.tokens, truth.everyMs)
    case 'gcra':
      return gcra(truth.depth, truth.perSecond)
    case 'delaying':
      return delaying(truth.depth, truth.perSecond, truth.undelayed)
    case 'concurrency':
      return concurrency(truth.places)
    case 'none':
      return unlimited
    case 'two-windows':
      return bothOf(limiterOf(truth.first, random), limiterOf(truth.second, random))
    case 'several': {
      const all = Array.from({ length: truth.servers }, () => limiterOf(truth.each, random))
      return { take: (now) => (all[Math.floor(random() * all.length)] ?? unlimited).take(now) }
    }
    case 'random':
      return { take: () => (random() >= truth.share ? served : refusedFor(null)) }
    case 'ban':
      return ban(limiterOf(truth.inner, random), () => {
        return truth.shortestMs + random() * (truth.longestMs - truth.shortestMs)
      })
    case 'block':
      return block(() => limiterOf(truth.inner, random), truth.lengthMs, truth.restarts)
  }
}

/** A sliding counter in whole milliseconds whose windows begin anew after two without a count (HAProxy's `http_req_rate`). */
function counterFromFirst(quota: number, windowMs: number, refusedCount: boolean): Limiter {
  const period = Math.round(windowMs)
  let began = Number.NEGATIVE_INFINITY
  let [before, here] = [0, 0]
  const count = (now: number) => {
    const passed = Math.floor((now - began) / period)
    if (passed === 0) here += 1
    else [before, here] = [passed === 1 ? here : 0, 1]
    if (passed === 1) began += period
    else if (passed > 1) began = now
  }
  const level = (now: number) => {
    const passed = Math.floor((now - began) / period)
    const [last, own] = passed === 0 ? [before, here] : [passed === 1 ? here : 0, 0]
    const left = passed > 1 ? 0 : period - ((now - began) % period)
    return Math.floor((last * left) / period) + own
  }
  return {
    take(at) {
      const now = Math.floor(at)
      const isRefused = level(now) >= quota
      if (refusedCount || !isRefused) count(now)
      return isRefused ? refusedFor(null) : served
    },
  }
}

/** A token bucket that a timer fills, several tokens at a time (.NET's `TokenBucketRateLimiter`, `intervally` of Bucket4j). */
function steps(depth: number, tokens: number, everyMs: number): Limiter {
  let left = depth
  let tick: number | null = null
  return {
    take(now) {
      const here = Math.floor(now / everyMs)
      left = Math.min(depth, left + tokens * (here - (tick ?? here)))
      tick = here
      if (left < 1) return refusedFor((here + 1) * everyMs - now)
      left -= 1
      return served
    },
  }
}

/** A token bucket as many gateways write it (GCRA): it keeps the time when the next token is due. */
export function gcra(depth: number, perSecond: number): Limiter {
  const interval = 1000 / perSecond
  const tolerance = interval * (depth - 1)
  let due = Number.NEGATIVE_INFINITY
  return {
    take(now) {
      if (now < due - tolerance - 1e-6) return refusedFor(due - tolerance - now)
      due = Math.max(due, now) + interval
      return served
    },
  }
}

/** A leaky bucket as a queue: admitted requests beyond the first `undelayed` wait for their turn (nginx `limit_req`, `delay=`). */
function delaying(depth: number, perSecond: number, undelayed: number): HoldingLimiter {
  let level = 0
  let seen = Number.NEGATIVE_INFINITY
  return {
    take(now) {
      const next = Math.max(0, level - ((now - seen) * perSecond) / 1000 + 1)
      // As in nginx, a request after a rest fills no place: so `depth` requests fit in at once.
      const filled = seen === Number.NEGATIVE_INFINITY ? 0 : next
      if (filled > depth - 1) return refusedFor(null)
      ;[level, seen] = [filled, now]
      return { ...served, holdMs: (1000 * Math.max(0, filled - undelayed)) / perSecond }
    },
  }
}

/** A limiter that serves nobody for a time after each refusal by `inner`. */
function ban(inner: Limiter, length: () => number): Limiter {
  let until = Number.NEGATIVE_INFINITY
  return {
    take(now) {
      if (now < until) return refusedFor(until - now)
      const decision = inner.take(now)
      if (decision.kind === 'refused') until = now + length()
      return decision
    },
  }
}

/** A limiter that serves nobody for `lengthMs` after a refusal. If `restarts`, its count then starts anew; else it goes on. */
function block(inner: () => Limiter, lengthMs: number, restarts: boolean): Limiter {
  let counter = inner()
  let until = Number.NEGATIVE_INFINITY
  return {
    take(now) {
      const isBlocked = now < until
      if (isBlocked && restarts) return refusedFor(until - now)
      const decision = counter.take(now)
      if (isBlocked) return refusedFor(until - now)
      if (decision.kind === 'served') return decision
      until = now + lengthMs
      if (restarts) counter = inner()
      return refusedFor(lengthMs)
    },
  }
}
