import { describe, expect, test } from 'vitest'
import type { OperationId } from '../../fixtures/catalog/catalog.ts'
import { listing } from '../../trust/fabricated/contracts.ts'
import type { Attempt, ProbeReply } from '../../trust/fabricated/exchanges.ts'
import { create, deployment, other, reach } from '../../trust/fabricated/reachability.ts'
import type { Probe } from '../probe.ts'

describe('O1: only answers that can tell are compared', () => {
  const page: Attempt = { status: 404, text: '<pre>Cannot find it</pre>', type: 'text/html' }
  /** First a body reader, which answers 400 to what it cannot read; then the key, 401 without one; then the router. */
  const behindReader =
    (missing: readonly OperationId[], others: Partial<Record<OperationId, ProbeReply>> = {}) =>
    ({ operation, credential, body }: Probe): ProbeReply | undefined => {
      if (body.base === 'not-json') return 400
      if (credential === 'none') return 401
      const isMissing = operation === null || missing.includes(operation as OperationId)
      return isMissing ? page : others[operation as OperationId]
    }
  const update = 'PUT /api/team/general/update'
  const twin = 'PUT /api/team/category/update'
  const updates = [update, twin, 'PUT /api/team/subcategory/update'] as const
  const teams = [create, other, 'POST /api/team/subcategory/create', ...updates] as const

  test('a body reader in front of the router hides no missing operation', () => {
    expect(reach(create, behindReader([create]), teams)).toBe('violation not-there')
    expect(reach(create, behindReader([]), teams)).toBe('pass unlike-unknown-routes')
  })

  test('where the product is gone, operations of other products show what an existing one answers', () => {
    const elsewhere = ['POST /api/marketing/contact/create', 'POST /api/marketing/segment/all'] as const
    const all: readonly OperationId[] = [...teams, ...elsewhere]
    expect(reach(create, behindReader([...teams]), all, { catalogue: all })).toBe('violation not-there')
  })

  test('a body reader behind the look at the key hides no missing operation either', () => {
    const keyFirst = ({ operation, credential, body }: Probe): ProbeReply | undefined => {
      const isThere = operation !== null && operation !== create
      if (isThere && credential === 'none') return 401
      return body.base === 'not-json' ? 400 : isThere ? undefined : page
    }
    expect(reach(create, keyFirst, teams)).toBe('violation not-there')
    expect(reach(other, keyFirst, teams)).toBe('pass unlike-unknown-routes')
    expect(reach(create, keyFirst)).toBe('inconclusive unknown-to-the-key')
  })

  test('a product that is gone as a whole shows no missing resource: other products show one', () => {
    const elsewhere = 'PUT /api/pages/general/update'
    const writes = ['POST /api/pages/leads/create', 'POST /api/pages/general/create'] as const
    const all: readonly OperationId[] = [...teams, elsewhere, 'PUT /api/pages/leads/update', ...writes]
    const gone = behindReader(teams, { [elsewhere]: 404 })
    for (const id of teams) expect(reach(id, gone, all, { catalogue: all }), id).toBe('violation not-there')
    const generic = behindReader(teams, { [elsewhere]: page })
    expect(reach(update, generic, all, { catalogue: all })).toBe('inconclusive like-unknown-routes')
  })

  test('an operation that names one resource is compared with the missing resources of others', () => {
    expect(reach(update, behindReader([update], { [twin]: 404 }), teams)).toBe('violation not-there')
    expect(reach(update, behindReader([update], { [twin]: page }), teams)).toBe('inconclusive like-unknown-routes')
  })

  test('and with those of other products, where its own shows none', () => {
    const elsewhere = 'PUT /api/pages/general/update'
    const all: readonly OperationId[] = [...teams, elsewhere]
    const scene = { catalogue: all }
    const different = behindReader([update], { [elsewhere]: 404 })
    expect(reach(update, different, all, scene)).toBe('violation not-there')
    expect(reach(update, different, all)).toBe('inconclusive needs-others')
    const generic = behindReader([update], { [elsewhere]: page })
    expect(reach(update, generic, all, scene)).toBe('inconclusive like-unknown-routes')
  })

  test('a write that is not asked with the key is not called missing where reads are hidden without a key', () => {
    const hiding = 'GET /api/team/category/all'
    const all = [create, other, 'POST /api/team/subcategory/create', hiding, 'GET /api/team/general/all'] as const
    const safe = { facts: { policy: 'safe' } } as const
    const behind =
      (hidden: readonly OperationId[]) =>
      ({ operation, credential }: Probe): ProbeReply | undefined => {
        if (operation === null) return page
        if (credential !== 'none') return undefined
        return hidden.includes(operation as OperationId) ? page : 401
      }
    expect(reach(create, behind([create]), all, safe)).toBe('violation not-there')
    expect(reach(create, behind([create, hiding]), all, safe)).toBe('inconclusive like-unknown-routes')
  })

  test('an odd identifier that is answered like an unknown route spoils no comparison', () => {
    const named = 'GET /api/ads/attribution/get/{attributionId}'
    const another = 'DELETE /api/ads/attribution/delete/{attributionId}'
    const answers = ({ operation, value }: Probe): ProbeReply | undefined => {
      if (operation === null || operation === named) return page
      return operation === another ? (value.startsWith('odd-') ? page : 404) : undefined
    }
    const checks = ['catalog.reachable', 'request.odd-input'] as const
    const others = [another, listing] as const
    const catalogue = [named, ...others] as const
    expect(reach(named, answers, others, { checks, catalogue })).toBe('violation not-there')
  })
})

describe('O1: compared with routes that nobody lists', () => {
  const missing: Attempt = { status: 404, json: { error: 'no such route' } }
  test.for([
    ['every probe like them', deployment(missing, { [create]: missing }), 'violation not-there'],
    ['410 like them', deployment(410, { [create]: 410 }), 'violation not-there'],
    ['404 not_found like them', deployment(404, { [create]: 404 }), 'inconclusive unknown-to-the-key'],
    ['401 like them', deployment(401, { [create]: 401 }), 'inconclusive unknown-to-the-key'],
    ['403 like them', deployment(403, { [create]: 403 }), 'inconclusive unknown-to-the-key'],
    ['a redirect like them', deployment(302, { [create]: 302 }), 'inconclusive unknown-to-the-key'],
    ['a success like theirs', deployment(200, { [create]: 200 }), 'inconclusive unknown-to-the-key'],
    [
      'another body',
      deployment(missing, { [create]: { status: 404, json: { error: 'no team' } } }),
      'inconclusive gone-whatever-asked',
    ],
    [
      'another body, to one question of four',
      deployment(missing, {
        [create]: ({ credential }) => (credential === 'none' ? 401 : { status: 404, json: { error: 'no team' } }),
      }),
      'pass unlike-unknown-routes',
    ],
    [
      'another body with not_found',
      deployment(missing, { [create]: { status: 404, json: { code: 'not_found', error: 'no team' } } }),
      'pass unlike-unknown-routes',
    ],
    ['another status', deployment(missing, { [create]: 401 }), 'pass unlike-unknown-routes'],
    [
      'another media type',
      deployment(missing, {
        [create]: { status: 404, json: { error: 'no such route' }, type: 'application/problem+json' },
      }),
      'inconclusive gone-whatever-asked',
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

  test('a 404 with the key counts, although unlisted routes get the same 401 without a key', () => {
    const mixed = ({ credential }: Probe) => (credential === 'eligible' ? missing : 401)
    expect(
      reach(create, ({ operation, ...probe }) =>
        operation === null || operation === create ? mixed({ operation, ...probe }) : undefined,
      ),
    ).toBe('violation not-there')
  })

  test('nothing is compared where unlisted routes did not answer some kinds of probe', () => {
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
      return probe.group?.startsWith('POST ') ? 404 : missing
    }
    expect(reach(create, answers, ['GET /api/team/general/all'])).toBe('inconclusive gone-whatever-asked')
  })
})
