import { describe, expect, test } from 'vitest'
import type { HeaderLine } from '../../evidence/exchange.ts'
import { codeFor } from '../../fixtures/errors.ts'
import { seededRandom } from '../../fixtures/random.ts'
import { answer, answerWith, refusals } from '../../trust/fabricated/answers.ts'
import type { AttemptDetail } from '../../trust/fabricated/exchanges.ts'
import type { Answer } from '../answer.ts'
import { readCode, textsByPlace } from '../error-code.ts'
import { learnCodePlaces } from './code-places.ts'

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
    expect(placesOf(refusals(make))).toEqual(places)
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
    ['two statuses', refusals((code) => ({ code })), false],
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
    expect(placesOf(refusals((code) => ({ errors: [{ code }, { code }] })))).toEqual(['member /errors/[]/code'])
    expect(placesOf(refusals((code) => ({ errors: [{ code }, { code: 'rate_limited' }] })))).toEqual([])
  })

  test('places are sorted, so that nothing depends on the order of answers', () => {
    const make = (code: string) => ({ z: code, a: code })
    expect(placesOf(refusals(make))).toEqual(['member /a', 'member /z'])
    expect(placesOf([...refusals(make)].reverse())).toEqual(['member /a', 'member /z'])
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
  const learned = learnCodePlaces(refusals((code) => ({ code })))
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
  const constant = refusals(() => all)
  const kinds = (answers: readonly Answer[]) => answers.map((one) => readCode(one, learnCodePlaces(answers)).kind)
  expect(kinds(constant)).toEqual(['ambiguous', 'ambiguous'])
  expect(kinds(constant.slice(1))).toEqual(['code'])
  expect(kinds(refusals((code) => ({ help: `it is ${code}` })))).toEqual(['code', 'code'])
  expect(
    kinds(refusals((code) => ({ also: `it is ${code}`, ...all, n: `${code === 'not_found' && 'rate_limited'}, say` }))),
  ).toEqual(['code', 'code'])
})
