import { expect, test } from 'vitest'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { exchangesFor } from '../../trust/fabricated/exchanges.ts'
import { Answer, answerOf } from '../answer.ts'
import { type PlacedCode, readCode } from '../error-code.ts'
import { probe } from '../probe.ts'
import { learnCodePlaces } from './code-places.ts'

/** An answer of some operation with this status and body. */
function answer(status: number, json: object) {
  const [operation] = catalogue
  const [exchange] = operation === undefined ? [] : exchangesFor(probe(operation), { status, json })
  const read = exchange === undefined ? null : answerOf(exchange)
  if (read === null) throw new Error('no answer')
  return read
}

/** What another layer teaches: it has a member of its own for the code. */
const taught = learnCodePlaces([answer(400, { code: 'invalid_request' }), answer(404, { code: 'not_found' })])

// §7.3 shows no shape, so the member of one layer does not judge a text or a URI of another.
test.for<[string, object, PlacedCode['kind']]>([
  ['begins with the code', { error: 'invalid_request: limit must be a number' }, 'ambiguous'],
  ['has it in brackets', { error: '[invalid_request] limit must be a number' }, 'ambiguous'],
  ['mentions it', { error: 'see invalid_request' }, 'ambiguous'],
  ['has a constant beside it', { error: 'it is invalid_request', retryable: ['rate_limited'] }, 'ambiguous'],
  ['names several', { error: 'one of invalid_request, not_found' }, 'none'],
  ['names another', { error: 'see not_found' }, 'none'],
  ['is a URI with a query', { type: 'https://example.test/errors/invalid_request?lang=en' }, 'code'],
  ['is a URI with a fragment', { type: 'https://example.test/errors/invalid-request#top' }, 'code'],
  ['is a URI that ends with it', { type: 'https://example.test/errors?code=invalid_request' }, 'code'],
])('O5a: an answer that %s', ([, json, kind]) => {
  expect(readCode(answer(400, json), taught)).toMatchObject({ kind })
})

test('O5a: a constant list of codes is ignored where the right code is named', () => {
  const listing = (code: string) => ({ message: `${code}: no`, retryable: ['rate_limited'] })
  const answers = [
    answer(401, listing('authentication_required')),
    answer(403, listing('not_authorized')),
    answer(404, listing('not_found')),
  ]
  const read = answers.map((one) => readCode(one, learnCodePlaces(answers)))
  expect(read.map((one) => one.kind === 'code' && one.code)).toEqual([
    'authentication_required',
    'not_authorized',
    'not_found',
  ])
})

test('O5a: two codes side by side are no single code', () => {
  const twice = (code: string, also = code) => ({ code, also })
  const learned = learnCodePlaces([answer(400, twice('invalid_request')), answer(404, twice('not_found'))])
  const codes = ['invalid_request', 'not_found']
  const reading = { kind: 'ambiguous', codes, where: 'learned' }
  expect(readCode(answer(400, twice('not_found', 'invalid_request')), learned)).toEqual(reading)
})

test.for<(code: string, part: string) => object>([
  (code, part) => ({ error: { code }, errors: { [part]: ['a'] } }),
  (code, part) => ({ error: { [code]: 'a' }, cause: { code: part } }),
])('O5a: a code is not clear as deep as a key that is another: %s', (body) => {
  const twice = (code: string) => body(code, code)
  const learned = learnCodePlaces([answer(400, twice('invalid_request')), answer(404, twice('not_found'))])
  const reading = readCode(answer(400, body('invalid_request', 'not_found')), learned)
  expect(reading).toMatchObject({ kind: 'ambiguous', where: 'another-place' })
})

/** A 401 whose body is not UTF-8, under this media type. */
function latin(mediaType: string, text: string) {
  const { exchange } = answer(401, {})
  if (exchange.response === null) throw new Error('no response')
  const bytes = Buffer.from(text, 'latin1')
  const body = { text: null, base64: bytes.toString('base64'), bytes: bytes.length, cut: false }
  const response = { ...exchange.response, headers: [['content-type', mediaType]] as const, body }
  return new Answer({ ...exchange, response }, response)
}

test('O5a: JSON that is not UTF-8 may still hold the code', () => {
  expect(readCode(latin('application/json', '{"code":"\xe9"}'), taught)).toMatchObject({ kind: 'ambiguous' })
  // Each byte of UTF-16 is valid UTF-8 where all letters are of ASCII.
  const { exchange } = answer(401, {})
  if (exchange.response === null) throw new Error('no response')
  const body = { ...exchange.response.body, text: Buffer.from('{"code":"x"}', 'utf16le').toString() }
  const response = { ...exchange.response, body }
  expect(readCode(new Answer({ ...exchange, response }, response), taught)).toMatchObject({ kind: 'ambiguous' })
})

test.for([
  ['<code>authentication_required</code><text>Schl\xfcssel ung\xfcltig</text>', { code: 'authentication_required' }],
  ['not_found: Schl\xfcssel ung\xfcltig', { code: 'not_found' }],
  ['Schl\xfcssel ung\xfcltig', { kind: 'none' }],
] as const)('O5a: a text in Latin-1 is read as any other: %s', ([text, expected]) => {
  expect(readCode(latin('text/plain', text), taught)).toMatchObject(expected)
})
