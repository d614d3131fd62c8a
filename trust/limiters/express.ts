import type { RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import { MemoryStore, rateLimit } from 'express-rate-limit'
import { fixedWindow, type RealLimiter, refusalBody } from './limiter.ts'
import { plainAnswer, serve } from './plain-service.ts'

/** The part of Express that is used here. Express brings no types of its own. */
interface Application extends RequestListener {
  use(middleware: unknown): void
  get(path: string, handler: (request: unknown, response: Response) => void): void
}

interface Response {
  type(mediaType: string): Response
  send(body: string): void
}

const express: () => Application = createRequire(import.meta.url)('express')

export const expressLimiters: readonly RealLimiter[] = [
  {
    name: 'express-rate-limit',
    truth: fixedWindow(20, 1000, 'limit 20, windowMs 1000, memory store'),
    async start({ port }) {
      const store = new MemoryStore()
      const app = express()
      const message = JSON.parse(refusalBody)
      app.use(
        rateLimit({ limit: 20, windowMs: 1000, store, message, standardHeaders: 'draft-8', legacyHeaders: false }),
      )
      app.get('/{*path}', (_, response) => response.type('json').send(plainAnswer))
      const served = await serve(app, port)
      return { url: served.url, stop: () => served.stop().then(() => store.shutdown()) }
    },
  },
]
