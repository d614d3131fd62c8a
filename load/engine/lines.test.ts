import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Exchange } from '../../evidence/exchange.ts'
import { redaction } from '../../evidence/redaction/redaction.ts'
import type { ShortLine, WireExchange } from '../wire.ts'
import { lineSplitter, longestLine } from './line-splitter.ts'
import { lineReader } from './lines.ts'

const shortLine = (turn: number, status: number, durationMs: number) => `r ${turn} ${status} ${durationMs}`
const timedLine = ({ turn, status, durationMs, startedAt }: ShortLine) =>
  `${shortLine(turn, status, durationMs)} ${startedAt}`

const canary = 'key-canary-0123456789'
const redact = redaction([canary])

function wire(
  status: number,
  body: Buffer | string,
  headers: readonly (readonly [string, string])[] = [],
): WireExchange {
  const bytes = Buffer.from(body)
  return {
    id: 'limits-1.1',
    probe: 'limits-1',
    attempt: 1,
    source: 'load',
    operation: 'GET /api/video/details/all',
    request: { method: 'GET', target: '/api/video/details/all', headers: [], body: null },
    response: { status, headers, base64: bytes.subarray(0, 2048).toString('base64'), bytes: bytes.length },
    error: null,
    startedAt: 1,
    headMs: 1,
    endMs: 1,
    facts: { scenario: 'limits', phase: 'rest', round: 1, durationMs: 1 },
  }
}

const json = [['Content-Type', 'application/json; charset=utf-8']] as const

function read(...lines: readonly string[]) {
  const exchanges: Exchange[] = []
  const shorts: ShortLine[] = []
  const reader = lineReader(redact, {
    exchange: (exchange) => exchanges.push(exchange),
    short: (line) => shorts.push(line),
  })
  for (const line of lines) reader.read(line)
  return { ...reader.reading(), exchanges, shorts }
}

const exchangeLine = (exchange: WireExchange) => JSON.stringify({ kind: 'exchange', exchange })
const bodyOf = (line: string) => read(line).exchanges[0]?.response?.body

test('the reader redacts the body, the header values and the header names of an exchange', () => {
  const line = exchangeLine(
    wire(429, `{"echo":"${canary}"}`, [
      ['X-Echo', canary],
      [canary, 'name'],
    ]),
  )
  const { exchanges } = read(line)
  expect(JSON.stringify(exchanges)).not.toContain(canary)
  expect(exchanges[0]?.response?.body.text).toBe('{"echo":"[redacted]"}')
  expect(exchanges[0]?.response?.headers[0]).toEqual(['X-Echo', '[redacted]'])
})

const served = '{"data":{"id":"lst_1","status":"ready"},"requestId":"req_1"}'

test('the body of a success is not kept, unless it speaks of a limit or the listing lacks the envelope', () => {
  const elsewhere = { ...wire(200, '{"data":{}}'), operation: 'GET /api/team/general/all' }
  expect(bodyOf(exchangeLine(elsewhere))).toEqual({ text: '', bytes: 11, cut: true })
  expect(bodyOf(exchangeLine(wire(200, served)))).toEqual({ text: '', bytes: served.length, cut: true, json: 'valid' })
  expect(bodyOf(exchangeLine(wire(200, 'x'.repeat(3000))))).toEqual({ text: '', bytes: 3000, cut: true })
  expect(bodyOf(exchangeLine(wire(200, '{"data":{}}')))).toEqual({ text: '{"data":{}}', bytes: 11, cut: false })
  expect(bodyOf(exchangeLine(wire(200, '{"code":"rate_limited"}')))?.text).toBe('{"code":"rate_limited"}')
  expect(bodyOf(exchangeLine(wire(204, '')))).toEqual({ text: '', bytes: 0, cut: false })
  const empty = wire(204, '')
  const unread = { ...empty, response: empty.response && { ...empty.response, base64: null } }
  expect(bodyOf(exchangeLine(unread))).toEqual({ text: '', bytes: 0, cut: false })
})

test('a long listing is held against the envelope as a whole, and its beginning kept where it lacks that', () => {
  const sent = (text: string, bytes = text.length): WireExchange => {
    const exchange = wire(200, text)
    const base64 = Buffer.from(text).toString('base64')
    return { ...exchange, response: exchange.response && { ...exchange.response, base64, bytes } }
  }
  const long = `${served.slice(0, -1)},"more":"${'x'.repeat(3000)}"}`
  expect(bodyOf(exchangeLine(sent(long)))).toEqual({ text: '', bytes: long.length, cut: true, json: 'valid' })
  const half = long.slice(0, -9)
  const told = { text: half.slice(0, 2048), bytes: half.length, cut: true, json: 'invalid' }
  expect(bodyOf(exchangeLine(sent(half)))).toEqual(told)
  expect(bodyOf(exchangeLine(sent(half, 90_000)))).toEqual({ text: '', bytes: 90_000, cut: true })
})

test.for<readonly [name: string, exchange: WireExchange, json?: 'invalid']>([
  ['half of the JSON', wire(429, '{"code":"rate_limited"', json), 'invalid'],
  ['broken problem', wire(429, '{"code":"rate_limited",}', [['Content-Type', 'application/problem+json']]), 'invalid'],
  ['the whole JSON', wire(429, '{"code":"rate_limited"}', json)],
  ['JSON behind a byte order mark', wire(429, '\ufeff{"code":"rate_limited"}', json)],
  ['no body', wire(429, '', json)],
  ['an HTML page', wire(429, '<h1>Slow down</h1>', [['Content-Type', 'text/html']])],
  ['more than is kept', wire(429, `{"code":"${'x'.repeat(3000)}"}`, json)],
  ['a key where a number stood', wire(429, `{"code":"rate_limited","wait":7}`, json)],
])('a refusal of a limit is marked where it is called JSON and is none: %s', ([, exchange, invalid]) => {
  const reader = lineReader(redaction(['7']), { exchange: ({ response }) => expect(response?.body.json).toBe(invalid) })
  reader.read(exchangeLine(exchange))
  expect.assertions(1)
})

test('the beginning of a long body is kept, even where it ends inside a character', () => {
  const body = bodyOf(exchangeLine(wire(429, `x${'é'.repeat(3000)}`)))
  expect(body).toMatchObject({ bytes: 6001, cut: true })
  expect(body?.text?.startsWith('xééé')).toBe(true)
})

test('the codes that a long refusal names as a whole are kept, if they are documented', () => {
  const exchange = wire(429, `<h1>${'x'.repeat(3000)}`)
  const naming = (codes: readonly string[]) => ({
    ...exchange,
    response: exchange.response && { ...exchange.response, codes },
  })
  expect(bodyOf(exchangeLine(naming([])))).toMatchObject({ cut: true, codes: [] })
  expect(bodyOf(exchangeLine(naming(['rate_limited', canary])))?.codes).toEqual(['rate_limited'])
  expect(bodyOf(exchangeLine(exchange))).not.toHaveProperty('codes')
})

test('a body that is no text is kept as bytes', () => {
  expect(bodyOf(exchangeLine(wire(500, Buffer.from([0xff, 0xfe, 0x41]))))).toEqual({
    text: null,
    base64: '//5B',
    bytes: 3,
    cut: false,
  })
})

test.for([
  ['as it is', canary],
  ['in capitals', canary.toUpperCase()],
  ['in hex', Buffer.from(canary).toString('hex')],
  ['in UTF-16', [...canary].join('\0')],
] as const)('a key %s among bytes that are no text is redacted', ([, written]) => {
  const body = bodyOf(exchangeLine(wire(429, Buffer.concat([Buffer.from([0xff]), Buffer.from(written)]))))
  expect(Buffer.from(body?.base64 ?? '', 'base64').toString('latin1')).toBe('\xff[redacted]')
})

test('a compressed body is not kept', () => {
  const body = gzipSync(canary)
  expect(bodyOf(exchangeLine(wire(429, body)))).toEqual({ text: null, bytes: body.length, cut: true })
})

test('unreadable lines are counted, and only the last five are kept, redacted', () => {
  const { unreadable, lastWords } = read('{"kind":"exchange"}', '{"kind":', '{}', ...Array(6).fill(`panic: ${canary}`))
  expect(unreadable).toBe(9)
  expect(lastWords).toEqual(Array(5).fill('panic: [redacted]'))
})

test('beats and the line of k6 on each failed request are ignored', () => {
  expect(read('{"kind":"beat"}', 'Request Failed')).toMatchObject({ unreadable: 0, exchanges: [], end: undefined })
})

test('a body that was not read is marked as cut', () => {
  const exchange = wire(500, '')
  const unread = { ...exchange, response: { status: 500, headers: [], base64: null, bytes: 90 } }
  expect(bodyOf(exchangeLine(unread))).toEqual({ text: '', bytes: 90, cut: true })
})

test('a line with incomplete facts is unreadable and makes no exchange', () => {
  const exchange = wire(200, '')
  const strange = { ...exchange, facts: { scenario: 'limits', phase: 'recovery', round: 1, durationMs: 1 } }
  expect(read(JSON.stringify({ kind: 'exchange', exchange: strange }))).toMatchObject({ unreadable: 1, exchanges: [] })
})

test('the error that k6 reports for a missing answer becomes a failure, redacted', () => {
  const error = { code: 1220, text: `reset by ${canary}`, receivingMs: 0, connectingMs: 0 }
  const { exchanges } = read(exchangeLine({ ...wire(200, ''), response: null, error }))
  expect(exchanges[0]).toMatchObject({
    response: null,
    failure: { kind: 'reset', message: 'k6 1220: reset by [redacted]' },
  })
})

test('a short line is read as one request, exact to the nanosecond', () => {
  const line = { turn: 12, status: 200, durationMs: 1.234567, startedAt: 1_790_000_000_000 }
  const { shorts, unreadable } = read(timedLine(line).padEnd(99), 'r 1 2', 'r x')
  expect(shorts).toEqual([line])
  expect(unreadable).toBe(2)
})

test('a short line without a time is taken to end with the last answer whose end is known', () => {
  const timed = {
    ...wire(200, ''),
    startedAt: 5000,
    facts: { scenario: 'smoke', phase: 'turn', turn: 3, durationMs: 7 },
  }
  const { shorts, unreadable } = read(
    shortLine(0, 200, 1),
    timedLine({ turn: 1, status: 200, durationMs: 20, startedAt: 1000 }),
    shortLine(2, 200, 15),
    exchangeLine(timed as WireExchange),
    shortLine(4, 200, 1.5),
  )
  expect(shorts.map(({ turn, startedAt }) => [turn, startedAt])).toEqual([
    [1, 1000],
    [2, 1005],
    [4, 5006],
  ])
  // Before any time is known, such a line is unreadable: its request shows as lost.
  expect(unreadable).toBe(1)
})

test('the end is read as the script told it', () => {
  expect(read('{"kind":"done","end":{"kind":"complete","requests":3}}').end).toEqual({ kind: 'complete', requests: 3 })
})

test('the splitter puts lines together from pieces, even where a character is split', () => {
  const lines: string[] = []
  const splitter = lineSplitter((line) => lines.push(line))
  for (const byte of Buffer.from('é1\n\né2\nlast')) splitter.write(Buffer.from([byte]))
  splitter.end()
  expect(lines).toEqual(['é1', 'é2', 'last'])
})

test('the splitter cuts an endless line at the longest length', () => {
  const lines: string[] = []
  const splitter = lineSplitter((line) => lines.push(line))
  for (let index = 0; index < 100; index += 1) splitter.write(Buffer.alloc(longestLine / 10, 0x61))
  splitter.write(Buffer.from('\nnext\n'))
  expect(lines.map((line) => line.length)).toEqual([longestLine, 4])
})
