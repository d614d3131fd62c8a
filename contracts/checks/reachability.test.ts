import { describe, expect, test } from 'vitest'
import { catalogue, type OperationId } from '../../fixtures/catalog/catalog.ts'
import { type Attempt, choice, play, type Reply, type Scene, verdictOn } from '../../trust/fabricated/contracts.ts'
import type { Probe } from '../probe.ts'

const create = 'POST /api/team/general/create'
const other = 'POST /api/team/category/create'
const one = 'POST /api/team/general/delete'
const sameMethod = 'POST /api/team/category/delete'
const otherMethod = 'GET /api/team/general/get'

/** What routes that nobody lists get, and what listed ones do. */
function deployment(
  unlisted: Reply,
  listed: Partial<Record<OperationId, Reply | ((probe: Probe) => Reply | undefined)>>,
) {
  return (probe: Probe): Reply | undefined => {
    if (probe.operation === null) return unlisted
    const reply = listed[probe.operation as OperationId]
    return typeof reply === 'function' ? reply(probe) : reply
  }
}

const reach = (
  operation: OperationId,
  answers: Scene['answers'],
  also: readonly OperationId[] = [],
  scene: Scene = {},
) =>
  verdictOn(operation, 'catalog.reachable', {
    ...scene,
    ...(answers === undefined ? {} : { answers }),
    operations: [operation, ...also],
  })

const noKey = {
  keys: { eligible: null, load: null, restrictedAccount: null, restrictedProduct: null, restrictedPermission: null },
}

describe('O1: the listed method', () => {
  test.for([
    ['405', 405, 'violation method-refused'],
    ['405 where unlisted routes get it too', 405, 'violation method-refused'],
    ['501', [501, 501], 'violation method-refused'],
    ['410, unlike unlisted routes', 410, 'pass unlike-unknown-routes'],
    ['500, unlike unlisted routes', [500, 500], 'pass unlike-unknown-routes'],
  ] as const)('%s', ([name, reply, verdict]) => {
    const unlisted = name.includes('too') ? 405 : '404 -'
    expect(reach(create, deployment(unlisted, { [create]: reply }))).toBe(verdict)
  })

  test('one probe that is refused so is enough', () => {
    const answers = deployment('404 -', { [create]: ({ credential }) => (credential === 'none' ? 405 : undefined) })
    expect(reach(create, answers)).toBe('violation method-refused')
  })

  test('odd input that is refused so is odd input', () => {
    const answers = ({ value }: Probe) => (value === 'odd-path' ? 405 : undefined)
    const checks = ['catalog.reachable', 'request.odd-input'] as const
    expect(reach(choice, answers, [], { checks })).toBe('pass unlike-unknown-routes')
  })
})

describe('O1: OPTIONS without a key is a witness', () => {
  const stamped: Attempt = { status: 404, json: { code: 'not_found', message: 'no' } }
  const own = catalogue.filter(({ product }) => product === 'Teams').map(({ id }) => id as OperationId)
  const pathOf = (id: string) => id.split(' ')[1] ?? ''
  /** A filter stamps not_found on every 404; OPTIONS says 204 of what is there, 404 of the rest. */
  const telling =
    (missing: readonly OperationId[], options: (path: string) => Reply | undefined = () => undefined) =>
    ({ operation, method, path }: Probe): Reply | undefined => {
      if (method === 'OPTIONS') {
        const isThere = own.some((id) => pathOf(id) === path && !missing.includes(id))
        return options(path) ?? (isThere ? { status: 204 } : stamped)
      }
      return operation === null || missing.includes(operation as OperationId) ? stamped : undefined
    }
  const scene: Scene = { catalogue: own }
  const gone = 'GET /api/team/category/all'

  test('what it and every question show as unknown is missing, whatever code its 404 carries', () => {
    expect(reach(gone, telling([gone]), own, scene)).toBe('violation not-there')
    expect(reach(gone, telling([]), own, scene)).toBe('pass unlike-unknown-routes')
  })

  test('several may be missing at once, those that name one resource among them', () => {
    const several = [gone, 'PUT /api/team/general/update', 'POST /api/team/subcategory/create'] as const
    for (const one of several) expect(reach(one, telling(several), own, scene)).toBe('violation not-there')
  })

  test('one that says the same of something that is there is not believed', () => {
    const blind = telling([gone], (path) => (path === '/api/team/general/all' ? stamped : undefined))
    expect(reach(gone, blind, own, scene)).toBe('inconclusive like-unknown-routes')
    const everywhere = telling([gone], () => ({ status: 204 }))
    expect(reach(gone, everywhere, own, scene)).toBe('inconclusive like-unknown-routes')
  })

  test('nor one that told fewer than five', () => {
    const few = own.filter((id) => id.includes('/category/')).slice(0, 4)
    const some: readonly OperationId[] = [gone, ...few.filter((id) => id !== gone)]
    expect(reach(gone, telling([gone]), some, { catalogue: some })).toBe('inconclusive like-unknown-routes')
  })

  test('without the eligible key it tells nothing', () => {
    expect(reach(gone, telling([gone]), own, { ...scene, known: noKey })).toBe('inconclusive like-unknown-routes')
  })

  test('under the safe policy the key goes with reads alone, so that of another method it tells nothing', () => {
    const safe: Scene = { ...scene, facts: { policy: 'safe' } }
    const created = 'POST /api/team/category/create'
    expect(reach(created, telling([created]), own, safe)).toMatch(/^inconclusive /)
    expect(reach(gone, telling([gone]), own, safe)).toBe('violation not-there')
  })

  test('the methods that a path allows are a witness as well', () => {
    const path = '/api/payment/charge/update'
    const all = catalogue.filter(({ prefix }) => prefix === '/api/payment').map(({ id }) => id as OperationId)
    const put = `PUT ${path}` as const
    const answers = ({ operation, method, path: asked }: Probe): Reply | undefined => {
      if (method !== 'OPTIONS') return operation === null || operation === put ? stamped : undefined
      const methods = all.filter((id) => pathOf(id) === asked && id !== put).map((id) => id.split(' ')[0] ?? '')
      return methods.length === 0 ? stamped : { status: 405, headers: [['Allow', methods.join(', ')]] }
    }
    expect(reach(put, answers, all, { catalogue: all })).toBe('violation not-there')
    expect(reach(`POST ${path}`, answers, all, { catalogue: all })).toBe('pass unlike-unknown-routes')
  })
})

describe('O1: only what can tell is compared', () => {
  const page: Attempt = { status: 404, text: '<pre>Cannot find it</pre>', type: 'text/html' }
  /** A body reader in front of a router that keys stand in front of: 400 to what it cannot read, 401 without a key. */
  const behindReader =
    (missing: readonly OperationId[], others: Partial<Record<OperationId, Reply>> = {}) =>
    ({ operation, credential, body }: Probe): Reply | undefined => {
      if (body.base === 'not-json') return 400
      if (credential === 'none') return 401
      const isMissing = operation === null || missing.includes(operation as OperationId)
      return isMissing ? page : others[operation as OperationId]
    }
  const update = 'PUT /api/team/general/update'
  const twin = 'PUT /api/team/category/update'
  const updates = [update, twin, 'PUT /api/team/subcategory/update'] as const
  const teams = [create, other, 'POST /api/team/subcategory/create', ...updates] as const

  test('a body reader in front of the router spoils nothing', () => {
    expect(reach(create, behindReader([create]), teams)).toBe('violation not-there')
    expect(reach(create, behindReader([]), teams)).toBe('pass unlike-unknown-routes')
  })

  test('what is there and answers alike is looked for in other products where the product is gone', () => {
    const elsewhere = ['POST /api/marketing/contact/create', 'POST /api/marketing/segment/all'] as const
    const all: readonly OperationId[] = [...teams, ...elsewhere]
    expect(reach(create, behindReader([...teams]), all, { catalogue: all })).toBe('violation not-there')
  })

  test('an operation that names one resource is held against the missing resources of others', () => {
    expect(reach(update, behindReader([update], { [twin]: 404 }), teams)).toBe('violation not-there')
    expect(reach(update, behindReader([update], { [twin]: page }), teams)).toBe('inconclusive like-unknown-routes')
  })

  test('of other products, where its own shows none', () => {
    const elsewhere = 'PUT /api/pages/general/update'
    const all: readonly OperationId[] = [...teams, elsewhere]
    const scene = { catalogue: all }
    const different = behindReader([update], { [elsewhere]: 404 })
    expect(reach(update, different, all, scene)).toBe('violation not-there')
    expect(reach(update, different, all)).toBe('inconclusive needs-others')
    const generic = behindReader([update], { [elsewhere]: page })
    expect(reach(update, generic, all, scene)).toBe('inconclusive like-unknown-routes')
  })

  test('an odd identifier that is taken for an unknown route spoils no comparison', () => {
    const named = 'GET /api/ads/attribution/get/{attributionId}'
    const another = 'DELETE /api/ads/attribution/delete/{attributionId}'
    const answers = ({ operation, value }: Probe): Reply | undefined => {
      if (operation === null || operation === named) return page
      return operation === another ? (value.startsWith('odd-') ? page : 404) : undefined
    }
    const checks = ['catalog.reachable', 'request.odd-input'] as const
    const catalogue = [named, another] as const
    expect(reach(named, answers, [another], { checks, catalogue })).toBe('violation not-there')
  })
})

describe('O1: compared with routes that nobody lists', () => {
  const missing: Attempt = { status: 404, json: { error: 'no such route' } }
  test.for([
    ['every probe like them', deployment(missing, { [create]: missing }), 'violation not-there'],
    ['410 like them', deployment(410, { [create]: 410 }), 'violation not-there'],
    ['404 with the very not_found', deployment(404, { [create]: 404 }), 'inconclusive like-unknown-routes'],
    ['401 like them', deployment(401, { [create]: 401 }), 'inconclusive like-unknown-routes'],
    ['403 like them', deployment(403, { [create]: 403 }), 'inconclusive like-unknown-routes'],
    ['a redirect like them', deployment(302, { [create]: 302 }), 'inconclusive like-unknown-routes'],
    ['a success like theirs', deployment(200, { [create]: 200 }), 'inconclusive like-unknown-routes'],
    [
      'another body',
      deployment(missing, { [create]: { status: 404, json: { error: 'no team' } } }),
      'pass unlike-unknown-routes',
    ],
    ['another status', deployment(missing, { [create]: 401 }), 'pass unlike-unknown-routes'],
    [
      'another media type',
      deployment(missing, {
        [create]: { status: 404, json: { error: 'no such route' }, type: 'application/problem+json' },
      }),
      'pass unlike-unknown-routes',
    ],
    [
      'one probe of four differs',
      deployment(missing, {
        [create]: (probe) => (probe.body.base === 'not-json' && probe.credential === 'eligible' ? 400 : missing),
      }),
      'pass unlike-unknown-routes',
    ],
    ['unlisted routes were limited', deployment(429, { [create]: missing }), 'inconclusive not-compared'],
    ['nothing but limits', deployment(missing, { [create]: 429 }), 'not-exercised limited'],
    ['nothing came', deployment(missing, { [create]: ['reset', 'reset'] }), 'violation no-answer'],
    ['nothing came once', deployment(missing, { [create]: 'reset' }), 'inconclusive no-answer'],
    ['nothing came from anyone', () => ['reset', 'reset'] as const, 'inconclusive no-answer'],
  ] as const)('%s', ([, answers, verdict]) => {
    expect(reach(create, answers)).toBe(verdict)
  })

  test('a 401 without a key that unlisted routes get as well takes nothing from a 404 with one', () => {
    const mixed = ({ credential }: Probe) => (credential === 'eligible' ? missing : 401)
    expect(
      reach(create, ({ operation, ...probe }) =>
        operation === null || operation === create ? mixed({ operation, ...probe }) : undefined,
      ),
    ).toBe('violation not-there')
  })

  test('some kinds of probe were never put to unlisted routes', () => {
    const answers = (probe: Probe) =>
      probe.operation === null && probe.credential === 'eligible'
        ? 429
        : probe.operation === null || probe.operation === create
          ? missing
          : undefined
    expect(reach(create, answers)).toBe('inconclusive not-compared')
  })

  test('an operation that is excluded was not asked', () => {
    expect(reach(create, undefined, [], { known: { exclude: [create] } })).toBe('not-exercised excluded')
  })

  test('each product, depth and method is compared with routes of its own', () => {
    const answers = (probe: Probe) => {
      if (probe.operation === create) return missing
      if (probe.operation !== null) return undefined
      return probe.group?.startsWith('POST /api/team ') ? 404 : missing
    }
    expect(reach(create, answers, ['GET /api/team/general/all'])).toBe('pass unlike-unknown-routes')
  })
})

describe('O1: without an eligible key, only a neighbour can tell', () => {
  const missing = '404 -'
  const keyless = { known: noKey }
  test.for([
    ['no neighbour', [], {}, 'inconclusive like-unknown-routes'],
    ['a neighbour of the method that answers otherwise', [other], { [other]: 401 }, 'violation not-there'],
    ['a neighbour that answers alike', [other], { [other]: missing }, 'inconclusive like-unknown-routes'],
    ['a neighbour of another method', [otherMethod], { [otherMethod]: 401 }, 'inconclusive like-unknown-routes'],
    ['a neighbour of another product', ['POST /api/ads/bidding/create'], {}, 'inconclusive like-unknown-routes'],
  ] as const)('%s', ([, also, listed, verdict]) => {
    expect(reach(create, deployment(missing, { ...listed, [create]: missing }), also, keyless)).toBe(verdict)
  })

  test('a key that is refused everywhere tells no more than none', () => {
    const answers = (probe: Probe) => (probe.operation === null || probe.operation === create ? missing : 401)
    expect(reach(create, answers)).toBe('inconclusive like-unknown-routes')
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

  test('one that names none needs no such witness', () => {
    expect(reach(create, deployment(missing, { [create]: missing }))).toBe('violation not-there')
  })
})

test('the kinds of probe: with and without the key, with and without a body', () => {
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
  test('one segment has no unknown route of its depth', () => {
    expect(reach(link, deployment(missing, { [link]: missing }))).toBe('inconclusive not-compared')
  })

  test.for([
    ['whose 404 is another one', gone, 'violation not-there'],
    ['whose 404 is the same', missing, 'inconclusive like-unknown-routes'],
  ] as const)('an operation that is not there, beside one %s', ([, reply, verdict]) => {
    const answers = deployment(missing, { [subscription]: missing, [link]: reply })
    expect(reach(subscription, answers, [link])).toBe(verdict)
  })
})
