import { describe, expect, test } from 'vitest'
import { catalogue, operationOf } from '../fixtures/catalog/catalog.ts'
import { keyHeader } from '../fixtures/errors.ts'
import type { Known } from '../fixtures/target.ts'
import { allKnown, choice, embed, listing } from '../trust/fabricated/contracts.ts'
import { compose } from './compose.ts'
import type { Credential } from './credentials.ts'
import { describeProbe } from './describe-probe.ts'
import type { PathValue } from './identifiers.ts'
import { type Particulars, probe, repetitions } from './probe.ts'

const asked = (id: string, asking: Particulars = {}) => {
  const [operation] = catalogue.filter((candidate) => candidate.id === id)
  if (operation === undefined) throw new Error(id)
  return probe(operation, asking)
}
const made = (id: string, asking: Particulars = {}, known: Partial<Known> = {}) =>
  compose(asked(id, asking), { ...allKnown, ...known }, 7)
const key = allKnown.keys.eligible ?? ''
const secrets = Object.values(allKnown.keys).filter((secret) => secret !== null)

describe('a request of a probe', () => {
  test('has its method, base path, headers and body', () => {
    expect(made(listing)).toEqual({
      method: 'GET',
      target: '/base/api/video/details/all',
      headers: [
        ['Accept', 'application/json'],
        ['X-Edge', 'edge-4716-secret'],
      ],
      body: null,
    })
    expect(made('POST /api/team/general/create')).toMatchObject({ method: 'POST', body: '{}' })
    expect(made('POST /api/team/general/create').headers).toContainEqual(['Content-Type', 'application/json'])
    expect(made(embed, { body: { base: 'empty-object', contentType: 'text/plain' } }).headers).toContainEqual([
      'Content-Type',
      'text/plain',
    ])
    expect(made(listing, {}, { baseUrl: 'https://api.example.com' }).target).toBe('/api/video/details/all')
  })

  test.for([
    ['known', 'plc/7 7?#%', '/base/api/ads/placement/choice/plc%2F7%207%3F%23%25'],
    ['odd-path', 'plc', '/base/api/ads/placement/choice/..%2F..%2Fetc'],
    ['odd-markup', 'plc', `/base/api/ads/placement/choice/%3Cb%3E%22'%26%2500`],
    ['odd-blank', 'plc', '/base/api/ads/placement/choice/%20'],
    ['odd-null', 'plc', '/base/api/ads/placement/choice/null'],
    ['odd-negative', 'plc', '/base/api/ads/placement/choice/-1'],
  ] as const)('the identifier %s is percent-encoded', ([value, placementId, target]) => {
    expect(made(choice, { value }, { ids: { ...allKnown.ids, placementId } }).target).toBe(target)
  })

  test('a byte of the query that is no UTF-8 is percent-encoded, and told as half a character', () => {
    const query = { base: 'none', set: [['channel', 'ü🎉\udcf0\udc9f']] } as const
    expect(made(listing, { query }).target).toBe('/base/api/video/details/all?channel=%C3%BC%F0%9F%8E%89%F0%9F')
    expect(describeProbe(asked(listing, { query }))).toBe(
      'GET /api/video/details/all?channel=ü🎉\ufffd\ufffd, without a key',
    )
  })

  test('every parameter of a path that an extension adds is filled, and a known identifier stands where it is named', () => {
    const path = '/api/crm/{contact-id}/of/{accountId}'
    const added = operationOf({ method: 'GET', path, operation: 'get' }, { product: 'CRM', prefixes: [] }, true)
    const targetOf = (value: PathValue) => compose(probe(added, { value }), allKnown, 7).target
    expect(targetOf('known')).toMatch(new RegExp(`^/base/api/crm/\\w+/of/${allKnown.ids.accountId}$`))
    for (const value of ['made-up-1', 'odd-null'] as const) {
      expect(targetOf(value)).toMatch(/^\/base\/api\/crm\/\w+\/of\/\w+$/)
      expect(targetOf(value)).not.toContain(allKnown.ids.accountId)
    }
    expect(targetOf('odd-null')).toContain('/crm/null/of/')
  })

  test('a query is percent-encoded, after the vouched one', () => {
    const query = { base: 'vouched', set: [['search', 'a&b=c ü']] } as const
    const known = { vouched: { ...allKnown.vouched, detailsQuery: 'limit=3' } }
    expect(made(listing, { query }, known).target).toBe('/base/api/video/details/all?limit=3&search=a%26b%3Dc%20%C3%BC')
    expect(made(listing, { query: { base: 'vouched', set: [] } }).target).toBe('/base/api/video/details/all')
    expect(made(listing, { query: { base: 'none', set: [['a b', '']] } }, known).target).toBe(
      '/base/api/video/details/all?a%20b=',
    )
  })

  const lines = (credential: Credential) => made(listing, { credential }).headers.slice(2)
  test.for([
    ['none', []],
    ['eligible', [[keyHeader, key]]],
    ['restricted-account', [[keyHeader, 'account-4713-Key']]],
    ['restricted-product', [[keyHeader, 'product-4714-Key']]],
    ['restricted-permission', [[keyHeader, 'permission-4715-Key']]],
    [
      'ineligible-origin',
      [
        [keyHeader, key],
        ['Origin', 'https://elsewhere.example.com'],
      ],
    ],
    ['invalid:empty', [[keyHeader, '']]],
    ['invalid:blanks', [[keyHeader, '   ']]],
    ['invalid:last-left-out', [[keyHeader, key.slice(0, -1)]]],
    ['invalid:appended', [[keyHeader, `${key}x`]]],
    ['invalid:case-changed', [[keyHeader, 'ELIGIBLE-4711-kEY']]],
    ['elsewhere:authorization', [['Authorization', `Bearer ${key}`]]],
    ['elsewhere:authorization-alone', [['Authorization', key]]],
    ['elsewhere:authorization-api-key', [['Authorization', `ApiKey ${key}`]]],
    ['elsewhere:authorization-token', [['Authorization', `Token ${key}`]]],
    ['elsewhere:authorization-basic', [['Authorization', `Basic ${btoa(`${key}:`)}`]]],
    ['elsewhere:authorization-password', [['Authorization', `Basic ${btoa(`api:${key}`)}`]]],
  ] as const)('the credential %s stands in its headers alone', ([credential, headers]) => {
    expect(lines(credential)).toEqual(headers)
    for (const secret of secrets) expect(made(listing, { credential }).target).not.toContain(secret)
  })

  test('a key elsewhere never stands in the key header', () => {
    const headers = lines('elsewhere:other-header')
    expect(headers).toContainEqual(['X-API-Key', key])
    expect(headers.every(([name, value]) => name.toLowerCase() !== keyHeader.toLowerCase() && value === key)).toBe(true)
    expect(lines('elsewhere:query')).toEqual([])
    const { target } = made(listing, { credential: 'elsewhere:query' })
    const query = new URLSearchParams(target.split('?')[1])
    for (const name of [keyHeader, 'api_key', 'api_token', 'auth_token']) expect([...query.keys()]).toContain(name)
    expect([...query.values()].every((value) => value === key)).toBe(true)
    expect(made(listing, { credential: 'elsewhere:other-header' }).target).not.toContain(key)
  })

  test('a credential that the settings lack is not composed', () => {
    const none = { keys: { ...allKnown.keys, eligible: null, restrictedAccount: null }, restrictedOrigin: null }
    for (const credential of [
      'eligible',
      'restricted-account',
      'ineligible-origin',
      'elsewhere:query',
      'invalid:appended',
    ] as const) {
      expect(() => made(listing, { credential }, none)).toThrow(`no credential for ${credential}`)
    }
  })

  test('without a key only the repetition for a kept creation has the same body as the eligible key', () => {
    const body = (credential: Credential, nth: number) =>
      made(embed, { credential, nth, body: { base: 'embed-full' } }).body
    expect(body('none', repetitions.kept)).toBe(body('eligible', 0))
    expect(body('none', 0)).not.toBe(body('eligible', 0))
  })

  test('a body that was changed since has the idempotencyKey of the first', () => {
    const body = { base: 'embed-full', change: { path: 'title', to: 'string' } } as const
    const changed = made(embed, { credential: 'eligible', nth: repetitions.changedSince, body }).body ?? ''
    const first = made(embed, { credential: 'eligible', body: { base: 'embed-full' } }).body ?? ''
    expect(JSON.parse(changed)).toEqual({ ...JSON.parse(first), title: 'a word' })
  })

  test('repetitions of a probe share its body, other probes never do', () => {
    const body = (nth: number, base: 'embed-full' | 'embed-other') => made(embed, { nth, body: { base } }).body
    expect(body(1, 'embed-full')).toBe(body(0, 'embed-full'))
    expect(JSON.parse(body(0, 'embed-full') ?? '').idempotencyKey).not.toBe(
      JSON.parse(body(0, 'embed-other') ?? '').idempotencyKey,
    )
    expect(
      JSON.parse(compose(asked(embed, { body: { base: 'embed-full' } }), allKnown, 8).body ?? '').title,
    ).toBeTypeOf('string')
  })

  test('a made-up word stands for an identifier that is not known', () => {
    const ids = { ...allKnown.ids, placementId: null }
    expect(made(choice, {}, { ids }).target).toMatch(/\/[0-9a-z]{12}$/)
    expect(made(choice, { value: 'made-up-1' }, { ids }).target).not.toBe(
      made(choice, { value: 'made-up-2' }, { ids }).target,
    )
  })
})
