import { describe, expect, test } from 'vitest'
import { catalogue, type OperationId } from '../../fixtures/catalog/catalog.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { choice, play } from '../../trust/fabricated/contracts.ts'
import type { Attempt } from '../../trust/fabricated/exchanges.ts'
import {
  create,
  deployment,
  noKey,
  one,
  other,
  otherMethod,
  reach,
  sameMethod,
} from '../../trust/fabricated/reachability.ts'
import type { Probe } from '../probe.ts'

describe('O1: the listed method', () => {
  test.for([
    ['405', 405, 'violation method-refused'],
    ['405 where unlisted routes get it too', 405, 'violation method-refused'],
    ['501', [501, 501], 'violation method-refused'],
    ['410, unlike unlisted routes', 410, 'inconclusive gone-whatever-asked'],
    ['500, unlike unlisted routes', [500, 500], 'pass unlike-unknown-routes'],
  ] as const)('%s', ([name, reply, verdict]) => {
    const unlisted = name.includes('too') ? 405 : '404 -'
    expect(reach(create, deployment(unlisted, { [create]: reply }))).toBe(verdict)
  })

  test('one probe that gets 405 is enough', () => {
    const answers = deployment('404 -', { [create]: ({ credential }) => (credential === 'none' ? 405 : undefined) })
    expect(reach(create, answers)).toBe('violation method-refused')
  })

  test.for([
    ['several codes', { one: 'not_found', other: 'rate_limited' }, 'inconclusive unknown-to-the-key'],
    ['no code', { one: 'nothing here' }, 'violation not-there'],
  ] as const)('a 404 with %s that unlisted routes get as well', ([, json, verdict]) => {
    const missing: Attempt = { status: 404, json }
    expect(reach(create, deployment(missing, { [create]: missing }))).toBe(verdict)
  })

  test.for([
    ['named no code', [], 'violation not-there'],
    ['named one', ['not_found'], 'inconclusive unknown-to-the-key'],
  ] as const)('a 404 with a page longer than is kept, which %s as a whole', ([, codes, verdict]) => {
    const page: Attempt = { status: 404, text: '<h1>DEBUG = True</h1>', type: 'text/html', cut: true, codes }
    expect(reach(create, deployment(page, { [create]: page }))).toBe(verdict)
  })

  test('405 to odd input does not count', () => {
    const answers = ({ value }: Probe) => (value === 'odd-path' ? 405 : undefined)
    const checks = ['catalog.reachable', 'request.odd-input'] as const
    expect(reach(choice, answers, [], { checks })).toBe('pass unlike-unknown-routes')
  })
})

describe('O1: an operation that is missing when it is asked', () => {
  const listing = 'GET /api/team/general/all'
  test.for([
    ['the own key is served', 'eligible', { status: 200, json: { teams: [] } }, 'pass unlike-unknown-routes'],
    ['a firewall shows a page', 'eligible', { status: 200, text: '<h1>Wait</h1>' }, 'violation not-there'],
    ['whoever has no key is served', 'none', { status: 200, json: { teams: [] } }, 'violation not-there'],
  ] as const)('and to odd input later %s', ([, credential, reply, verdict]) => {
    const isOdd = (probe: Probe) => probe.purpose === 'odd' && probe.credential === credential
    const answers = deployment('404 -', { [listing]: (probe) => (isOdd(probe) ? reply : '404 -') })
    expect(reach(listing, answers, [], { checks: ['catalog.reachable', 'request.odd-input'] })).toBe(verdict)
  })
})

describe('O1: a redirect to another writing of the listed path', () => {
  const moved = (location: string): Attempt => ({ status: 308, headers: [['Location', location]] })
  test.for([
    ['a slash at the end', '/api/team/general/create/', 'inconclusive leads-to-own-path'],
    ['small letters, and an address', 'https://api.example/API/team/general/create', 'inconclusive leads-to-own-path'],
    ['another path', '/api/v2/team/general/create', 'pass unlike-unknown-routes'],
    ['no address', 'http://', 'pass unlike-unknown-routes'],
  ] as const)('%s', ([, location, verdict]) => {
    expect(reach(create, deployment('404 -', { [create]: moved(location) }))).toBe(verdict)
  })

  test.for([
    [200, 'pass unlike-unknown-routes'],
    [401, 'inconclusive leads-to-own-path'],
  ] as const)('beside a question that gets %i', ([status, verdict]) => {
    const answers = ({ credential }: Probe) => (credential === 'none' ? status : moved('/api/team/general/create/'))
    expect(reach(create, deployment('404 -', { [create]: answers }))).toBe(verdict)
  })
})

describe('O1: without an eligible key, only a neighbour can tell', () => {
  const missing = '404 -'
  const keyless = { known: noKey }
  const inDoubt = 'inconclusive like-unknown-routes'
  test.for([
    ['no neighbour', [], {}, 'inconclusive like-unknown-routes'],
    ['a neighbour of the method that answers otherwise', [other], { [other]: 401 }, 'violation not-there'],
    ['a neighbour that answers alike', [other], { [other]: missing }, 'inconclusive like-unknown-routes'],
    ['an open neighbour', [other], { [other]: 400 }, 'violation not-there'],
    ['an open neighbour and one that answers alike', [other, one], { [other]: 400, [one]: missing }, inDoubt],
    ['one that asks for the key and one that answers alike', [other, one], { [other]: 401, [one]: missing }, inDoubt],
    ['a neighbour of another method', [otherMethod], { [otherMethod]: 401 }, 'inconclusive like-unknown-routes'],
    ['a neighbour of another product', ['POST /api/ads/bidding/create'], {}, 'inconclusive like-unknown-routes'],
  ] as const)('%s', ([, also, listed, verdict]) => {
    expect(reach(create, deployment(missing, { ...listed, [create]: missing }), also, keyless)).toBe(verdict)
  })

  test('a key that is refused everywhere tells no more than no key', () => {
    const answers = (probe: Probe) => (probe.operation === null || probe.operation === create ? missing : 401)
    expect(reach(create, answers)).toBe('inconclusive unknown-to-the-key')
  })
})

describe('O1: an operation that names one resource', () => {
  const missing = '404 -'
  const resource = { status: 404, json: { error: 'no such team', kind: 'resource' } }
  test.for([
    ['no other such operation', [], {}, 'inconclusive like-unknown-routes'],
    ['one generic 404 for both', [sameMethod], { [sameMethod]: missing }, 'inconclusive like-unknown-routes'],
    ['another shows a different 404', [sameMethod], { [sameMethod]: resource }, 'violation not-there'],
    ['another is no 404', [sameMethod], { [sameMethod]: 401 }, 'inconclusive like-unknown-routes'],
    [
      'only the audience choice shows it, which owes it',
      [choice],
      { [choice]: resource },
      'inconclusive like-unknown-routes',
    ],
    [
      'only an operation without a resource shows it',
      [other],
      { [other]: resource },
      'inconclusive like-unknown-routes',
    ],
    ['another method shows a different 404', [otherMethod], { [otherMethod]: resource }, 'violation not-there'],
    [
      'of other methods one shows the generic one',
      [otherMethod, 'GET /api/team/category/get'],
      { [otherMethod]: resource, 'GET /api/team/category/get': missing },
      'inconclusive like-unknown-routes',
    ],
    [
      'the same method decides before others',
      [sameMethod, otherMethod],
      { [sameMethod]: resource, [otherMethod]: missing },
      'violation not-there',
    ],
  ] as const)('%s', ([, also, listed, verdict]) => {
    expect(reach(one, deployment(missing, { ...listed, [one]: missing }), also)).toBe(verdict)
  })

  test.for([
    ['shown beside a 404 of its own', '410 -', 'inconclusive like-unknown-routes'],
    ['for missing routes alone', '404 -', 'violation not-there'],
    ['while a resource that is gone gets another 410', { status: 410, json: { error: 'gone' } }, 'violation not-there'],
  ] as const)('a generic 410 %s', ([, beside, verdict]) => {
    const answers = deployment('410 -', { [one]: '410 -', [otherMethod]: resource, [sameMethod]: beside })
    expect(reach(one, answers, [sameMethod, otherMethod])).toBe(verdict)
  })

  test.for([
    ['replicas have a generic 404 each', 2, 'inconclusive like-unknown-routes'],
    ['one folder holds a route that nobody lists', 1, 'violation not-there'],
    ['another shows a 404 that no unknown route gets', 0, 'violation not-there'],
  ] as const)('%s', ([, folders, verdict]) => {
    const met = new Map<string, Set<string>>()
    const isOneOfFirst = ({ credential, path }: Probe) => {
      const own = met.get(credential) ?? new Set()
      met.set(credential, own)
      return own.size < folders ? own.add(path).size > 0 : own.has(path)
    }
    const answers = deployment(missing, { [one]: missing, [sameMethod]: resource, [otherMethod]: 200 })
    const inTurn = (asked: Probe) =>
      asked.operation === null && asked.method === 'GET' && isOneOfFirst(asked) ? resource : answers(asked)
    expect(reach(one, inTurn, [sameMethod, otherMethod])).toBe(verdict)
  })

  test('an operation that names no resource needs no such comparison', () => {
    expect(reach(create, deployment(missing, { [create]: missing }))).toBe('violation not-there')
  })
})

test('each operation is asked with and without the key, and with and without a readable body', () => {
  const kinds = (operation: OperationId, known = {}) => {
    const { plan } = play({ operations: [operation], checks: ['catalog.reachable'], learns: false, known })
    const own = new Set(plan.questions.flatMap(({ probes }) => probes))
    const asked = plan.entries.filter(({ probe }) => own.has(probe.id))
    return asked.map(({ probe }) => `${probe.credential} ${probe.body.base}`).sort()
  }
  expect(kinds(create)).toEqual(['eligible empty-object', 'eligible not-json', 'none empty-object', 'none not-json'])
  expect(kinds(otherMethod)).toEqual(['eligible none', 'none none'])
  expect(kinds(one)).toEqual(['eligible not-json', 'none empty-object', 'none not-json'])
  expect(kinds(one, { allowEffects: ['delete'] })).toEqual(kinds(create))
  expect(kinds(create, noKey)).toEqual(['none empty-object', 'none not-json'])
})

describe('O1: what is shown beside /api/pay/', () => {
  const link = 'GET /api/pay/{shortId}'
  const subscription = 'GET /api/pay/s/{shortId}'
  const missing: Attempt = { status: 404, json: { error: 'no such route' } }
  const gone: Attempt = { status: 404, json: { error: 'no such link' } }
  test.for([
    ['whose 404 is another one', gone, 'violation not-there'],
    ['that says not_found', { status: 404, json: { code: 'not_found' } }, 'violation not-there'],
    ['whose 404 is the same', missing, 'inconclusive like-unknown-routes'],
  ] as const)('a link that gets what routes of another prefix get, beside one %s', ([, reply, verdict]) => {
    expect(reach(link, deployment(missing, { [link]: missing, [subscription]: reply }), [subscription])).toBe(verdict)
  })

  test.for([
    ['leads somewhere', 302, missing, 'pass unlike-made-up'],
    ['is served', 200, missing, 'pass unlike-made-up'],
    ['leads where made-up links do', 302, 302, 'inconclusive not-compared'],
    ['wants a key, as made-up links do', 401, 401, 'inconclusive not-compared'],
    ['is refused', 403, missing, 'inconclusive not-compared'],
    ['is served while made-up links crash', 200, [500, 500], 'inconclusive not-compared'],
  ] as const)('a known link that %s', ([, known, madeUp, verdict]) => {
    const answers = deployment(missing, { [link]: ({ value }) => (value === 'known' ? known : madeUp) })
    expect(reach(link, answers, [], { checks: ['catalog.reachable', 'redirect.answer'] })).toBe(verdict)
  })

  test('a made-up identifier in a request that a firewall refuses wherever it is sent shows nothing', () => {
    const [page, wall] = [200, 403].map((status): Attempt => ({ status, text: '<h1>app</h1>', type: 'text/html' }))
    const answers = ({ query }: Probe) => (query.set.length > 0 ? wall : page)
    const checks = ['catalog.reachable', 'request.odd-input'] as const
    const get = 'GET /api/ads/attribution/get/{attributionId}'
    expect(reach(get, answers, [], { checks })).toBe('inconclusive unknown-to-the-key')
  })

  test.for([
    ['whose 404 is another one', gone, 'violation not-there'],
    ['whose 404 is the same', missing, 'inconclusive like-unknown-routes'],
  ] as const)('a link that is not there, beside one %s', ([, reply, verdict]) => {
    const answers = deployment(missing, { [subscription]: missing, [link]: reply })
    expect(reach(subscription, answers, [link])).toBe(verdict)
  })
})

describe('O1: an account that owns nothing, where the key is asked for first and one 404 says everything', () => {
  const isListing = ({ namesOneResource, detail, effect }: Operation) =>
    !namesOneResource && detail === null && effect === 'read'
  const listings = catalogue.filter(isListing)
  const gone: Attempt = { status: 404, json: { detail: 'Not Found' } }
  /** The first `count` listings get what unknown routes get. */
  const nothing = (count: number) => (probe: Probe) => {
    if (probe.credential !== 'eligible') return 401
    const at = listings.findIndex(({ id }) => id === probe.operation)
    return probe.operation === null || (at >= 0 && at < count) ? gone : undefined
  }
  const all = catalogue.map(({ id }) => id as OperationId)
  const [first] = listings.map(({ id }) => id as OperationId)

  test.for([
    ['nearly all', listings.length - 2, 'inconclusive like-unknown-routes'],
    ['those of some products', Math.floor(listings.length / 2), 'violation not-there'],
  ] as const)('%s of the listings get what unknown routes get', ([, count, verdict]) => {
    if (first === undefined) throw new Error('no listing')
    expect(reach(first, nothing(count), all)).toBe(verdict)
  })
})
