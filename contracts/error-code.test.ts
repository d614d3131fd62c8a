import { describe, expect, test } from 'vitest'
import { describeCode } from '../evidence/code-reading.ts'
import { answer, refusals } from '../trust/fabricated/answers.ts'
import { Answer } from './answer.ts'
import { agreement, mentions, type PlacedCode, readCode } from './error-code.ts'
import { learnCodePlaces } from './learning/code-places.ts'

describe('O5a: reading an answer', () => {
  const learned = learnCodePlaces(refusals((code) => ({ code, error: { name: code } })))
  const unlearned = learnCodePlaces([])
  test.for<[string, Answer, typeof learned, unknown]>([
    [
      'at a learned place',
      answer(400, { code: 'invalid_request' }),
      learned,
      { kind: 'code', code: 'invalid_request', where: 'learned' },
    ],
    [
      'at both learned places',
      answer(400, { code: 'not_found', error: { name: 'not_found' } }),
      learned,
      { kind: 'code', code: 'not_found', where: 'learned' },
    ],
    [
      'beside a text that is none',
      answer(400, { code: 'not_found', error: { name: 'Missing' } }),
      learned,
      { kind: 'code', code: 'not_found', where: 'learned' },
    ],
    [
      'one code around another, which is about a part',
      answer(400, { code: 'invalid_request', error: { name: 'not_found' } }),
      learned,
      { kind: 'code', code: 'invalid_request', where: 'learned' },
    ],
    [
      'one code beside a map whose keys are codes of parts',
      answer(400, { code: 'invalid_request', errors: { not_found: ['a'] } }),
      learnCodePlaces(refusals((code) => ({ code, errors: { [code]: ['a'] } }))),
      { kind: 'code', code: 'invalid_request', where: 'learned' },
    ],
    [
      'a key that is a code around another code',
      answer(400, { invalid_request: { code: 'not_found' } }),
      learnCodePlaces(refusals((code) => ({ [code]: { code } }))),
      { kind: 'code', code: 'invalid_request', where: 'learned' },
    ],
    [
      'a text that is no code',
      answer(400, { code: 'oops', also: 'not_found' }),
      learned,
      { kind: 'code', code: 'not_found', where: 'another-place' },
    ],
    [
      'a text that is no code, and no code elsewhere',
      answer(400, { code: 'oops', also: 'not here' }),
      learned,
      { kind: 'other', text: 'oops' },
    ],
    [
      'in a body of another shape',
      answer(404, { type: 'not_found' }),
      learned,
      { kind: 'code', code: 'not_found', where: 'another-place' },
    ],
    [
      'twice in a body of another shape',
      answer(404, { a: 'not_found', b: 'not_found' }),
      learned,
      { kind: 'code', code: 'not_found', where: 'another-place' },
    ],
    [
      'two in a body of another shape',
      answer(404, { a: 'not_found', b: 'rate_limited' }),
      learned,
      { kind: 'ambiguous', codes: ['not_found', 'rate_limited'], where: 'another-place' },
    ],
    [
      'beside a list of all',
      answer(404, { a: 'not_found', all: ['not_found', 'rate_limited'] }),
      learned,
      { kind: 'code', code: 'not_found', where: 'another-place' },
    ],
    [
      'a help text, nothing learned',
      answer(404, { help: 'a not_found, you see' }),
      unlearned,
      { kind: 'code', code: 'not_found', where: 'anywhere' },
    ],
    [
      'a help text that names all, nothing learned',
      answer(404, { help: 'one of not_found, rate_limited' }),
      unlearned,
      { kind: 'code', code: 'not_found', where: 'anywhere' },
    ],
    [
      'a help text that names another, nothing learned',
      answer(404, { help: 'rate_limited' }),
      unlearned,
      { kind: 'code', code: 'rate_limited', where: 'another-place' },
    ],
    [
      'a sentence that names another, nothing learned',
      answer(404, { help: 'a rate_limited.' }),
      unlearned,
      { kind: 'code', code: 'rate_limited', where: 'anywhere' },
    ],
    [
      'a sentence that names two others, nothing learned',
      answer(404, { help: 'rate_limited or invalid_request!' }),
      unlearned,
      { kind: 'ambiguous', codes: ['invalid_request', 'rate_limited'], where: 'another-place' },
    ],
    ['nothing', answer(404, { help: 'none' }), unlearned, { kind: 'none' }],
    [
      'a status without a code, nothing learned',
      answer(422, { help: 'invalid_request it is' }),
      unlearned,
      { kind: 'code', code: 'invalid_request', where: 'anywhere' },
    ],
  ])('%s', ([, read, places, reading]) => {
    expect(readCode(read, places)).toEqual(reading)
  })

  test('a code is mentioned only as a word of its own, in headers or body', () => {
    expect(mentions(answer(404, undefined, [], 'it is not_found.'), 'not_found')).toBe(true)
    expect(mentions(answer(404, undefined, [], 'it is xnot_found'), 'not_found')).toBe(false)
    expect(mentions(answer(404, undefined, [], 'not_found_'), 'not_found')).toBe(false)
    expect(mentions(answer(404, {}, [['X-E', 'not_found']]), 'not_found')).toBe(true)
    expect(mentions(answer(404, {}), 'not_found')).toBe(false)
  })
})

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
  const text = Buffer.from('{"code":"x"}', 'utf16le').toString()
  const wide = answer(401, undefined, [['content-type', 'application/json']], text)
  expect(readCode(wide, taught)).toMatchObject({ kind: 'ambiguous' })
})

test.for([
  ['<code>authentication_required</code><text>Schl\xfcssel ung\xfcltig</text>', { code: 'authentication_required' }],
  ['not_found: Schl\xfcssel ung\xfcltig', { code: 'not_found' }],
  ['Schl\xfcssel ung\xfcltig', { kind: 'none' }],
] as const)('O5a: a text in Latin-1 is read as any other: %s', ([text, expected]) => {
  expect(readCode(latin('text/plain', text), taught)).toMatchObject(expected)
})

test.for([
  [{ kind: 'code', code: 'not_found', where: 'learned' }, 'right', 'code not_found'],
  [{ kind: 'code', code: 'rate_limited', where: 'anywhere' }, 'wrong', 'code rate_limited'],
  [{ kind: 'other', text: `${'x'.repeat(60)}y` }, 'wrong', `code "${'x'.repeat(60)}", which is not documented`],
  [{ kind: 'none' }, 'missing', 'no documented code'],
  [{ kind: 'ambiguous', codes: ['not_found', 'b'], where: 'learned' }, 'wrong', 'no single code (not_found, b)'],
  [
    { kind: 'ambiguous', codes: ['not_found', 'b'], where: 'another-place' },
    'unclear',
    'no single code (not_found, b)',
  ],
] as const)('O5a: the reading %j is %s', ([reading, expected, words]) => {
  expect(agreement(reading, 'not_found')).toBe(expected)
  expect(describeCode(reading)).toBe(words)
})
