import { BurstyRateLimiter, RateLimiterMemory, RateLimiterQueue, RateLimiterUnion } from 'rate-limiter-flexible'
import { fixedWindow, other, type RealLimiter, type Running, refusalBody } from './limiter.ts'
import { plainAnswer, serve } from './plain-service.ts'

/** Asks the limiter for one request. Rejects where the limiter refuses. */
type Consume = (key: string) => Promise<unknown>

async function start(port: number, consume: Consume): Promise<Running> {
  return serve(async (request, response) => {
    const allowed = await consume(String(request.headers['x-service-api-key'])).then(
      () => true,
      () => false,
    )
    response.writeHead(allowed ? 200 : 429, { 'Content-Type': 'application/json' })
    response.end(allowed ? plainAnswer : refusalBody)
  }, port)
}

/** A limiter in memory. Where two work together, each needs its own `keyPrefix`. */
const memory = (points: number, duration: number, more: { keyPrefix?: string; blockDuration?: number } = {}) =>
  new RateLimiterMemory({ points, duration, ...more })

function windowed(): Consume {
  const limiter = memory(20, 1)
  return (key) => limiter.consume(key)
}

function bursty(): Consume {
  const limiter = new BurstyRateLimiter(memory(10, 1), memory(20, 3, { keyPrefix: 'burst' }))
  return (key) => limiter.consume(key)
}

function blocking(): Consume {
  const limiter = memory(20, 1, { blockDuration: 2 })
  return (key) => limiter.consume(key)
}

function queued(): Consume {
  const limiter = new RateLimiterQueue(memory(10, 1), { maxQueueSize: 10 })
  return (key) => limiter.removeTokens(1, key)
}

function united(): Consume {
  const limiter = new RateLimiterUnion(memory(10, 1, { keyPrefix: 'short' }), memory(18, 3, { keyPrefix: 'long' }))
  return (key) => limiter.consume(key)
}

export const flexibleLimiters: readonly RealLimiter[] = [
  {
    name: 'rate-limiter-flexible memory',
    truth: fixedWindow(20, 1000, 'points 20, duration 1'),
    start: ({ port }) => start(port, windowed()),
  },
  {
    name: 'rate-limiter-flexible bursty',
    truth: other('10 in 1 s, then 20 more in 3 s'),
    start: ({ port }) => start(port, bursty()),
  },
  {
    name: 'rate-limiter-flexible union',
    truth: other('10 in 1 s and 18 in 3 s, refusals counted'),
    start: ({ port }) => start(port, united()),
  },
  {
    name: 'rate-limiter-flexible blocking',
    truth: other('points 20, duration 1, blocked for 2 s once exceeded'),
    start: ({ port }) => start(port, blocking()),
  },
  {
    name: 'rate-limiter-flexible queue',
    truth: other('10 in 1 s, 10 more wait for the next second'),
    start: ({ port }) => start(port, queued()),
  },
]
