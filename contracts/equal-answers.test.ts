import { describe, expect, test } from 'vitest'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import { type AttemptDetail, exchangesFor } from '../trust/fabricated/exchanges.ts'
import { type Answer, answerOf } from './answer.ts'
import { describeUnknown, equalsUnknown, withoutVolatile } from './equal-answers.ts'
import { probe } from './probe.ts'

function at(target: string, detail: AttemptDetail): Answer {
  const [operation] = catalogue
  const [exchange] = operation === undefined ? [] : exchangesFor(probe(operation), { status: 404, ...detail })
  const answer = exchange === undefined ? null : answerOf({ ...exchange, request: { ...exchange.request, target } })
  if (answer === null) throw new Error('no answer')
  return answer
}
const json = (target: string, value: unknown) => at(target, { json: value })
const text = (target: string, value: string) => at(target, { text: value, type: 'text/html' })
const alike = (own: Answer, ...unknown: readonly Answer[]) => equalsUnknown(own, [unknown])
const own = '/api/team/general/get'
const other = '/api/team/qk3jz81m/x9'

const base64Ids = ['oXdzcirWSBeU', 'Ps7gC7OG_xtZ', '-o25-uv9/eWM+8==']

describe('O1: a part that changes from request to request is no difference', () => {
  test.for<[string, (target: string, nth: number) => Answer]>([
    ['the same text', (target) => json(target, { message: 'no route' })],
    ['the echoed path', (target) => json(target, { message: `no ${target} here` })],
    ['the echoed path in capitals', (target) => json(target, { message: `no ${target.toUpperCase()} here` })],
    ['the path in HTML', (target) => text(target, `<p>GET ${target}</p>`)],
    ['a segment of it', (target) => json(target, { missing: target.split('/').at(-1) })],
    ['an id', (target, nth) => json(target, { message: 'no', id: `0f8fad5b-d9cb-469f-a165-7086772895${nth}0` })],
    ['hexadecimal', (target, nth) => json(target, { trace: `abcdefa${nth}` })],
    ['a time', (target, nth) => json(target, { at: `2026-11-21T12:0${nth}:07Z` })],
    ['a number', (target, nth) => json(target, { ms: 17 + nth })],
    ['a long word with a digit', (target, nth) => json(target, { id: `req_zZ-kLmNopQ${nth}` })],
    [
      'a word of base64 with a hyphen',
      (target, nth) => json(target, { ref: ['V1StGXR8_Z5jdHi', '-myT-1dHi_ZjdGR', 'aBcd-efgh-i8jk-'][nth] }),
    ],
    ['an id of base64 in a page', (target, nth) => text(target, `<!-- Request ID: ${base64Ids[nth]} --><p>No</p>`)],
    ['an id in XML', (target, nth) => text(target, `<RequestId>${base64Ids[nth]}</RequestId><Code>No</Code>`)],
    ['an id in tags of its own', (target, nth) => text(target, `<b>Ray ID</b>: <i>${base64Ids[nth]}</i> <p>No</p>`)],
    ['a count in letters and digits', (target, nth) => json(target, { id: ['req-1x9', 'req-1xa', 'req-2b'][nth] })],
    ['a count in letters alone', (target, nth) => json(target, { requestId: ['req-z', 'req-zx', 'req-az'][nth] })],
    ['blanks', (target, nth) => text(target, `no${' '.repeat(nth + 1)}route`)],
    ['a key that is the path', (target) => json(target, { errors: { [target]: 'no' } })],
    ['an empty body', (target) => text(target, '')],
    ['an empty list', (target) => json(target, { errors: [] })],
  ])('%s', ([, make]) => {
    expect(alike(make(own, 1), make(other, 2))).toBe(true)
  })

  test.for(base64Ids)('an id of base64, alone and twice: %s', (id) => {
    expect(withoutVolatile(`Request ID: ${id} (correlation_id=${id})`, '/')).toBe('Request ID: # (correlation_id=#)')
  })

  test('the path as a gateway passes it on, one-letter segments and all', () => {
    const passed = (target: string) => text(target, `Cannot GET ${target.replace('/gw/eu', '')}`)
    expect(alike(passed('/gw/eu/api/pay/s/Y2'), passed('/gw/eu/api/pay/t/Qz8k'))).toBe(true)
    expect(alike(passed('/gw/eu/api/pay/s/Y2'), text('/gw/eu/api/pay/t/Qz8k', 'Cannot POST /api/pay/t/Qz8k'))).toBe(
      false,
    )
  })

  test('a leaf that differs among the unknown routes’ own answers may differ', () => {
    const word = (target: string, mood: string) => json(target, { message: 'no', mood })
    expect(alike(word(own, 'merry'), word(other, 'sad'), word(other, 'glad'))).toBe(true)
    expect(alike(word(own, 'merry'), word(other, 'sad'), word(other, 'sad'))).toBe(false)
  })

  test('a path in quotes, without its first slash and with capitals', () => {
    const named = (target: string) => json(target, { message: `Unable to resolve "${target.slice(1)}".` })
    const [missing, unknown] = ['/api/payment/subscriptionPlan/getFeatures', '/api/payment/subscriptionPlan/qk3jz81m']
    expect(alike(named(missing), named(unknown))).toBe(true)
    expect(alike(json(missing, { message: 'No plan' }), named(unknown), named('/api/payment/plan/qk3jzxym'))).toBe(
      false,
    )
  })

  test('a segment that is also a word of the message', () => {
    const words = (target: string) => json(target, { message: 'nothing to get', path: target })
    expect(alike(words(own), words(other))).toBe(true)
  })
})

describe('O1: what is a difference', () => {
  test.for<[string, Answer, Answer]>([
    ['the status', at(own, { status: 410, json: {} }), at(other, { status: 404, json: {} })],
    ['the media type', at(own, { text: 'no', type: 'text/plain' }), at(other, { text: 'no', type: 'text/html' })],
    ['a word', json(own, { message: 'no team' }), json(other, { message: 'no route' })],
    [
      'a kind in words and a number',
      json(own, { kind: 'resource-not-found-404' }),
      json(other, { kind: 'route-not-found-404' }),
    ],
    ['a kind in capitals', json(own, { kind: 'TeamNotFound-1404' }), json(other, { kind: 'RouteNotFound-1001' })],
    ['words and a number', json(own, { kind: 'Team-Not-Found-404' }), json(other, { kind: 'Route-Not-Found-404' })],
    ['a word about an id', text(own, 'No: trace id missing'), text(other, 'No: trace id unknown')],
    [
      'the tag behind an id',
      text(own, '<RequestId>oXdzcirWSBeU</RequestId><Code>NoTeam</Code>'),
      text(other, '<RequestId>Ps7gC7OG_xtZ</RequestId><Code>NoRoute</Code>'),
    ],
    [
      'a page in quotes, with a version',
      text(own, '<a href="help/V2/TeamNotFound">No</a>'),
      text(other, '<a href="help/V2/RouteNotFound">No</a>'),
    ],
    ['one member more', json(own, { message: 'no', kind: 'team' }), json(other, { message: 'no' })],
    ['one member less', json(own, { message: 'no' }), json(other, { message: 'no', kind: 'team' })],
    ['the name of a member', json(own, { a: 'no' }), json(other, { b: 'no' })],
    ['a list in place of an object', json(own, { errors: [] }), json(other, { errors: {} })],
    ['a body in place of none', json(own, {}), at(other, { text: '', type: 'application/json' })],
    ['a text in place of an empty list', json(own, { errors: [] }), json(other, { errors: '' })],
    ['a text in place of an empty object', json(own, { errors: {} }), json(other, { errors: '' })],
    ['a text that is no JSON', text(own, 'no team'), text(other, 'no route')],
    [
      'a path in quotes',
      text(own, '<a href="/help/404/teams-and-more">No</a>'),
      text(other, '<a href="/help/404/routes">No</a>'),
    ],
    ['a word behind an id', text(own, 'Request ID: oXdzcirWSBeU, no team'), text(other, 'Request ID: Ps-gC, no route')],
    ['null in place of a text', json(own, { a: null }), json(other, { a: 'no' })],
  ])('%s', ([, answer, unknown]) => {
    expect(alike(answer, unknown)).toBe(false)
    expect(alike(unknown, unknown)).toBe(true)
  })

  test('one equal answer among several unknown ones is enough, of the same status and media type', () => {
    const no = json(other, { message: 'no' })
    expect(alike(json(own, { message: 'no' }), at(other, { status: 401, json: { message: 'no' } }), no)).toBe(true)
    expect(alike(json(own, { message: 'no' }))).toBe(false)
  })
})

test('volatile parts of a text are replaced by one sign each', () => {
  expect(withoutVolatile('GET /api/x/abc?q=1 took 12 ms', '/api/x/abc?q=1')).toBe('GET ~ took # ms')
  expect(withoutVolatile('in API/X', '/api/x')).toBe('in ~/X')
  expect(withoutVolatile('a b', '/a/b')).toBe('a b')
  expect(withoutVolatile('no a b here', '/a%20b')).toBe('no ~ here')
  expect(withoutVolatile('no %zz here', '/%zz')).toBe('no ~ here')
  expect(withoutVolatile('delete /api/x/delete', '/api/x/delete')).toBe('~ ~')
  expect(withoutVolatile('a.c', '/a.b')).toBe('a.c')
  expect(withoutVolatile('abc', '/a.c')).toBe('abc')
  expect(withoutVolatile('deadbeef beef', '/')).toBe('# beef')
  expect(withoutVolatile(' a  b ', '/')).toBe('a b')
  expect(withoutVolatile('id abcdefab-abcd-abcd-abcd-abcdefabcdef of', '/')).toBe('id # of')
  expect(withoutVolatile('abcdefab-abc', '/')).toBe('#-abc')
  expect(withoutVolatile('id req_zZkLmNopQ1 of', '/')).toBe('id # of')
  expect(withoutVolatile('no-digit-in-this-one x', '/')).toBe('no-digit-in-this-one x')
  expect(withoutVolatile('short1 x', '/')).toBe('short# x')
  expect(withoutVolatile('no /x/y/z and /x/y', '/x/y/z')).toBe('no ~ and /x/y')
  expect(withoutVolatile('all', '')).toBe('all')
})

test('answers of unknown routes are described in words, each kind once and sorted', () => {
  const answers = [text('/x/1', 'no 2'), json('/x/2', { m: 'b' }), text('/x/3', 'no 4')]
  expect(describeUnknown(answers)).toEqual(['# application/json {"m":"b"}', '# text/html no #'])
})

test('an echoed path at the place where a long answer is cut leaves no trace', () => {
  const long = (target: string) => json(target, { error: 'x'.repeat(140), path: target })
  const [one, two] = [long(own), long(other)].map((answer) => describeUnknown([answer]))
  expect(one).toEqual(two)
})
