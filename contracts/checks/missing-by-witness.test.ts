import { describe, expect, test } from 'vitest'
import { catalogue, type OperationId } from '../../fixtures/catalog/catalog.ts'
import type { Scene } from '../../trust/fabricated/contracts.ts'
import type { Attempt, ProbeReply } from '../../trust/fabricated/exchanges.ts'
import { noKey, reach } from '../../trust/fabricated/reachability.ts'
import type { Probe } from '../probe.ts'

describe('O1: OPTIONS without a key is a witness', () => {
  const stamped: Attempt = { status: 404, json: { code: 'not_found', message: 'no' } }
  const own = catalogue.filter(({ product }) => product === 'Teams').map(({ id }) => id as OperationId)
  const pathOf = (id: string) => id.split(' ')[1] ?? ''
  /** A filter stamps not_found on every 404. OPTIONS gets 204 for existing paths and 404 for all others. */
  const telling =
    (missing: readonly OperationId[], options: (path: string) => ProbeReply | undefined = () => undefined) =>
    ({ operation, method, path }: Probe): ProbeReply | undefined => {
      if (method === 'OPTIONS') {
        const isThere = own.some((id) => pathOf(id) === path && !missing.includes(id))
        return options(path) ?? (isThere ? { status: 204 } : stamped)
      }
      return operation === null || missing.includes(operation as OperationId) ? stamped : undefined
    }
  const scene: Scene = { catalogue: own }
  const gone = 'GET /api/team/category/all'

  test('an operation is missing where OPTIONS and every question show it as unknown, whatever code its 404 has', () => {
    expect(reach(gone, telling([gone]), own, scene)).toBe('violation not-there')
    expect(reach(gone, telling([]), own, scene)).toBe('pass unlike-unknown-routes')
  })

  test('several operations may be missing at once, also those that name one resource', () => {
    const several = [gone, 'PUT /api/team/general/update', 'POST /api/team/subcategory/create'] as const
    for (const one of several) expect(reach(one, telling(several), own, scene)).toBe('violation not-there')
  })

  test('a not_found that may tell of a resource is none of a route, unless the key is asked for elsewhere alone, or a body is read', () => {
    const lone = 'GET /api/team/general/get'
    const created = 'PUT /api/team/general/update'
    const keyFirst =
      (missing: OperationId): Scene['answers'] =>
      (probe) =>
        probe.credential === 'none' && probe.method !== 'OPTIONS' ? { status: 401 } : telling([missing])(probe)
    expect(reach(lone, keyFirst(lone), own, scene)).toBe('inconclusive like-unknown-routes')
    expect(reach(lone, telling([lone]), own, scene)).toBe('violation not-there')
    expect(reach(created, keyFirst(created), own, scene)).toBe('violation not-there')
    expect(reach(gone, keyFirst(gone), own, scene)).toBe('violation not-there')
  })

  test('it is one of a route where nothing of the product is there', () => {
    const ads = catalogue.filter(({ product }) => product === 'Ads').map(({ id }) => id as OperationId)
    const answers: Scene['answers'] = (probe) => {
      const isMissing = probe.operation === null || own.includes(probe.operation as OperationId)
      if (probe.method === 'OPTIONS') return ads.some((id) => pathOf(id) === probe.path) ? { status: 204 } : stamped
      return probe.credential === 'none' ? { status: 401 } : isMissing ? stamped : undefined
    }
    const all = [...own, ...ads]
    expect(reach('GET /api/team/general/get', answers, all, { catalogue: all })).toBe('violation not-there')
  })

  test('OPTIONS is not believed where it answers an existing operation in the same way', () => {
    const blind = telling([gone], (path) => (path === '/api/team/general/all' ? stamped : undefined))
    expect(reach(gone, blind, own, scene)).toBe('inconclusive unknown-to-the-key')
    const everywhere = telling([gone], () => ({ status: 204 }))
    expect(reach(gone, everywhere, own, scene)).toBe('inconclusive unknown-to-the-key')
  })

  test('nor where it tells routes apart only by who may ask from another origin', () => {
    const crossOrigin: Attempt = { status: 204, headers: [['Access-Control-Allow-Origin', '*']] }
    const some = telling([gone], (path) =>
      path !== pathOf(gone) && own.some((id) => pathOf(id) === path) ? crossOrigin : undefined,
    )
    expect(reach(gone, some, own, scene)).toBe('inconclusive unknown-to-the-key')
    const named: Attempt = { ...crossOrigin, headers: [...(crossOrigin.headers ?? []), ['Allow', 'GET, PUT, POST']] }
    const routed = telling([gone], (path) =>
      path !== pathOf(gone) && own.some((id) => pathOf(id) === path) ? named : undefined,
    )
    expect(reach(gone, routed, own, scene)).toBe('violation not-there')
  })

  test('nor where it told fewer than five operations apart', () => {
    const few = own.filter((id) => id.includes('/category/')).slice(0, 4)
    const some: readonly OperationId[] = [gone, ...few.filter((id) => id !== gone)]
    expect(reach(gone, telling([gone]), some, { catalogue: some })).toBe('inconclusive unknown-to-the-key')
  })

  test('OPTIONS tells nothing without the eligible key', () => {
    expect(reach(gone, telling([gone]), own, { ...scene, known: noKey })).toBe('inconclusive like-unknown-routes')
  })

  test('under the safe policy only reads are asked with the key, so OPTIONS tells nothing of other methods', () => {
    const safe: Scene = { ...scene, facts: { policy: 'safe' } }
    const created = 'POST /api/team/category/create'
    expect(reach(created, telling([created]), own, safe)).toMatch(/^inconclusive /)
    expect(reach(gone, telling([gone]), own, safe)).toBe('violation not-there')
  })

  test('behind a body reader it shows what is there, where Allow names the method and nothing says that it is gone', () => {
    const safe: Scene = { ...scene, facts: { policy: 'safe' } }
    const created = 'POST /api/team/category/create'
    const behindReader =
      (allow: string, posted: Attempt = { status: 400 }) =>
      ({ method, path }: Probe): ProbeReply | undefined => {
        if (method === 'POST') return posted
        if (method !== 'OPTIONS') return undefined
        return own.some((id) => pathOf(id) === path) ? { status: 200, headers: [['Allow', allow]] } : stamped
      }
    expect(reach(created, behindReader('POST, OPTIONS'), own, safe)).toBe('pass allowed')
    expect(reach(created, behindReader('PUT, OPTIONS'), own, safe)).toBe('inconclusive like-unknown-routes')
    expect(reach(created, behindReader('POST', stamped), own, safe)).toBe('inconclusive like-unknown-routes')
  })

  test('the methods in an Allow header are a witness as well', () => {
    const path = '/api/payment/charge/update'
    const all = catalogue.filter(({ prefix }) => prefix === '/api/payment').map(({ id }) => id as OperationId)
    const put = `PUT ${path}` as const
    const answers = ({ operation, method, path: asked }: Probe): ProbeReply | undefined => {
      if (method !== 'OPTIONS') return operation === null || operation === put ? stamped : undefined
      const methods = all.filter((id) => pathOf(id) === asked && id !== put).map((id) => id.split(' ')[0] ?? '')
      return methods.length === 0 ? stamped : { status: 405, headers: [['Allow', methods.join(', ')]] }
    }
    expect(reach(put, answers, all, { catalogue: all })).toBe('violation not-there')
    expect(reach(`POST ${path}`, answers, all, { catalogue: all })).toBe('pass unlike-unknown-routes')
  })
})

describe('O1: the plain question without a key is a witness', () => {
  /** A filter stamps not_found on every 404; routes are found before the key is asked for. */
  const stamp = (message: string): Attempt => ({ status: 404, json: { code: 'not_found', message } })
  const own = catalogue.filter(({ product }) => product === 'Teams').map(({ id }) => id as OperationId)
  const gone = 'GET /api/team/category/all'
  const named = 'GET /api/team/general/get'
  const filtered =
    (
      missing: readonly OperationId[],
      listed: Partial<Record<OperationId, ProbeReply>> = { [named]: stamp('no team') },
    ) =>
    ({ operation, method, path, credential }: Probe): ProbeReply | undefined => {
      const isThere = operation !== null && !missing.includes(operation as OperationId)
      if (!isThere) return stamp(`Cannot ${method} ${path}`)
      return credential === 'none' ? 401 : listed[operation as OperationId]
    }
  const scene: Scene = { catalogue: own }

  test('an operation is missing where it always answers like unknown paths, and missing resources do not', () => {
    expect(reach(gone, filtered([gone]), own, scene)).toBe('violation not-there')
    expect(reach(gone, filtered([]), own, scene)).toBe('pass unlike-unknown-routes')
    const several = [gone, 'PUT /api/team/general/update', 'POST /api/team/subcategory/create'] as const
    for (const one of several) expect(reach(one, filtered(several), own, scene)).toBe('violation not-there')
  })

  test('under the safe policy only reads are asked so, and those of other products speak beside few', () => {
    const reads = ['GET /api/account/types/get', 'GET /api/pages/general/stats'] as const
    const missing: readonly string[] = reads
    const answers = ({ operation, credential }: Probe): ProbeReply | undefined => {
      if (operation === null || missing.includes(operation)) return '404 -'
      return credential === 'none' ? 401 : operation === named ? stamp('no team') : undefined
    }
    const all = catalogue.map(({ id }) => id as OperationId)
    const safe: Scene = { catalogue: all, facts: { policy: 'safe' } }
    for (const one of reads) expect(reach(one, answers, all, safe), one).toBe('violation not-there')
  })

  test('but where a product is open, a read may be open too and have nothing to show', () => {
    const all = catalogue.map(({ id }) => id as OperationId)
    const safe: Scene = { catalogue: all, facts: { policy: 'safe' } }
    const one = 'GET /api/video/category/get'
    const opened =
      (isOpen: (path: string) => boolean) =>
      ({ operation, credential, path }: Probe): ProbeReply | undefined => {
        if (operation === null || /^.api.video.*get$/.test(path)) return '404 -'
        if (operation === named) return credential === 'none' ? 401 : stamp('no team')
        return credential === 'none' ? (isOpen(path) ? 200 : 401) : undefined
      }
    const isRead = (path: string) => /^.api.video.(?!details).*all$/.test(path)
    expect(reach(one, opened(isRead), all, safe)).toBe('inconclusive like-unknown-routes')
    expect(
      reach(
        one,
        opened(() => false),
        all,
        safe,
      ),
    ).toBe('violation not-there')
  })

  test('one 404 for resources and routes leaves it open', () => {
    const generic = ({ operation, credential, ...rest }: Probe) =>
      operation === null || operation === gone || (operation === named && credential !== 'none')
        ? stamp('no')
        : filtered([])({ operation, credential, ...rest })
    expect(reach(gone, generic, own, scene)).toBe('inconclusive unknown-to-the-key')
    expect(reach(gone, filtered([gone], {}), own, scene)).toBe('inconclusive unknown-to-the-key')
  })

  test('the words of a 404 tell nothing where they hold no path, or where missing resources repeat theirs too', () => {
    const worded =
      (route: (path: string) => string, resource: (path: string) => string) =>
      ({ operation, path, credential }: Probe): ProbeReply | undefined => {
        if (operation === null || operation === gone) return stamp(route(path))
        return credential === 'none' ? 401 : operation === named ? stamp(resource(path)) : undefined
      }
    const generic = worded(
      () => 'Not Found',
      () => 'no team',
    )
    expect(reach(gone, generic, own, scene)).toBe('inconclusive unknown-to-the-key')
    const repeated = worded(
      (path) => `Not Found: ${path}`,
      (path) => `no team: ${path}`,
    )
    expect(reach(gone, repeated, own, scene)).toBe('inconclusive unknown-to-the-key')
    const escaped = (probe: Probe): ProbeReply | undefined => {
      const path = probe.path.replaceAll('/', '\\/')
      const written: Attempt = {
        status: 404,
        text: `{"code":"not_found","message":"No ${path}"}`,
        type: 'application/json',
      }
      return probe.operation === null || probe.operation === gone ? written : generic(probe)
    }
    expect(reach(gone, escaped, own, scene)).toBe('violation not-there')
  })

  test('it tells nothing where the key is asked for first, or an existing operation is hidden without a key', () => {
    const keyFirst = (probe: Probe) => (probe.credential === 'none' ? 401 : filtered([gone])(probe))
    expect(reach(gone, keyFirst, own, scene)).toBe('inconclusive unknown-to-the-key')
    const hidden = (probe: Probe) =>
      probe.operation === 'GET /api/team/general/all' && probe.credential === 'none'
        ? stamp(`Cannot GET ${probe.path}`)
        : filtered([gone])(probe)
    expect(reach(gone, hidden, own, scene)).toBe('inconclusive unknown-to-the-key')
  })

  test('nor where a part of the deployment answers 401 without a key, to listed and unlisted paths alike', () => {
    const events = catalogue.filter(({ product, path }) => product === 'Events' && !path.includes('{'))
    const apart = (probe: Probe): ProbeReply | undefined => {
      if (probe.path.startsWith('/api/events'))
        return probe.credential === 'none' ? 401 : { status: 404, json: { code: 'not_found' } }
      return probe.operation === null ? { status: 404, json: { message: 'no route' } } : filtered([])(probe)
    }
    const both = [...own, ...events.map(({ id }) => id as OperationId)]
    expect(events.length).toBeGreaterThan(3)
    for (const { id } of events)
      expect(reach(id as OperationId, apart, both, { catalogue: both }), id).toMatch(/^inconclusive/)
  })

  test('nor of session operations, which may be open', () => {
    const accounts = catalogue.filter(({ product }) => product === 'Accounts').map(({ id }) => id as OperationId)
    const session = 'GET /api/account/general/session'
    const known = 'GET /api/account/general/get/{accountId}'
    const answers = filtered([session], { [known]: stamp('no account') })
    expect(reach(session, answers, accounts, { catalogue: accounts })).toBe('inconclusive like-unknown-routes')
  })
})

describe('O1: what a gateway in front answers', () => {
  const page: Attempt = { status: 404, text: '<h1>404 Not Found</h1>', type: 'text/html' }
  const own = catalogue.filter(({ prefix }) => prefix === '/api/payment').map(({ id }) => id as OperationId)
  const camelCased = own.filter((id) => id.includes('/subscriptionPlan/'))
  const lookUp = 'GET /api/payment/subscriptionPlan/get'
  const resource: Attempt = { status: 404, json: { code: 'not_found', message: 'no such resource' } }

  test('to paths outside every prefix counts like an answer of the service', () => {
    const reads = ['GET /api/team/general/all', 'GET /api/team/category/all'] as const
    const answers = ({ operation, group, credential }: Probe): ProbeReply | undefined => {
      if (group === 'GET outside' || operation === reads[0]) return page
      return operation === null ? 404 : credential === 'none' ? 401 : undefined
    }
    expect(reach(reads[0], answers, reads)).toBe('violation not-there')
    expect(reach(reads[1], answers, reads)).toBe('pass unlike-unknown-routes')
  })

  test('to a folder whose spelling it does not let through shows that its operations are missing', () => {
    const answers = ({ operation, path, credential }: Probe): ProbeReply | undefined => {
      if (path.startsWith('/api/payment/subscriptionPlan/')) return page
      return operation === null ? 404 : credential === 'none' ? 401 : resource
    }
    for (const id of camelCased) expect(reach(id, answers, own, { catalogue: own }), id).toBe('violation not-there')
    const lower = 'GET /api/payment/invoice/get'
    expect(reach(lower, answers, own, { catalogue: own })).toBe('pass unlike-unknown-routes')
  })

  test('is still told apart where one path parameter takes every path of another prefix', () => {
    const update = 'PUT /api/events/general/update'
    const link = 'GET /api/pay/s/{shortId}'
    const some: readonly OperationId[] = [update, link, 'DELETE /api/ads/attribution/delete/{attributionId}']
    const answering =
      (gone: Attempt) =>
      ({ operation, path, credential, value }: Probe): ProbeReply | undefined => {
        if (operation === link && value === 'known')
          return { status: 302, headers: [['Location', 'https://pay.example/1']] }
        if (path.startsWith('/api/pay/')) return resource
        if (credential === 'none') return 401
        return operation === null || operation === update ? gone : resource
      }
    expect(reach(update, answering(page), some, { catalogue: some })).toBe('violation not-there')
    expect(reach(update, answering(resource), some, { catalogue: some })).toBe('inconclusive like-unknown-routes')
  })

  test('to the listed path alone cannot be told from the own answer of the operation', () => {
    const answers = ({ operation, credential }: Probe): ProbeReply | undefined =>
      operation === lookUp ? page : operation === null ? 404 : credential === 'none' ? 401 : undefined
    expect(reach(lookUp, answers, own, { catalogue: own })).toBe('inconclusive gone-whatever-asked')
  })
})
