import { describe, expect, test } from 'vitest'
import type { HeaderLine } from '../../evidence/exchange.ts'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { codeFor } from '../../fixtures/errors.ts'
import { seededRandom } from '../../fixtures/random.ts'
import { listing } from '../../trust/fabricated/contracts.ts'
import { type AttemptDetail, exchangesFor } from '../../trust/fabricated/exchanges.ts'
import { type Answer, answerOf } from '../answer.ts'
import { mentions, readCode, textsByPlace } from '../error-code.ts'
import { probe } from '../probe.ts'
import { learnCodePlaces } from './code-places.ts'

function answer(status: number, json?: unknown, headers: readonly HeaderLine[] = [], text?: string): Answer {
  return answerWith(status, { headers, type: null, ...(text === undefined ? { json } : { text }) })
}

/** `nth`: the place of the operation in the catalogue. */
function answerWith(
  status: number,
  detail: Omit<AttemptDetail, 'status'>,
  nth: number = catalogue.findIndex(({ id }) => id === listing),
): Answer {
  const operation = catalogue[nth]
  if (operation === undefined) throw new Error(listing)
  const [exchange] = exchangesFor(probe(operation), { type: null, ...detail, status })
  const read = exchange === undefined ? null : answerOf(exchange)
  if (read === null) throw new Error('no answer')
  return read
}

const both = (make: (code: string, status: number) => unknown) => [
  answer(400, make('invalid_request', 400)),
  answer(404, make('not_found', 404)),
]
const placesOf = (answers: readonly Answer[]) => learnCodePlaces(answers).places

describe('O5a: where the code may stand', () => {
  test.for<[string, (code: string, status: number) => unknown, readonly string[]]>([
    ['a member', (code) => ({ code }), ['member /code']],
    ['a nested member', (code) => ({ error: { code, id: 7 } }), ['member /error/code']],
    ['an element of an array', (code) => ({ errors: [{ code }, { at: 'x' }] }), ['member /errors/[]/code']],
    ['a text of an array', (code) => [code], ['member /[]']],
    ['the whole body', (code) => code, ['member ']],
    ['an object’s key', (code) => ({ errors: { [code]: ['wrong'] } }), ['key /errors']],
    ['the last part of a type URI', (code) => ({ type: `https://x.example.com/problems/${code}` }), ['uri /type']],
    ['a fragment', (code) => ({ type: `https://x.example.com/problems#${code}` }), ['uri /type']],
    ['a URN', (code) => ({ type: `urn:problem:${code}` }), ['uri /type']],
    ['a query', (code) => ({ type: `https://x.example.com/?code=${code}` }), ['uri /type']],
    ['a URI with hyphens', (code) => ({ type: `https://x.example.com/${code.replaceAll('_', '-')}` }), ['uri /type']],
    ['a type of one part, with hyphens', (code) => ({ type: code.replaceAll('_', '-') }), ['uri /type']],
    ['a code with hyphens, which is another', (code) => ({ code: code.replaceAll('_', '-') }), []],
    ['a URI that ends in a slash', (code) => ({ type: `https://x.example.com/${code}/` }), ['uri /type']],
    ['a URI of a page', (code) => ({ type: `https://x.example.com/${code}.html` }), ['uri /type']],
    ['two places', (code) => ({ code, error: { name: code } }), ['member /code', 'member /error/name']],
    ['a title', (code) => ({ title: code.replaceAll('_', ' ') }), []],
    ['a number', (_, status) => ({ status, code: status }), []],
    ['a constant', () => ({ code: 'invalid_request' }), []],
    ['a constant list', () => ({ codes: ['invalid_request', 'not_found'] }), []],
    ['a help text', (code) => ({ help: `see ${code}, or not_authorized` }), []],
    ['part of a word', (code) => ({ code: `x_${code}` }), []],
    ['another letter case', (code) => ({ code: code.toUpperCase() }), []],
  ])('%s', ([, make, places]) => {
    expect(placesOf(both(make))).toEqual(places)
  })

  test('not where three operations have another code with some status: that is the kind of an error', () => {
    const kinds = (type: (nth: number) => string) => [
      answer(400, { type: 'invalid_request', code: 'invalid_request' }),
      answer(401, { type: 'authentication_required', code: 'authentication_required' }),
      ...[1, 2, 3].map((nth) => answerWith(404, { json: { type: type(nth), code: 'not_found' } }, nth)),
    ]
    expect(placesOf(kinds(() => 'invalid_request'))).toEqual(['member /code'])
    // With only two operations it may be their fault.
    expect(placesOf(kinds(() => 'invalid_request').slice(0, 4))).toEqual(['member /code', 'member /type'])
    expect(placesOf(kinds((nth) => (nth === 2 ? 'not_found' : 'invalid_request')))).toEqual([
      'member /code',
      'member /type',
    ])
    // The kind may be another one for each product, and some products may repeat the code.
    const repeated = answerWith(404, { json: { type: 'not_found', code: 'not_found' } }, 200)
    expect(placesOf([...kinds(() => 'invalid_request'), repeated])).toEqual(['member /code'])
    expect(placesOf(kinds((nth) => (nth === 2 ? 'not_authorized' : 'invalid_request')))).toEqual(['member /code'])
  })

  test('not where it holds the errors before this one, and so the right one now and then', () => {
    const random = seededRandom(1)
    const drawn = Array.from({ length: 1_200 }, () => (random() < 0.5 ? 401 : 404))
    const codes = drawn.map((status) => codeFor(status))
    const answers = codes.map((code, nth) =>
      answerWith(drawn[nth] ?? 0, { json: { code, previous: codes.slice(Math.max(0, nth - 1), nth) } }, nth % 240),
    )
    expect(placesOf(answers)).toEqual(['member /code'])
  })

  test('a header, whatever its case and blanks', () => {
    const answers = [
      answer(400, {}, [['X-Error-Code', ' invalid_request']]),
      answer(401, {}, [['x-error-code', 'authentication_required']]),
    ]
    expect(placesOf(answers)).toEqual(['header x-error-code'])
  })

  test.for<[string, readonly Answer[], boolean]>([
    ['one status', [answer(400, { code: 'invalid_request' }), answer(400, { code: 'invalid_request' })], true],
    ['two statuses', both((code) => ({ code })), false],
    ['two statuses in two places', [answer(400, { a: 'invalid_request' }), answer(404, { b: 'not_found' })], true],
    [
      'a code that its status is not paired with',
      [answer(400, { code: 'not_found' }), answer(404, { code: 'invalid_request' })],
      true,
    ],
    [
      'a status that §7 does not name',
      [answer(400, { code: 'invalid_request' }), answer(422, { code: 'invalid_request' })],
      true,
    ],
    ['nothing', [], true],
  ])('%s: too little to learn a place: %s', ([, answers, anywhere]) => {
    const learned = learnCodePlaces(answers)
    expect(learned.anywhere).toBe(anywhere)
    expect(learned.places).toEqual(anywhere ? [] : ['member /code'])
  })

  test('two texts at one place count only if they agree', () => {
    expect(placesOf(both((code) => ({ errors: [{ code }, { code }] })))).toEqual(['member /errors/[]/code'])
    expect(placesOf(both((code) => ({ errors: [{ code }, { code: 'rate_limited' }] })))).toEqual([])
  })

  test('places are sorted, so that nothing depends on the order of answers', () => {
    const make = (code: string) => ({ z: code, a: code })
    expect(placesOf(both(make))).toEqual(['member /a', 'member /z'])
    expect(placesOf([...both(make)].reverse())).toEqual(['member /a', 'member /z'])
  })

  test('a body is searched only to a certain depth and number of members', () => {
    const nested = (depth: number) =>
      Array.from({ length: depth }).reduce<unknown>((inner) => ({ a: inner }), 'invalid_request')
    const holds = (json: unknown) =>
      [...textsByPlace({ headers: [], json }).values()].flat().includes('invalid_request')
    expect(holds(nested(12))).toBe(true)
    expect(holds(nested(13))).toBe(false)
    expect(holds([...Array(19_998).fill(0), 'invalid_request'])).toBe(true)
    expect(holds([...Array(19_999).fill(0), 'invalid_request'])).toBe(false)
  })
})

describe('O5a: another layer writes in another way', () => {
  const learned = learnCodePlaces(both((code) => ({ code })))
  const raw = (status: number, detail: Omit<AttemptDetail, 'status'>) => readCode(answerWith(status, detail), learned)

  test('a body that is no JSON is read for the one code that it names', () => {
    const page = (words: string) => raw(401, { text: `<h1>401 ${words}</h1>`, type: 'text/html' })
    expect(page('authentication_required')).toMatchObject({ kind: 'code', code: 'authentication_required' })
    expect(page('not_found or not_authorized').kind).toBe('ambiguous')
    expect(page('Unauthorized')).toEqual({ kind: 'none' })
  })

  test('a parameter of a header is a place', () => {
    const challenge: HeaderLine = ['WWW-Authenticate', 'ApiKey realm="p", error="authentication_required"']
    expect(raw(401, { text: '', headers: [challenge] })).toMatchObject({
      kind: 'code',
      code: 'authentication_required',
      where: 'another-place',
    })
  })

  test('a body that was cut before a code was found cannot be told', () => {
    expect(raw(400, { text: '{"trace":["a', cut: true })).toEqual({
      kind: 'ambiguous',
      codes: [],
      where: 'another-place',
    })
    expect(raw(404, { text: '<html>', cut: true, codes: ['not_found'] })).toMatchObject({ kind: 'ambiguous' })
    expect(raw(404, { text: '<html>', cut: true, codes: [] })).toEqual({ kind: 'none' })
    expect(raw(400, { text: '{"code":"invalid_request","trace":["a', cut: true })).toMatchObject({
      kind: 'code',
      code: 'invalid_request',
    })
  })
})

test('O5a: a text with the same codes for every status tells no code, and a text that changes does', () => {
  const all = { help: 'one of invalid_request, not_found' }
  const constant = both(() => all)
  const kinds = (answers: readonly Answer[]) => answers.map((one) => readCode(one, learnCodePlaces(answers)).kind)
  expect(kinds(constant)).toEqual(['ambiguous', 'ambiguous'])
  expect(kinds(constant.slice(1))).toEqual(['code'])
  expect(kinds(both((code) => ({ help: `it is ${code}` })))).toEqual(['code', 'code'])
  expect(
    kinds(both((code) => ({ also: `it is ${code}`, ...all, n: `${code === 'not_found' && 'rate_limited'}, say` }))),
  ).toEqual(['code', 'code'])
})

describe('O5a: reading an answer', () => {
  const learned = learnCodePlaces(both((code) => ({ code, error: { name: code } })))
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
      learnCodePlaces(both((code) => ({ code, errors: { [code]: ['a'] } }))),
      { kind: 'code', code: 'invalid_request', where: 'learned' },
    ],
    [
      'a key that is a code around another code',
      answer(400, { invalid_request: { code: 'not_found' } }),
      learnCodePlaces(both((code) => ({ [code]: { code } }))),
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
