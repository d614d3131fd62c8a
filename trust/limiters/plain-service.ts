import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Running } from './limiter.ts'

/** The body of every answer of the plain service. */
export const plainAnswer = JSON.stringify({ status: 'success', data: [] })

/** Serves on a port of loopback. Port 0 takes any free port. */
export function serve(listener: RequestListener, port = 0): Promise<Running & { readonly port: number }> {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const { port: own } = server.address() as AddressInfo
      const stop = () => {
        server.closeAllConnections()
        return new Promise<void>((done) => {
          server.close(() => done())
        })
      }
      resolve({ url: `http://127.0.0.1:${own}`, port: own, stop })
    })
  })
}

/** Starts a service without a limit. Every request gets the same answer after `workMs` milliseconds. */
export function servePlain(workMs = 0): ReturnType<typeof serve> {
  return serve(async (_, response) => {
    if (workMs > 0) await sleep(workMs)
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(plainAnswer)
  })
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const { port, stop } = await serve(() => {})
  await stop()
  return port
}
