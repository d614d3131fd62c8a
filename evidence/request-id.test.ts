import { expect, test } from 'vitest'
import type { Exchange, HeaderLine } from './exchange.ts'
import { requestIdsOf } from './request-id.ts'

const answered = (headers: readonly HeaderLine[], text: string | null = null): Pick<Exchange, 'response'> => ({
  response: { status: 500, headers, body: { text, bytes: 0, cut: false } },
})
const told = (headers: readonly HeaderLine[], text?: string) =>
  requestIdsOf(answered(headers, text)).map(({ name, value }) => `${name} ${value}`)

test.for<[name: string, headers: HeaderLine[], text: string, ids: string[]]>([
  ['a header', [['X-Request-Id', ' 7f3a ']], '', ['X-Request-Id 7f3a']],
  ['a header in another case', [['x-correlation-id', 'a']], '', ['x-correlation-id a']],
  ['the member of the envelope', [], '{"data":{},"requestId":"req_1"}', ['requestId req_1']],
  ['the member in an error', [], '{"error":{"code":"not_found","requestId": "req_1"}}', ['requestId req_1']],
  [
    'both, each value once',
    [
      ['X-Request-Id', 'req_1'],
      ['CF-Ray', 'b'],
    ],
    '{"requestId":"req_1"}',
    ['requestId req_1', 'CF-Ray b'],
  ],
  ['the traceresponse of W3C', [['traceresponse', '00-a-b-01']], '', ['traceresponse 00-a-b-01']],
  ['no other header', [['X-Service', 'a']], 'text', []],
  ['nothing with a secret in it', [['X-Request-Id', 'a-[redacted]-b']], '{"requestId":"[redacted]"}', []],
  [
    'no value with a blank or a control character',
    [
      ['X-Request-Id', 'a b'],
      ['CF-Ray', '\u001b[2J'],
    ],
    '',
    [],
  ],
  ['nothing longer than 200 characters', [['X-Request-Id', 'x'.repeat(201)]], '', []],
])('requestIdsOf reads %s', ([, headers, text, ids]) => {
  expect(told(headers, text)).toEqual(ids)
})

test('a request without an answer has no id', () => {
  expect(requestIdsOf({ response: null })).toEqual([])
})
