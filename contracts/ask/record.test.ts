import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { redacted } from '../../evidence/redaction/redacted.ts'
import { redaction } from '../../evidence/redaction/redaction.ts'
import { asking } from '../../trust/fabricated/ask.ts'
import { deepest, depthOf, exchangeOf, kept } from './record.ts'
import type { Received } from './transport.ts'

const key = 'pk_record_5Tz8Lm2Qx7Vb4Nc9'

const redact = redaction([key])

function recorded(
  received: Partial<Received>,
  body: string | null = null,
  isDetailed = true,
  by = redact,
  secretHeaders: readonly string[] = [],
) {
  return exchangeOf(
    {
      probe: asking(),
      attempt: 2,
      request: {
        method: 'GET',
        target: `/a?k=${key}`,
        headers: [
          ['x-service-api-key', 'odd'],
          ['X-B', key],
          ['User-Agent', 'agent'],
        ],
        body,
      },
      received: {
        head: { status: 200, headers: [['X-Echo', key]] },
        body: Buffer.from(''),
        failure: null,
        startedAt: 5,
        headMs: 1,
        endMs: 2,
        ...received,
      },
    },
    { redact: by, isDetailed, secretHeaders },
  )
}

test('the depth of JSON is counted by brackets outside of strings', () => {
  expect(depthOf('[[{"a":"[[[["}]]')).toBe(3)
  expect(depthOf('"\\"[["')).toBe(0)
  expect(depthOf('[][][]')).toBe(1)
  expect(depthOf('['.repeat(100_000))).toBe(deepest + 1)
})

test('an exchange holds no secret in request, head or body, and never the value of the key header', () => {
  const exchange = recorded({ body: Buffer.from(`no such key ${key}`) }, `{"a":"${key}"}`)
  expect(JSON.stringify(exchange)).not.toContain(key.slice(0, 10))
  expect(exchange.request.headers[0]).toEqual(['x-service-api-key', redacted])
  expect(exchange.request.headers.at(-1)).toEqual(['User-Agent', 'agent'])
  expect(exchange.id).toBe(`${exchange.probe}.2`)
})

test('nothing is kept of the value of a header with a secret name, however short it is', () => {
  const { request } = recorded({}, null, true, redaction([key]), ['USER-agent'])
  expect(request.headers.at(-1)).toEqual(['User-Agent', redacted])
})

test('equal lists of headers are kept once, but apart for each redaction', () => {
  const [one, other] = [recorded({}), recorded({})]
  expect(other.request.headers).toBe(one.request.headers)
  expect(other.response?.headers).toBe(one.response?.headers)
  const elsewhere = recorded({}, null, true, redaction(['another_key_0a9b8c']))
  expect(elsewhere.response?.headers).toEqual([['X-Echo', key]])
  expect(elsewhere.request.headers[0]).toEqual(['x-service-api-key', redacted])
})

test('a key is taken out before the body is cut, so that no half of it stays', () => {
  const before = 'x'.repeat(kept.other - 12)
  const exchange = recorded({ body: Buffer.from(`${before}${key}tail`) }, null, false)
  expect(exchange.response?.body.text).not.toContain(key.slice(0, 8))
  expect(exchange.response?.body.cut).toBe(true)
  expect(exchange.response?.body.text?.length).toBe(kept.other)
})

test('a long page with 404 that names all routes is kept whole: it is compared with others (O1)', () => {
  const page = `<li>${'api/video/category/all '.repeat(2_000)}</li>`
  const exchange = recorded({ head: { status: 404, headers: [] }, body: Buffer.from(page) }, null, false)
  expect(exchange.response?.body).toMatchObject({ text: page, cut: false })
})

test('of large headers every name and the beginning of the value are kept, and no half of a key', () => {
  const cookie = `${'x'.repeat(kept.header - 6)}${key}`
  const many = Array.from({ length: 60 }, (_, nth): [string, string] => [`X-${nth}`, 'y'.repeat(1_000)])
  const headers = [['Set-Cookie', cookie] as const, ...many, ['Content-Type', 'application/json'] as const]
  const exchange = recorded({ head: { status: 200, headers } })
  const lines = exchange.response?.headers ?? []
  expect(lines).toHaveLength(headers.length)
  expect(lines[0]?.[1].length).toBeLessThan(kept.header + 2)
  expect(JSON.stringify(lines)).not.toContain(key.slice(0, 8))
  expect(lines.at(-1)).toEqual(['Content-Type', 'application/json'])
  expect(lines.flat().join('').length).toBeLessThan(kept.headers + 62 * 270)
})

test('a body that is cut says which codes the whole names', () => {
  const page = `<h1>not here</h1>${'y'.repeat(kept.whole)}`
  expect(recorded({ body: Buffer.from(page) }).response?.body).toMatchObject({ cut: true, codes: [] })
  expect(recorded({ body: Buffer.from(`${page} not_found`) }).response?.body.codes).toEqual(['not_found'])
  expect(recorded({ body: Buffer.from('not_found') }).response?.body).not.toHaveProperty('codes')
})

test('a body that is cut or has a byte order mark says whether the whole is JSON', () => {
  const long = JSON.stringify({ a: 'y'.repeat(kept.whole) })
  expect(recorded({ body: Buffer.from(long) }).response?.body).toMatchObject({ cut: true, json: 'valid' })
  expect(recorded({ body: Buffer.from(long.slice(0, -1)) }).response?.body).toMatchObject({ json: 'invalid' })
  expect(recorded({ body: Buffer.from('\ufeff{}') }).response?.body).toMatchObject({ text: '\ufeff{}', json: 'valid' })
  expect(recorded({}).response?.body).not.toHaveProperty('json')
})

test('bytes that are no UTF-8 are kept as bytes, without secrets', () => {
  const body = recorded({ body: Buffer.concat([Buffer.from([0xff]), Buffer.from(key)]) }).response?.body
  expect(body?.text).toBeNull()
  expect(Buffer.from(body?.base64 ?? '', 'base64').toString('latin1')).toBe(`\u00ff${redacted}`)
})

test.for([
  ['gzip that no header names', [], gzipSync(key)],
  ['gzip in gzip', [['Content-Encoding', 'gzip']], gzipSync(gzipSync(key))],
  ['zstd', [['Content-Encoding', 'zstd']], Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), Buffer.from(key)])],
  ['snappy', [['Content-Encoding', 'snappy']], Buffer.concat([Buffer.from([0xff, 0x06]), gzipSync(key)])],
] as const)('nothing is kept of a body in %s: nobody can see its secrets', ([, headers, body]) => {
  for (const status of [200, 429, 500]) {
    const { response } = recorded({ head: { status, headers }, body })
    expect(response?.body).toEqual({ text: null, bytes: body.length, cut: true })
  }
})

test('an answer that is nested too deeply is a failure of its own kind', () => {
  const { failure, response } = recorded({ body: Buffer.from('['.repeat(deepest + 1)) })
  expect(failure?.kind).toBe('deep')
  expect(response?.body.text?.length).toBeLessThanOrEqual(2_000)
  expect(recorded({ body: Buffer.from('['.repeat(deepest) + ']'.repeat(deepest)) }).failure).toBeNull()
})

test.for([
  ['zstd', 200, 'x', 'coded'],
  ['gzip, br', 401, 'x', 'coded'],
  ['compress', 404, '['.repeat(deepest + 1), 'coded'],
  ['zstd', 200, '', undefined],
  ['utf-8', 200, '{"a":1}', undefined],
  ['zstd', 429, 'x', undefined],
  ['zstd', 503, 'x', undefined],
  ['gzip', 200, 'x', undefined],
  ['x-gzip', 200, 'x', undefined],
] as const)('O12: coding %s with status %s and body %s is failure %s', ([coding, status, text, kind]) => {
  const headers = [['Content-Encoding', coding]] as const
  const { failure, response } = recorded({ head: { status, headers }, body: Buffer.from(text) })
  expect(failure?.kind).toBe(kind)
  if (kind !== undefined) expect(failure?.message).toContain(coding)
  expect(response).toMatchObject({ status, headers })
})

test('the message of a failure is kept short and without secrets', () => {
  const failure = { kind: 'reset', message: `${key} ${'z'.repeat(900)}`, reusedConnection: false, began: true } as const
  const exchange = recorded({ head: null, failure })
  expect(exchange.response).toBeNull()
  expect(exchange.failure?.message.startsWith(redacted)).toBe(true)
  expect(exchange.failure?.message.length).toBe(300)
})
