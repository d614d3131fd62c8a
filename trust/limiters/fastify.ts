import rateLimit, { type RateLimitPluginOptions } from '@fastify/rate-limit'
import createFastify from 'fastify'
import { fixedWindow, other, type RealLimiter, type Running, refusalBody } from './limiter.ts'
import { plainAnswer } from './plain-service.ts'

/** Status and body of a refusal. The plugin throws it, and our error handler answers it. */
class Refusal extends Error {
  readonly statusCode = 429
  readonly error = JSON.parse(refusalBody).error
}

async function start(port: number, options: RateLimitPluginOptions): Promise<Running> {
  const app = createFastify({ forceCloseConnections: true })
  await app.register(rateLimit, { ...options, errorResponseBuilder: () => new Refusal() })
  app.setErrorHandler((error, _, reply) =>
    error instanceof Refusal
      ? reply.status(429).type('application/json').send(refusalBody)
      : reply.status(500).send(error),
  )
  app.get('/*', (_, reply) => reply.type('application/json').send(plainAnswer))
  const url = await app.listen({ host: '127.0.0.1', port })
  return { url, stop: () => app.close().then(() => {}) }
}

export const fastifyLimiters: readonly RealLimiter[] = [
  {
    name: '@fastify/rate-limit',
    truth: fixedWindow(20, 1000, 'max 20, timeWindow 1000'),
    start: ({ port }) => start(port, { max: 20, timeWindow: 1000 }),
  },
  {
    name: '@fastify/rate-limit, continueExceeding',
    truth: other('max 20, timeWindow 1000, begun anew by every refusal'),
    start: ({ port }) => start(port, { max: 20, timeWindow: 1000, continueExceeding: true }),
  },
]
