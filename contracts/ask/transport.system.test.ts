import { createServer, type Server, type Socket } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import type { ComposedRequest } from '../compose.ts'
import { type AskClock, systemClock } from './clock.ts'
import { type SendLimits, supertestTransport, type Transport } from './transport.ts'

type Talk = (socket: Socket, request: string, connection: number) => void

const servers: Server[] = []
const sockets: Socket[] = []
const transports: Transport[] = []
afterEach(async () => {
  for (const transport of transports.splice(0)) transport.close()
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done))
})

/** A server that talks as told to each request, and a transport towards it. */
async function talking(
  talk: Talk,
  clock?: AskClock,
): Promise<{ readonly transport: Transport; readonly connections: () => number }> {
  let connections = 0
  const server = createServer((socket) => {
    const connection = connections++
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => talk(socket, bytes.toString('latin1'), connection))
  })
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const transport = supertestTransport(`http://127.0.0.1:${port}/base`, 4, {}, clock)
  transports.push(transport)
  return { transport, connections: () => connections }
}

const request: ComposedRequest = {
  method: 'GET',
  target: '/base/a/../%2F?x=1&x=2',
  headers: [['X-A', 'b']],
  body: null,
}
const limits: SendLimits = { timeoutMs: 1_200, maxBytes: 1_000, fresh: false }
/** A whole HTTP message whose coded body lacks its last bytes. */
function cutShort(coding: string, body: Buffer, lacks: number): Buffer {
  const left = body.subarray(0, body.length - lacks)
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${left.length}\r\nContent-Encoding: ${coding}\r\n\r\n`),
    left,
  ])
}

const ok = (body = '{}', more = '') => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n${more}\r\n${body}`

test('the transport measures by a clock that nobody sets', async () => {
  let days = 0
  const jumping = { ...systemClock, now: () => 86_400_000 * (10 - days++) }
  const { transport } = await talking((socket) => setTimeout(() => socket.write(ok()), 50), jumping)
  for (const startedAt of [864_000_000, 777_600_000]) {
    const received = await transport.send(request, limits)
    expect(received).toMatchObject({ startedAt, failure: null })
    expect(received.headMs).toBeGreaterThanOrEqual(45)
    expect(received.endMs).toBeLessThan(1_200)
    expect(received.endMs).toBeGreaterThanOrEqual(received.headMs ?? 0)
  }
})

test('the transport sends method, target, headers and body byte for byte', async () => {
  const seen: string[] = []
  const { transport } = await talking((socket, text) => {
    seen.push(text)
    socket.write(ok())
  })
  await transport.send(request, limits)
  await transport.send({ ...request, method: 'POST', headers: [['Content-Type', 'x/y']], body: '{"a":' }, limits)
  expect(seen[0]).toMatch(/^GET \/base\/a\/\.\.\/%2F\?x=1&x=2 HTTP\/1\.1\r\n/)
  expect(seen[0]).toMatch(/\r\nX-A: b\r\n/)
  expect(seen[1]).toMatch(/^POST [\s\S]*Content-Length: 5\r\n[\s\S]*\r\n\r\n{"a":$/)
})

test('the transport returns the status, the header lines in their order and spelling, and the body', async () => {
  const { transport } = await talking((socket) => socket.write(ok('{"a":1}', 'X-One: 1\r\nx-ONE: 2\r\n')))
  const received = await transport.send(request, limits)
  expect(received.failure).toBeNull()
  expect(received.head?.status).toBe(200)
  expect(received.head?.headers.slice(1)).toEqual([
    ['X-One', '1'],
    ['x-ONE', '2'],
  ])
  expect(received.body.toString()).toBe('{"a":1}')
})

test('the transport reads a head that is larger than Node allows by itself, on a kept connection too', async () => {
  const { transport } = await talking((socket) => socket.write(ok('{"a":1}', `X: ${'x'.repeat(200_000)}\r\n`)))
  for (const _ of [1, 2]) {
    const received = await transport.send(request, limits)
    expect(received.failure).toBeNull()
    expect(received.head?.headers.find(([name]) => name === 'X')?.[1]).toHaveLength(200_000)
    expect(received.body.toString()).toBe('{"a":1}')
  }
})

describe('the transport names the failure', () => {
  const rows: readonly (readonly [kind: string, name: string, talk: Talk])[] = [
    ['reset', 'a reset', (socket) => socket.resetAndDestroy()],
    ['reset', 'an end without a byte', (socket) => socket.end()],
    ['reset', 'an end within the body', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}')],
    ['silence', 'nothing', () => undefined],
    ['silence', 'a head and nothing more', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n')],
    ['slow', 'half a head', (socket) => socket.write('HTTP/1.1 200')],
    ['large', 'a body beyond the limit', (socket) => socket.write(ok('x'.repeat(2_000)))],
    ['large', 'a head beyond the limit', (socket) => socket.write(ok('', `X: ${'x'.repeat(300_000)}\r\n`))],
    ['broken', 'no HTTP', (socket) => socket.end('SSH-2.0-x\r\n')],
    ['broken', 'two lengths', (socket) => socket.end(ok('{}', 'Content-Length: 3\r\n'))],
    ['broken', 'no gzip', (socket) => socket.end(ok('{}', 'Content-Encoding: gzip\r\n'))],
    ['broken', 'gzip that ends early', (socket) => socket.end(cutShort('gzip', gzipSync('{"a":1}'), 12))],
    ['broken', 'gzip without its end', (socket) => socket.end(cutShort('gzip', gzipSync('{"a":1}'), 8))],
    ['broken', 'deflate that ends early', (socket) => socket.end(cutShort('deflate', deflateSync('{"a":1}'), 2))],
    [
      'broken',
      'deflate without zlib that ends early',
      (socket) => socket.end(cutShort('deflate', deflateRawSync('{"a":1}'), 2)),
    ],
    ['broken', 'no deflate', (socket) => socket.end(ok('{}', 'Content-Encoding: deflate\r\n'))],
    ['broken', 'br that ends early', (socket) => socket.end(cutShort('br', brotliCompressSync('{"a":1}'), 2))],
  ]
  /** A busy machine wakes us late, which is a cause of its own (O12). This clock never shows it. */
  const punctual = (): AskClock => {
    const end = performance.now() + limits.timeoutMs
    return { ...systemClock, monotonic: () => Math.min(performance.now(), end) }
  }
  test.for(rows)('%s: %s', async ([kind, , talk]) => {
    const { transport } = await talking(talk, punctual())
    const startedAt = performance.now()
    const received = await transport.send(request, limits)
    expect(received.failure?.kind).toBe(kind)
    expect(performance.now() - startedAt).toBeLessThan(limits.timeoutMs + 1_500)
  })

  test('slow: nothing comes, and we woke late ourselves', async () => {
    const late = { ...systemClock, monotonic: () => performance.now() * 1.5 }
    const { transport } = await talking(() => undefined, late)
    expect((await transport.send(request, limits)).failure?.kind).toBe('slow')
  })

  test('refused: nobody listens', async () => {
    const transport = supertestTransport('http://127.0.0.1:9', 1)
    const { failure } = await transport.send(request, limits)
    expect(failure).toMatchObject({ kind: 'refused', began: false, reusedConnection: false })
    transport.close()
  })
})

describe('the transport reads a body in its content coding', () => {
  const json = '{"a":1}'
  const coded = (coding: string, body: Buffer) => (socket: Socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nContent-Encoding: ${coding}\r\n\r\n`)
    socket.write(body)
  }
  test.for([
    ['gzip', gzipSync(json)],
    ['x-gzip', gzipSync(json)],
    ['X-GZip', gzipSync(json)],
    ['identity, gzip', gzipSync(json)],
    ['deflate', deflateSync(json)],
    ['deflate', deflateSync(json, { level: 0 })],
    ['deflate', deflateRawSync(json)],
    ['deflate', deflateRawSync(json, { level: 0 })],
    ['deflate', gzipSync(json)],
    ['br', brotliCompressSync(json)],
  ] as const)('%s', async ([coding, body]) => {
    const { transport } = await talking(coded(coding, body))
    const { head, body: read, failure } = await transport.send(request, limits)
    expect(failure).toBeNull()
    expect(read.toString()).toBe(json)
    expect(head?.headers).toContainEqual(['Content-Encoding', coding])
  })

  test.for(['zstd', 'gzip, gzip'])('%s stays as it came', async (coding) => {
    const body = gzipSync(json)
    const { transport } = await talking(coded(coding, body))
    const received = await transport.send(request, limits)
    expect([received.failure, received.body]).toEqual([null, body])
  })

  test.for([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ] as const)('a bomb in %s is read no further than the limit', async ([coding, compress]) => {
    const { transport } = await talking(coded(coding, compress(Buffer.alloc(20_000_000))))
    const received = await transport.send(request, { ...limits, timeoutMs: 5_000 })
    expect(received.failure?.kind).toBe('large')
    expect(received.body.length).toBeLessThanOrEqual(4_096)
  })

  test('a body that only claims to be x-gzip is broken', async () => {
    const { transport } = await talking(coded('x-gzip', Buffer.from(json)))
    expect((await transport.send(request, limits)).failure?.kind).toBe('broken')
  })
})

test('the transport keeps what came of a body that broke off', async () => {
  const { transport } = await talking((socket) => socket.end('HTTP/1.1 404 No\r\nContent-Length: 9\r\n\r\nhalf'))
  const received = await transport.send(request, limits)
  expect(received).toMatchObject({ head: { status: 404 }, failure: { kind: 'reset', began: true } })
  expect(received.body.toString()).toBe('half')
})

test('the transport follows no redirect', async () => {
  let asked = 0
  const { transport } = await talking((socket) => {
    asked += 1
    socket.write('HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n')
  })
  expect((await transport.send(request, limits)).head?.status).toBe(302)
  expect(asked).toBe(1)
})

test('the transport uses a connection again, and opens another where asked to', async () => {
  const { transport, connections } = await talking((socket) => socket.write(ok()))
  await transport.send(request, limits)
  await transport.send(request, limits)
  expect(connections()).toBe(1)
  await transport.send(request, { ...limits, fresh: true })
  expect(connections()).toBe(2)
})

test('the transport tells that a reset connection had been idle', async () => {
  let turn = 0
  const { transport } = await talking((socket) => {
    turn += 1
    if (turn === 1) socket.write(ok())
    else socket.resetAndDestroy()
  })
  await transport.send(request, limits)
  const { failure } = await transport.send(request, limits)
  expect(failure).toMatchObject({ kind: 'reset', reusedConnection: true, began: false })
})

test('the transport tells so too where a request waited for the connection', async () => {
  const answered = new Set<Socket>()
  const { transport } = await talking((socket) => {
    if (answered.has(socket)) socket.resetAndDestroy()
    else socket.write(ok())
    answered.add(socket)
  })
  // One request more than connections: the last gets the first connection that is free.
  const received = await Promise.all(Array.from({ length: 5 }, () => transport.send(request, limits)))
  expect(received.at(-1)?.failure).toMatchObject({ kind: 'reset', reusedConnection: true, began: false })
})

test('the transport never takes an answer that nobody asked for as the next one', async () => {
  const over = Promise.withResolvers<void>()
  const { transport, connections } = await talking((socket, _, connection) => {
    socket.write(ok(`{"on":${connection}}`))
    if (connection > 0) return
    socket.once('close', () => over.resolve())
    setTimeout(() => socket.write(ok('{"stale":true}')), 10)
  })
  expect((await transport.send(request, limits)).body.toString()).toBe('{"on":0}')
  await over.promise
  expect((await transport.send(request, limits)).body.toString()).toBe('{"on":1}')
  expect(connections()).toBe(2)
})

test('a request ends at once with its signal, before and while it waits', async () => {
  const { transport } = await talking(() => undefined)
  const controller = new AbortController()
  const sending = transport.send(request, { ...limits, timeoutMs: 20_000, signal: controller.signal })
  setTimeout(() => controller.abort(), 30)
  const received = await sending
  expect(received.failure).not.toBeNull()
  expect(received.endMs).toBeLessThan(2_000)
  const late = await transport.send(request, { ...limits, timeoutMs: 20_000, signal: controller.signal })
  expect(late.failure).not.toBeNull()
})

test('an unknown method is a failure, not a crash', async () => {
  const { transport } = await talking((socket) => socket.write(ok()))
  expect((await transport.send({ ...request, method: 'BREW' }, limits)).failure?.message).toMatch(/BREW/)
})
