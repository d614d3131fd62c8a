import http from 'node:http'
import https from 'node:https'
import type { Duplex, Readable } from 'node:stream'
import request from 'supertest'
import type { Failure, FailureKind, HeaderLine } from '../../evidence/exchange.ts'
import type { ComposedRequest } from '../compose.ts'

/** What one attempt brought, raw: nothing decoded, nothing redacted. */
export interface Received {
  /** Present as soon as a head came, even if the body then failed. */
  readonly head: { readonly status: number; readonly headers: readonly HeaderLine[] } | null
  readonly body: Buffer
  readonly failure: Failure | null
  readonly startedAt: number
  readonly headMs: number | null
  readonly endMs: number
}

export interface SendLimits {
  /** Milliseconds for the whole exchange. */
  readonly timeoutMs: number
  /** Bytes of body, after its content coding, that are read at most. */
  readonly maxBytes: number
  /** True to open a connection of its own. */
  readonly fresh: boolean
  /** Ends the exchange at once. */
  readonly signal?: AbortSignal
}

/** Sends one request and never throws: what does not come is a failure. */
export interface Transport {
  readonly send: (request: ComposedRequest, limits: SendLimits) => Promise<Received>
  /** Ends every connection. */
  readonly close: () => void
}

/** A certificate of our own and authorities to trust, as PEM texts. */
export interface TransportSecurity {
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'EPROTO',
])

/** Bytes that are kept of a body beyond the limit: enough to see what it is. */
const keptOfLarge = 4_096

interface TransportError {
  readonly code?: string
  readonly message?: string
  readonly timeout?: unknown
}

/** What is watched while an exchange goes on. */
interface Watch {
  head: Received['head']
  headMs: number | null
  readonly chunks: Buffer[]
  bytes: number
  lastByteMs: number
  reused: boolean
  bytesBefore: number
  socketBytes: () => number
}

/** supertest puts an error of its own in the place of one that has a code, with the code in front of its words. */
function codeOf({ code, message = '' }: TransportError): string {
  return code ?? /^(E[A-Z]+): /.exec(message)?.[1] ?? ''
}

function failureKind(error: TransportError, watch: Watch, endMs: number, limits: SendLimits): FailureKind {
  const code = codeOf(error)
  // Nothing promises the size of a head either: Node reads 16 KB of it.
  if (code === 'ETOOLARGE' || code === 'HPE_HEADER_OVERFLOW') return 'large'
  if (error.timeout !== undefined || code === 'ECONNABORTED' || code === 'ETIMEDOUT') {
    const coming = watch.head === null ? began(watch) : endMs - watch.lastByteMs < limits.timeoutMs / 2
    return coming ? 'slow' : 'silence'
  }
  if (unreachable.has(code) || /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_|UNABLE_|SELF_SIGNED)/.test(code)) return 'refused'
  if (code.startsWith('HPE_') || code.startsWith('Z_') || code.startsWith('ERR_')) return 'broken'
  return 'reset'
}

const began = (watch: Watch) => watch.head !== null || watch.socketBytes() > watch.bytesBefore

function failureOf(error: TransportError, watch: Watch, endMs: number, limits: SendLimits): Failure {
  const kind = failureKind(error, watch, endMs, limits)
  const words = [error.code, error.message].filter((part) => part !== undefined && part !== '')
  return { kind, message: words.join(': '), reusedConnection: watch.reused, began: began(watch) }
}

const methods = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete', HEAD: 'head', OPTIONS: 'options' } as const

function isKnownMethod(method: string): method is keyof typeof methods {
  return method in methods
}

/** Keeps the bytes as they come, so that a body that fails half-way is not lost. */
function keepBytes(watch: Watch, startedAt: number) {
  return (response: Readable, done: (error: Error | null, body: unknown) => void) => {
    response.on('data', (chunk: Buffer) => {
      watch.chunks.push(chunk)
      watch.bytes += chunk.length
      watch.lastByteMs = Date.now() - startedAt
    })
    response.on('end', () => done(null, null))
  }
}

/** A connection on which bytes come that nobody asked for is no longer used: they would be taken for the next answer. */
function neverReuseSpoilt(agent: http.Agent): http.Agent {
  const keep = agent.keepSocketAlive.bind(agent)
  const reuse = agent.reuseSocket.bind(agent)
  const spoilt = new WeakMap<Duplex, () => void>()
  agent.keepSocketAlive = (socket) => {
    const end = () => socket.destroy()
    spoilt.set(socket, end)
    socket.once('data', end)
    return keep(socket)
  }
  agent.reuseSocket = (socket, request) => {
    const end = spoilt.get(socket)
    if (end !== undefined) socket.off('data', end)
    reuse(socket, request)
  }
  return agent
}

/** One keep-alive supertest agent towards one origin. Redirects are not followed; nothing is retried; nothing is parsed. */
export function supertestTransport(baseUrl: string, sockets: number, security: TransportSecurity = {}): Transport {
  const { origin, protocol } = new URL(baseUrl)
  const options = { keepAlive: true, maxSockets: sockets, proxyEnv: process.env, ...security }
  const makeAgent = (keepAlive: boolean) =>
    protocol === 'https:'
      ? new https.Agent({ ...options, keepAlive })
      : new http.Agent({ keepAlive, maxSockets: sockets, proxyEnv: process.env })
  const kept = neverReuseSpoilt(makeAgent(true))
  const send = async (composed: ComposedRequest, limits: SendLimits): Promise<Received> => {
    const startedAt = Date.now()
    const watch: Watch = {
      head: null,
      headMs: null,
      chunks: [],
      bytes: 0,
      lastByteMs: 0,
      reused: false,
      bytesBefore: 0,
      socketBytes: () => 0,
    }
    const agent = limits.fresh ? makeAgent(false) : kept
    const finish = (error: TransportError | null): Received => {
      const endMs = Date.now() - startedAt
      const failure = error === null ? null : failureOf(error, watch, endMs, limits)
      const length = failure?.kind === 'large' ? Math.min(watch.bytes, keptOfLarge) : watch.bytes
      const body = Buffer.concat(watch.chunks, length)
      return { head: watch.head, body, failure, startedAt, headMs: watch.headMs, endMs }
    }
    try {
      await exchange(origin, composed, { agent, limits, watch, startedAt })
      return finish(watch.head === null ? { message: 'no head came' } : null)
    } catch (error) {
      return finish(error as TransportError)
    } finally {
      if (limits.fresh) agent.destroy()
    }
  }
  return { send, close: () => kept.destroy() }
}

interface Sending {
  readonly agent: http.Agent
  readonly limits: SendLimits
  readonly watch: Watch
  readonly startedAt: number
}

async function exchange(origin: string, composed: ComposedRequest, { agent, limits, watch, startedAt }: Sending) {
  if (!isKnownMethod(composed.method)) throw new Error(`no such method: ${composed.method}`)
  const test = request(origin)[methods[composed.method]](composed.target)
  for (const [name, value] of composed.headers) test.set(name, value)
  if (composed.body !== null) test.send(composed.body)
  test
    .agent(agent)
    .redirects(0)
    .buffer(true)
    .parse(keepBytes(watch, startedAt) as never)
    .maxResponseSize(limits.maxBytes)
    .timeout({ response: limits.timeoutMs, deadline: limits.timeoutMs })
    .ok(() => true)
  test.on('request', ({ req }: { readonly req: http.ClientRequest }) => watchRequest(req, watch, startedAt))
  callBackOnce(test as unknown as CallingBack)
  const { signal } = limits
  await new Promise<void>((resolve, reject) => {
    const interrupt = () => {
      test.abort()
      reject(new Error('interrupted'))
    }
    if (signal?.aborted) return interrupt()
    signal?.addEventListener('abort', interrupt, { once: true })
    test.end((error: unknown) => {
      signal?.removeEventListener('abort', interrupt)
      if (error) reject(error)
      else resolve()
    })
  })
}

interface CallingBack {
  callback: (...args: readonly unknown[]) => void
}

/** superagent tells a broken answer twice, by request and by response, and complains of it on standard error. */
function callBackOnce(test: CallingBack): void {
  const first = test.callback.bind(test)
  test.callback = (...args) => {
    test.callback = () => {}
    first(...args)
  }
}

function watchRequest(request: http.ClientRequest, watch: Watch, startedAt: number): void {
  request.on('socket', (socket) => {
    watch.reused = request.reusedSocket
    watch.bytesBefore = socket.bytesRead
    watch.socketBytes = () => socket.bytesRead
  })
  request.on('response', (response) => {
    const { rawHeaders } = response
    const headers = Array.from(
      { length: rawHeaders.length / 2 },
      (_, index): HeaderLine => [rawHeaders[index * 2] ?? '', rawHeaders[index * 2 + 1] ?? ''],
    )
    watch.head = { status: response.statusCode ?? 0, headers }
    watch.headMs = Date.now() - startedAt
    watch.lastByteMs = watch.headMs
  })
}
