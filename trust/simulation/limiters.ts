/** A limiter as a server holds it. `arrive` decides at the server's time; `leave` tells that an accepted one is done. */
export interface Limiter {
  arrive(at: number): boolean
  leave?(at: number): void
}

/** What a simulated limiter is, and so what must be inferred. Milliseconds; rates in tokens a second. */
export type Truth =
  | { readonly kind: 'fixed-epoch'; readonly quota: number; readonly windowMs: number; readonly phase: number }
  | { readonly kind: 'fixed-first'; readonly quota: number; readonly windowMs: number }
  | { readonly kind: 'sliding-log'; readonly quota: number; readonly windowMs: number }
  | { readonly kind: 'sliding-log-refused'; readonly quota: number; readonly windowMs: number }
  | { readonly kind: 'sliding-counter'; readonly quota: number; readonly windowMs: number; readonly phase: number }
  | { readonly kind: 'token-bucket'; readonly depth: number; readonly perSecond: number }
  | { readonly kind: 'gcra'; readonly depth: number; readonly perSecond: number }
  | { readonly kind: 'concurrency'; readonly places: number; readonly serviceMs: number }
  | { readonly kind: 'none' }
  | { readonly kind: 'two-windows'; readonly first: Truth; readonly second: Truth }
  | { readonly kind: 'random'; readonly share: number }
  | { readonly kind: 'ban'; readonly inner: Truth; readonly shortestMs: number; readonly longestMs: number }
  | { readonly kind: 'block'; readonly inner: Truth; readonly lengthMs: number; readonly restarts: boolean }

/** The limiter of a configuration; `random` serves those that are random themselves. */
export function limiterOf(truth: Truth, random: () => number): Limiter {
  switch (truth.kind) {
    case 'fixed-epoch':
      return fixedEpoch(truth.quota, truth.windowMs, truth.phase)
    case 'fixed-first':
      return fixedFirst(truth.quota, truth.windowMs)
    case 'sliding-log':
      return slidingLog(truth.quota, truth.windowMs, false)
    case 'sliding-log-refused':
      return slidingLog(truth.quota, truth.windowMs, true)
    case 'sliding-counter':
      return slidingCounter(truth.quota, truth.windowMs, truth.phase)
    case 'token-bucket':
      return tokenBucket(truth.depth, truth.perSecond)
    case 'gcra':
      return gcra(truth.depth, truth.perSecond)
    case 'concurrency':
      return concurrency(truth.places)
    case 'none':
      return { arrive: () => true }
    case 'two-windows':
      return both(limiterOf(truth.first, random), limiterOf(truth.second, random))
    case 'random':
      return { arrive: () => random() >= truth.share }
    case 'ban':
      return ban(limiterOf(truth.inner, random), () => {
        return truth.shortestMs + random() * (truth.longestMs - truth.shortestMs)
      })
    case 'block':
      return block(() => limiterOf(truth.inner, random), truth.lengthMs, truth.restarts)
  }
}

function fixedEpoch(quota: number, windowMs: number, phase: number): Limiter {
  let current = Number.NEGATIVE_INFINITY
  let used = 0
  return {
    arrive(at) {
      const window = Math.floor((at - phase) / windowMs)
      if (window !== current) {
        current = window
        used = 0
      }
      if (used >= quota) return false
      used += 1
      return true
    },
  }
}

function fixedFirst(quota: number, windowMs: number): Limiter {
  let ends = Number.NEGATIVE_INFINITY
  let used = 0
  return {
    arrive(at) {
      if (at >= ends) {
        ends = at + windowMs
        used = 0
      }
      if (used >= quota) return false
      used += 1
      return true
    },
  }
}

function slidingLog(quota: number, windowMs: number, refusedCount: boolean): Limiter {
  let log: number[] = []
  return {
    arrive(at) {
      log = log.filter((entry) => entry > at - windowMs)
      const open = log.length < quota
      if (open || refusedCount) log.push(at)
      return open
    },
  }
}

function slidingCounter(quota: number, windowMs: number, phase: number): Limiter {
  let current = Number.NEGATIVE_INFINITY
  let used = 0
  let before = 0
  return {
    arrive(at) {
      const window = Math.floor((at - phase) / windowMs)
      if (window !== current) {
        before = window === current + 1 ? used : 0
        used = 0
        current = window
      }
      const left = 1 - ((at - phase) / windowMs - window)
      if (before * left + used >= quota) return false
      used += 1
      return true
    },
  }
}

function tokenBucket(depth: number, perSecond: number): Limiter {
  let tokens = depth
  let seen: number | null = null
  return {
    arrive(at) {
      tokens = Math.min(depth, tokens + ((at - (seen ?? at)) * perSecond) / 1000)
      seen = at
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
  }
}

function gcra(depth: number, perSecond: number): Limiter {
  const interval = 1000 / perSecond
  const tolerance = interval * (depth - 1)
  let due = Number.NEGATIVE_INFINITY
  return {
    arrive(at) {
      if (at < due - tolerance - 1e-6) return false
      due = Math.max(due, at) + interval
      return true
    },
  }
}

function concurrency(places: number): Limiter {
  let taken = 0
  return {
    arrive() {
      if (taken >= places) return false
      taken += 1
      return true
    },
    leave() {
      taken -= 1
    },
  }
}

/** Both limits hold; a request that one refuses costs nothing at the other when it is the first that refuses. */
function both(first: Limiter, second: Limiter): Limiter {
  return { arrive: (at) => first.arrive(at) && second.arrive(at) }
}

function ban(inner: Limiter, length: () => number): Limiter {
  let until = Number.NEGATIVE_INFINITY
  return {
    arrive(at) {
      if (at < until) return false
      if (inner.arrive(at)) return true
      until = at + length()
      return false
    },
  }
}

/** Where the count restarts, what was refused meanwhile is forgotten; else it goes on counting in the block. */
function block(inner: () => Limiter, lengthMs: number, restarts: boolean): Limiter {
  let counter = inner()
  let until = Number.NEGATIVE_INFINITY
  return {
    arrive(at) {
      const blocked = at < until
      if (blocked && restarts) return false
      const open = counter.arrive(at)
      if (blocked || open) return open && !blocked
      until = at + lengthMs
      if (restarts) counter = inner()
      return false
    },
  }
}
