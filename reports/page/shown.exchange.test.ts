import { expect, test } from 'vitest'
import type { Exchange } from '../../evidence/exchange.ts'
import { exchangeText } from './shown.ts'

const exchange: Exchange = {
  id: 'p.2',
  probe: 'p',
  attempt: 2,
  source: 'contracts',
  operation: 'GET /api/video/details/all',
  request: { method: 'GET', target: '/a?b=c', headers: [['Accept', 'application/json']], body: null },
  response: { status: 200, headers: [['X', 'y']], body: { text: '{"a":1}', bytes: 7, cut: false } },
  failure: null,
  startedAt: 0,
  headMs: 3,
  endMs: 4.4,
}
const failure = { kind: 'reset', message: 'ECONNRESET', reusedConnection: false, began: false } as const

test('request and response are shown as HTTP, with indented JSON', () => {
  expect(exchangeText(exchange)).toEqual({
    request: 'GET /a?b=c\nAccept: application/json',
    response: '200\nX: y\n\n{\n  "a": 1\n}',
  })
})

test('a missing answer is told with its failure', () => {
  expect(exchangeText({ ...exchange, response: null, failure }).response).toBe('reset: ECONNRESET')
  expect(exchangeText({ ...exchange, response: null }).response).toBe('no answer')
  expect(exchangeText({ ...exchange, failure }).response).toContain('reset: ECONNRESET')
})

test('many headers, long values and long bodies are shortened', () => {
  const headers = Array.from({ length: 500 }, () => ['X', 'y'.repeat(70_000)] as const)
  const body = { text: '<&>'.repeat(100_000), bytes: 300_000, cut: true }
  const { response } = exchangeText({ ...exchange, response: { status: 200, headers, body } })
  expect(response.length).toBeLessThan(13_000)
  expect(response).toContain('… 470 more headers')
  expect(response).toContain('more in exchanges.ndjson')
})

test('bytes that are no text are counted, and broken JSON is shown unchanged', () => {
  const binary = { text: null, base64: '//8=', bytes: 2, cut: false }
  expect(exchangeText({ ...exchange, response: { status: 200, headers: [], body: binary } }).response).toContain(
    '2 bytes that are no UTF-8, in base64: //8=',
  )
  const broken = { text: '{"a":', bytes: 5, cut: false }
  expect(exchangeText({ ...exchange, response: { status: 200, headers: [], body: broken } }).response).toContain(
    '{"a":',
  )
})

test('a line break in a header value does not make a second header', () => {
  const headers = [['X', 'a\nSet-Cookie: b']] as const
  const body = { text: '', bytes: 0, cut: false }
  expect(exchangeText({ ...exchange, response: { status: 200, headers, body } }).response).toContain(
    'X: a␊Set-Cookie: b',
  )
})
