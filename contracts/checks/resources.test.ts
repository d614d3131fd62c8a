import { describe, expect, test } from 'vitest'
import { because } from '../../evidence/judgement.ts'
import { choice, embed, listing, noIds, play, type Scene, verdictOn } from '../../trust/fabricated/contracts.ts'
import { envelope, type ProbeReply, refusedAndServed } from '../../trust/fabricated/exchanges.ts'
import type { Probe } from '../probe.ts'
import { listsIn } from './observed.ts'

const madeUp = (replies: readonly ProbeReply[]): Scene => ({
  answers: ({ operation, value, body, credential }) =>
    operation === choice && credential === 'none' && body.base === 'empty-object' && value.startsWith('made-up')
      ? replies[Number(value.at(-1)) - 1]
      : undefined,
  checks: ['not-found.resource', 'request.valid', 'errors.code'],
  operations: [choice, listing],
})
const all = (reply: ProbeReply) => madeUp([reply, reply, reply])

describe('O8: three made-up placements', () => {
  test.for([
    ['404 not_found', all(404), 'pass as-documented'],
    ['not_found with another status', all('410 not_found'), 'pass as-documented'],
    ['invalid_request', all(400), 'inconclusive invalid-request'],
    ['invalid_request with another status', all('422 invalid_request'), 'inconclusive invalid-request'],
    ['one invalid_request', madeUp([404, 400, 404]), 'inconclusive invalid-request'],
    ['success on some', madeUp([404, 200, 200]), 'inconclusive success'],
    ['success on all', all(200), 'violation everything-found'],
    ['success on all, behind the refusal', all(refusedAndServed(404)), 'violation everything-found'],
    ['another code', all('404 not_authorized'), 'violation not-not-found'],
    ['another code once', madeUp([404, '404 gone', 404]), 'violation not-not-found'],
    ['no code', madeUp([404, '404 -', 404]), 'violation not-not-found'],
    ['401', all(401), 'inconclusive credential-refused'],
    ['403', all(403), 'inconclusive credential-refused'],
    ['success on two and a limit', madeUp([200, 200, 429]), 'inconclusive success'],
    ['a limit', all(429), 'inconclusive limited'],
    [
      'rate_limited with the status of another code, once',
      madeUp([404, '400 rate_limited', 404]),
      'inconclusive names-a-limit',
    ],
    ['rate_limited in place of not_found, each time', all('404 rate_limited'), 'violation another-code'],
    ['silence on one', madeUp([404, 404, 'silence']), 'inconclusive no-answer'],
  ] as const)('%s', ([, scene, verdict]) => {
    expect(verdictOn(choice, 'not-found.resource', scene)).toBe(verdict)
  })

  test('two codes in places that were not learned are inconclusive', () => {
    const reply = { status: 404, json: { a: 'not_found', b: 'not_authorized' } }
    expect(verdictOn(choice, 'not-found.resource', { ...all(reply), learns: false, operations: [choice] })).toBe(
      'inconclusive code-unclear',
    )
  })

  test('only the choice is asked, with three values', () => {
    expect(verdictOn(listing, 'not-found.resource')).toBe('not planned')
    const { plan } = play({ operations: [choice], checks: ['not-found.resource'], learns: false })
    const values = ['made-up-1', 'made-up-2', 'made-up-3']
    expect(plan.entries.map(({ probe: { credential, value, body } }) => `${credential} ${value} ${body.base}`)).toEqual(
      ['empty-object', 'choice-full'].flatMap((body) => values.map((value) => `none ${value} ${body}`)),
    )
  })

  test('a choice with all members is asked at made-up placements too', () => {
    const answers = ({ body }: Probe) => (body.base === 'choice-full' ? 200 : undefined)
    expect(verdictOn(choice, 'not-found.resource', { answers })).toBe('pass as-documented')
    expect(verdictOn(choice, 'not-found.resource:with-choice-data', { answers })).toBe('violation everything-found')
  })
})

describe('O9: redirects, with the eligible key and never followed', () => {
  const link = 'GET /api/pay/{shortId}'
  const both = (known: ProbeReply, unknown: ProbeReply = known): Scene => ({
    answers: ({ operation, credential, value }) =>
      operation === link && credential === 'eligible' ? (value === 'known' ? known : unknown) : undefined,
  })
  const to = (location: string, status = 302) => ({ status, headers: [['location', location]] as const })
  const location = (status: number) => to('https://x.example.com', status)
  test.for([
    ['as it should be', {}, 'pass redirects'],
    ['301', both(location(301)), 'pass redirects'],
    ['308', both(location(308)), 'pass redirects'],
    ['3xx without a Location', both(304), 'undocumented no-redirect'],
    ['3xx with an empty Location', both({ status: 302, headers: [['location', '']] }), 'undocumented no-redirect'],
    ['304 with a Location', both(location(304)), 'undocumented no-redirect'],
    ['3xx to a value that is missing', both(to('undefined')), 'undocumented leads-nowhere'],
    ['3xx to an object', both(to('[object Object]')), 'undocumented leads-nowhere'],
    ['3xx to what is no URL', both(to('https://pay example/a')), 'undocumented leads-nowhere'],
    ['3xx to a host that is missing', both(to('https://undefined/checkout/1')), 'undocumented leads-nowhere'],
    ['3xx to a path that is missing', both(to('/checkout/undefined')), 'undocumented leads-nowhere'],
    ['3xx to a number that is none', both(to('https://pay.example.com/NaN?x=1')), 'undocumented leads-nowhere'],
    ['3xx to a name in braces', both(to('https://pay.example.com/{linkId}/open')), 'undocumented leads-nowhere'],
    ['3xx to a script', both(to('javascript:void(0)')), 'undocumented leads-nowhere'],
    ['3xx to an app', both(to('ourapp://pay/1')), 'pass redirects'],
    ['3xx to the link itself', both(to('?')), 'undocumented leads-nowhere'],
    ['3xx to a relative address', both(to('../checkout/1')), 'pass redirects'],
    ['3xx to a word', both(to('checkout')), 'pass redirects'],
    ['200 with a Location', both(location(200)), 'undocumented no-redirect'],
    ['400 with a Location', both(location(400)), 'inconclusive refused-otherwise'],
    ['not_found', both(404), 'pass not-found'],
    ['410 not_found', both('410 not_found'), 'pass not-found'],
    ['404 without a code', both('404 -'), 'undocumented no-redirect'],
    [
      '404 with several codes',
      both({ status: 404, json: { one: 'not_found', other: 'rate_limited' } }),
      'inconclusive code-unclear',
    ],
    ['400', both('400 -'), 'inconclusive refused-otherwise'],
    ['401', both('401 -'), 'inconclusive refused-otherwise'],
    ['403', both('403 -'), 'inconclusive refused-otherwise'],
    ['200', both(200), 'undocumented no-redirect'],
    ['a limit', both(429), 'inconclusive limited'],
  ] as const)('%s', ([, scene, verdict]) => {
    expect(verdictOn(link, 'redirect.answer', scene)).toBe(verdict)
  })

  test('a redirect that leads nowhere says what it lacks', () => {
    const { findings } = play({
      operations: [link],
      checks: ['catalog.reachable', 'redirect.answer'],
      ...both({ status: 302, text: '' }),
    })
    expect(findings.find(({ check }) => check === 'redirect.answer')?.observed).toMatch(/^302, no body, no Location$/)
  })

  test('the known id of each kind of link is asked where the settings name it', () => {
    const values = (
      operation: typeof link | 'GET /api/pay/s/{shortId}',
      ids: { shortId: string | null; subscriptionShortId: string | null },
    ) => {
      const { plan } = play({
        operations: [operation],
        checks: ['redirect.answer'],
        learns: false,
        known: { ids: { ...noIds, ...ids } },
      })
      return plan.entries.map(({ probe }) => `${probe.credential} ${probe.value}`)
    }
    const two = ['eligible known', 'eligible made-up-1']
    expect(values(link, { shortId: 'a', subscriptionShortId: null })).toEqual(two)
    expect(values(link, { shortId: null, subscriptionShortId: 'b' })).toEqual(two.slice(1))
    expect(values('GET /api/pay/s/{shortId}', { shortId: null, subscriptionShortId: 'b' })).toEqual(two)
    expect(values('GET /api/pay/s/{shortId}', { shortId: 'a', subscriptionShortId: null })).toEqual(two.slice(1))
  })

  test('only the two redirect paths are asked', () => {
    expect(verdictOn('GET /api/pay/s/{shortId}', 'redirect.answer')).toBe('pass redirects')
    expect(verdictOn(listing, 'redirect.answer')).toBe('not planned')
    expect(verdictOn('POST /api/payment/charge/all', 'redirect.answer')).toBe('not planned')
  })
})

describe('O13: observed only', () => {
  const pages = (make: (limit: number, offset: number) => unknown): Scene => ({
    answers: ({ query, credential }) => {
      const value = (name: string) => query.set.find(([own]) => own === name)?.[1]
      if (credential !== 'eligible' || value('limit')?.endsWith('word') === true) return undefined
      return { status: 200, json: make(Number(value('limit') ?? 9), Number(value('offset') ?? 0)) }
    },
  })
  const items = (limit: number, offset: number) =>
    Array.from({ length: Math.min(limit, 3) }, (_, at) => ({ at: at + offset }))
  const seen = (scene: Scene) => {
    const { findings } = play({ operations: [listing], checks: ['pagination.limit-offset'], ...scene })
    return findings[0]
  }

  test('the finding says what limit and offset do', () => {
    const moved = seen(pages((limit, offset) => ({ ...envelope, list: { items: items(limit, offset) } })))
    expect(moved).toMatchObject({ verdict: 'undocumented', cause: 'observed' })
    expect(moved?.observed).toBe(
      'no query: 200 (/list/items: 3); limit=1: 200 (/list/items: 1); limit=2: 200 (/list/items: 2); limit=1&offset=1: 200 (/list/items: 1); offset: moved',
    )
    const same = seen(pages((limit) => ({ ...envelope, now: limit, list: items(limit, 0) })))
    expect(same?.observed).toMatch(/offset: the same$/)
    expect(seen(pages(() => envelope))?.observed).toMatch(/^no query: 200, no list shown; .*; offset: the same$/)
  })

  test('a page without an answer is named, and leaves the finding inconclusive', () => {
    const two = ({ query }: Probe): ProbeReply | undefined =>
      query.set.some(([name]) => name === 'offset') ? 429 : undefined
    const finding = seen({ answers: two })
    expect(finding).toMatchObject({ verdict: 'inconclusive', cause: 'not-all-answered' })
    expect(finding?.observed).toMatch(/limit=1&offset=1: limited$/)
    expect(seen({ unsent: () => because('out-of-time') })).toMatchObject({ cause: 'out-of-time' })
    expect(verdictOn(embed, 'pagination.limit-offset')).toBe('not planned')
  })

  test('listsIn names each list by its place', () => {
    expect(listsIn([1, 2])).toEqual([['/', [1, 2]]])
    expect(listsIn({ a: [], b: { c: [1] }, d: null, e: 'x' })).toEqual([
      ['/a', []],
      ['/b/c', [1]],
    ])
    expect(listsIn('text')).toEqual([])
    const deep = Array.from({ length: 300 }).reduce<unknown>((inner) => ({ a: inner }), [1])
    expect(listsIn(deep)).toEqual([])
  })

  const twins = (first: ProbeReply, second: ProbeReply): Scene => ({
    answers: ({ operation, credential, body, nth }) =>
      operation === embed && credential === 'eligible' && body.base === 'embed-full' && body.change === undefined
        ? nth === 0
          ? first
          : second
        : undefined,
  })
  const created = (id: string | undefined): ProbeReply => ({ status: 200, json: { data: { id }, requestId: 'r' } })
  test.for([
    ['one resource', twins(created('a'), created('a')), 'undocumented', 'one resource'],
    ['two resources', twins(created('a'), created('b')), 'undocumented', 'two resources'],
    ['no ids', twins(created(undefined), created(undefined)), 'undocumented', 'two resources'],
    ['no JSON', twins({ status: 200, text: 'a' }, { status: 200, text: 'a' }), 'undocumented', 'two resources'],
    [
      'null for data',
      twins({ status: 200, json: { data: null } }, { status: 200, json: null }),
      'undocumented',
      'two resources',
    ],
    ['refused', twins(created('a'), 409), 'undocumented', 'refused with 409'],
  ] as const)('two creations with one idempotencyKey: %s', ([, scene, verdict, observed]) => {
    const { findings } = play({ operations: [embed], checks: ['idempotency.observed', 'request.valid'], ...scene })
    const finding = findings.find(({ check }) => check === 'idempotency.observed')
    expect(finding).toMatchObject({
      verdict,
      cause: 'observed',
      observed: `two like creations with one idempotencyKey: ${observed}`,
    })
    expect(finding?.exchanges).toHaveLength(2)
  })

  test('two creations that cannot be compared give no observation', () => {
    const verdict = (scene: Scene) =>
      verdictOn(embed, 'idempotency.observed', { checks: ['idempotency.observed', 'request.valid'], ...scene })
    const refused = ({ credential, operation }: Probe) =>
      operation === embed && credential === 'eligible' ? 400 : undefined
    expect(verdict({ answers: refused })).toBe('inconclusive no-success')
    expect(verdict(twins(200, 429))).toBe('inconclusive not-all-answered')
    expect(verdict(twins(200, 'silence'))).toBe('inconclusive not-all-answered')
    expect(verdict({ facts: { policy: 'safe' } })).toBe('not-exercised policy-keyed-write')
    expect(verdictOn(listing, 'idempotency.observed')).toBe('not planned')
  })
})
