import { expect, test } from 'vitest'
import { failureOf } from './k6-failure.ts'

// The errors that k6 1.8.1 reported of a server that did this on a loopback socket.
test.for([
  ['reset', 1220, 'read: connection reset by peer', 0, 'reset', false],
  ['close', 1000, 'EOF', 0, 'reset', false],
  ['cut short', 1000, 'unexpected EOF', 20, 'reset', true],
  ['garbage', 1000, 'malformed HTTP response "GARBAGE"', 0.1, 'broken', true],
  [
    'two lengths',
    1000,
    'http: message cannot contain multiple Content-Length headers; got ["2" "3"]',
    0.1,
    'broken',
    true,
  ],
  ['corrupt gzip', 1701, 'error decompressing response body (unexpected EOF)', 0.1, 'broken', true],
  ['deflate without its wrapper', 1701, 'error decompressing response body (zlib: invalid header)', 0.1, 'coded', true],
  ['hang', 1050, 'request timeout', 0, 'silence', false],
  ['hang in the body', 1050, 'request timeout', 2000, 'slow', true],
  ['nothing listening', 1212, 'dial: connection refused', 0, 'refused', false],
  ['no such name', 1101, 'lookup: no such host', 0, 'refused', false],
  ['no TLS', 1301, 'tls: first record does not look like a TLS handshake', 0, 'refused', false],
] as const)('%s', ([, code, text, receivingMs, kind, began]) => {
  expect(failureOf({ code, text, receivingMs, connectingMs: 0 }, true)).toEqual({
    kind,
    message: `k6 ${code}: ${text}`,
    reusedConnection: false,
    began,
  })
})

test('a failure is put down to a reused connection only for a method that Go does not repeat by itself', () => {
  const error = { code: 1000, text: 'EOF', receivingMs: 0, connectingMs: 0 }
  expect(failureOf(error, false).reusedConnection).toBe(true)
  expect(failureOf({ ...error, connectingMs: 0.1 }, false).reusedConnection).toBe(false)
})
