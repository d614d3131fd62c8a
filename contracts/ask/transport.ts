import type http from 'node:http'
import type { Readable } from 'node:stream'
import request from 'supertest'
import { type ContentCoding, contentCoding } from '../../evidence/content-coding.ts'
import type { Failure } from '../../evidence/exchange.ts'
import { headerPairs } from '../../fixtures/headers.ts'
import type { ComposedRequest } from '../compose.ts'
import { type AskClock, systemClock } from './clock.ts'
import { agentsTowards, type TransportSecurity } from './connections.ts'
import { endsEarly, inflate } from './decoding.ts'
import { failureOf, type Head, newWatch, type TransportError, type Watch } from './failures.ts'
import { interruptsOf } from './interrupts.ts'

/** What one attempt brought. The body is decoded where its coding is read; nothing is redacted. */
export interface Received {
  /** Present once a head came, even if the body then failed. */
  readonly head: Head | null
  readonly body: Buffer
  readonly failure: Failure | null
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** Milliseconds from the start to the head, and to the end, by a clock that is never set. */
  readonly headMs: number | null
  readonly endMs: number
}

/** The limits of one exchange. */
export interface SendLimits {
  /** Milliseconds for the whole exchange. */
  readonly timeoutMs: number
  /** How many bytes of a body are read at most, after decoding. */
  readonly maxBytes: number
  /** True to send on a connection of its own. */
  readonly fresh: boolean
  /** Ends the exchange at once. */
  readonly signal?: AbortSignal
}

/** Sends one request and never throws: an answer that does not come is a failure. */
export interface Transport {
  readonly send: (request: ComposedRequest, limits: SendLimits) => Promise<Received>
  /** Ends the idle connections: a service that counts connections may count them as requests under way. */
  readonly closeIdle?: () => void
  /** Ends every connection. */
  readonly close: () => void
}

/** How many bytes of a head are read at most: some services send more than Node's own limit of 16 KB. */
const largestHead = 256 * 1024

/** How many bytes of a body that is too large are kept: enough to see what it is. */
const keptOfLarge = 4_096

const methods = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete', HEAD: 'head', OPTIONS: 'options' } as const

const isKnownMethod = (method: string): method is keyof typeof methods => method in methods

/** Keeps the bytes as they come, so that a body that fails half-way is not lost. */
function keepBytes(watch: Watch, elapsed: () => number) {
  return (response: Readable, done: (error: Error | null, body: unknown) => void) => {
    response.on('data', (chunk: Buffer) => {
      watch.chunks.push(chunk)
      watch.bytes += chunk.length
      watch.lastByteMs = elapsed()
    })
    response.on('end', () => withoutStacks(() => done(null, null)))
  }
}

/** Acts without stack traces: superagent makes an error of every 4xx and 5xx, and the stack, which nobody reads, costs most. */
function withoutStacks(act: () => void): void {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    act()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** One keep-alive supertest agent towards one origin. Redirects are not followed; nothing is retried; nothing is parsed. */
export function supertestTransport(
  baseUrl: string,
  sockets: number,
  security: TransportSecurity = {},
  clock: AskClock = systemClock,
): Transport {
  // Made once: supertest makes a function for every HTTP method.
  const towards = request(new URL(baseUrl).origin)
  const makeAgent = agentsTowards(baseUrl, sockets, security)
  const kept = makeAgent(true)
  const send = async (composed: ComposedRequest, limits: SendLimits): Promise<Received> => {
    const startedAt = clock.now()
    const start = clock.monotonic()
    const elapsed = () => Math.round(clock.monotonic() - start)
    const watch = newWatch()
    const agent = limits.fresh ? makeAgent(false) : kept
    const finish = (error: TransportError | null): Received => {
      const endMs = elapsed()
      const failure = error === null ? null : failureOf(error, watch, endMs, limits.timeoutMs)
      const length = failure?.kind === 'large' ? Math.min(watch.bytes, keptOfLarge) : watch.bytes
      const [first] = watch.chunks
      const body = first?.length === length ? first : Buffer.concat(watch.chunks, length)
      return { head: watch.head, body, failure, startedAt, headMs: watch.headMs, endMs }
    }
    try {
      await exchange(towards, composed, { agent, limits, watch, elapsed, clock })
      if (watch.head === null) return finish({ message: 'no head came' })
      if (contentCoding(watch.head.headers) === 'deflate') inflate(watch, limits.maxBytes)
      return finish(
        endsEarly(watch, limits.maxBytes) ? { code: 'Z_BUF_ERROR', message: 'the coded body ends early' } : null,
      )
    } catch (error) {
      return finish(error as TransportError)
    } finally {
      if (limits.fresh) agent.destroy()
    }
  }
  const closeIdle = () => {
    for (const socket of Object.values(kept.freeSockets).flat()) socket?.destroy()
  }
  return { send, closeIdle, close: () => kept.destroy() }
}

/** What one exchange needs. */
interface Exchanging {
  readonly agent: http.Agent
  readonly limits: SendLimits
  readonly watch: Watch
  /** Milliseconds since the exchange began. */
  readonly elapsed: () => number
  readonly clock: AskClock
}

function exchange(
  towards: ReturnType<typeof request>,
  composed: ComposedRequest,
  { agent, limits, watch, elapsed, clock }: Exchanging,
): Promise<void> {
  if (!isKnownMethod(composed.method)) throw new Error(`no such method: ${composed.method}`)
  const test = towards[methods[composed.method]](composed.target)
  for (const [name, value] of composed.headers) test.set(name, value)
  if (composed.body !== null) test.send(composed.body)
  test
    .agent(agent)
    .redirects(0)
    .buffer(true)
    .parse(keepBytes(watch, elapsed) as never)
    .maxResponseSize(limits.maxBytes)
    .ok(() => true)
  test.on('request', ({ req }: { readonly req: http.ClientRequest }) => watchRequest(req, watch, elapsed))
  // superagent reports a broken answer twice, for the request and for the response, and warns of that on standard error.
  ;(test as unknown as CallingBack).callback = callBackOnce
  const { signal, timeoutMs } = limits
  const interrupts = signal && interruptsOf(signal)
  return new Promise((resolve, reject) => {
    const end = (error: unknown) => {
      callOff()
      interrupts?.delete(interrupt)
      if (error) reject(error)
      else resolve()
    }
    const giveUp = (why: TransportError) => {
      test.abort()
      end(why)
    }
    const interrupt = () => giveUp({ message: 'interrupted' })
    // Not superagent's own timeout: it deletes a property of the request, which makes each later access slow.
    const callOff = clock.after(timeoutMs, () => giveUp(timedOut(timeoutMs)))
    if (signal?.aborted) return interrupt()
    interrupts?.add(interrupt)
    test.end(end)
  })
}

const timedOut = (ms: number) => ({ code: 'ECONNABORTED', message: `Timeout of ${ms}ms exceeded`, timeout: ms })

interface CallingBack {
  callback: (...args: readonly unknown[]) => void
}

const ignore = () => {}

/** One function for all requests: a function of its own would stay in memory, with its request, until the next full collection. */
function callBackOnce(this: CallingBack, ...args: readonly unknown[]): void {
  this.callback = ignore
  ;(request.Test.prototype as unknown as CallingBack).callback.call(this, ...args)
}

const isRead = (coding: ContentCoding) => coding !== 'none' && coding !== 'unread'

function watchRequest(request: http.ClientRequest, watch: Watch, elapsed: () => number): void {
  // superagent does not pass this option on. The parser reads it later, when the request gets its connection.
  Object.assign(request, { maxHeaderSize: largestHead })
  request.on('socket', (socket) => {
    watch.reused = request.reusedSocket || socket.bytesRead > 0
    watch.bytesBefore = socket.bytesRead
    watch.socket = socket
  })
  // Before superagent's own listener, which knows fewer names of the codings that it decodes.
  request.prependListener('response', (response) => {
    const headers = headerPairs(response.rawHeaders)
    watch.head = { status: response.statusCode ?? 0, headers }
    watch.headMs = elapsed()
    watch.lastByteMs = watch.headMs
    const coding = contentCoding(headers)
    if (!isRead(coding)) return
    // superagent decodes only one of the two kinds of deflate.
    response.headers['content-encoding'] = coding === 'deflate' ? 'identity' : coding
    if (coding === 'deflate') return
    response.on('data', (chunk: Buffer) => watch.coded.push(chunk))
  })
}
