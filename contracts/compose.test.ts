import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import { keyHeader } from '../fixtures/errors.ts'
import type { Known } from '../fixtures/target.ts'
import { allKnown, choice, embed, listing } from '../trust/fabricated/contracts.ts'
import { compose, inTheFormOf, invalidKey, knownIdFor, secretFor, seedOf, wordOf } from './compose.ts'
import { type Asking, type Credential, invalidForms, probe } from './probe.ts'

const asked = (id: string, asking: Partial<Omit<Asking, 'operation' | 'method' | 'path'>> = {}) => {
  const [operation] = catalogue.filter((candidate) => candidate.id === id)
  if (operation === undefined) throw new Error(id)
  return probe(operation, asking)
}
const made = (
  id: string,
  asking: Partial<Omit<Asking, 'operation' | 'method' | 'path'>> = {},
  known: Partial<Known> = {},
) => compose(asked(id, asking), { ...allKnown, ...known }, 7)
const key = allKnown.keys.eligible ?? ''
const secrets = Object.values(allKnown.keys).filter((secret) => secret !== null)

describe('a request of a probe', () => {
  test('method, base path, headers, body', () => {
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
    ['elsewhere:authorization-basic', [['Authorization', `Basic ${btoa(`${key}:`)}`]]],
  ] as const)('%s stands in its place', ([credential, headers]) => {
    expect(lines(credential)).toEqual(headers)
    for (const secret of secrets) expect(made(listing, { credential }).target).not.toContain(secret)
  })

  test('elsewhere the key stands in no header that counts', () => {
    const headers = lines('elsewhere:other-header')
    expect(headers).toContainEqual(['X-API-Key', key])
    expect(headers.every(([name, value]) => name.toLowerCase() !== keyHeader.toLowerCase() && value === key)).toBe(true)
    expect(lines('elsewhere:query')).toEqual([])
    const { target } = made(listing, { credential: 'elsewhere:query' })
    const query = new URLSearchParams(target.split('?')[1])
    expect([...query.keys()]).toContain(keyHeader)
    expect([...query.keys()]).toContain('api_key')
    expect([...query.values()].every((value) => value === key)).toBe(true)
    expect(made(listing, { credential: 'elsewhere:other-header' }).target).not.toContain(key)
  })

  test('what the settings cannot give is not composed', () => {
    const none = { keys: { ...allKnown.keys, eligible: null, restrictedAccount: null }, restrictedOrigin: null }
    for (const credential of [
      'eligible',
      'restricted-account',
      'ineligible-origin',
      'elsewhere:query',
      'invalid:appended',
    ] as const) {
      expect(secretFor(credential, { ...allKnown, ...none }, 7), credential).toBe(undefined)
      expect(() => made(listing, { credential }, none)).toThrow(`no credential for ${credential}`)
    }
    expect(secretFor('ineligible-origin', { ...allKnown, restrictedOrigin: null }, 7)).toBe(undefined)
    expect(secretFor('none', allKnown, 7)).toBe(null)
  })

  test('askings of the same again share their body, others never', () => {
    const body = (nth: number, base: 'embed-full' | 'embed-other') => made(embed, { nth, body: { base } }).body
    expect(body(1, 'embed-full')).toBe(body(0, 'embed-full'))
    expect(JSON.parse(body(0, 'embed-full') ?? '').idempotencyKey).not.toBe(
      JSON.parse(body(0, 'embed-other') ?? '').idempotencyKey,
    )
    expect(
      JSON.parse(compose(asked(embed, { body: { base: 'embed-full' } }), allKnown, 8).body ?? '').title,
    ).toBeTypeOf('string')
  })
})

describe('an invalid key', () => {
  const visibleKey = fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 1,
    maxLength: 60,
  })
  test('is never the key, even trimmed, and in the middle changed by more than its case', () => {
    fc.assert(
      fc.property(visibleKey, fc.nat(), (own, seed) => {
        for (const form of invalidForms) expect(invalidKey(form, own, seed)?.trim()).not.toBe(own.trim())
        const changed = invalidKey('middle-changed', own, seed) ?? ''
        expect(changed).toHaveLength(own.length)
        expect(changed.toLowerCase()).not.toBe(own.toLowerCase())
        expect([...changed].filter((mark, at) => mark !== own[at])).toHaveLength(1)
        expect(changed[Math.floor(own.length / 2)]).not.toBe(own[Math.floor(own.length / 2)])
      }),
    )
  })

  test('without letters there is no other letter case', () => {
    expect(invalidKey('case-changed', '1234-5678', 7)).toBe(null)
    expect(invalidKey('case-changed', 'aB', 7)).toBe('Ab')
  })

  test('in all its forms', () => {
    expect(invalidKey('random', key, 7)).toMatch(/^[0-9a-z]{40}$/)
    expect(invalidKey('random', key, 7)).not.toBe(invalidKey('random', key, 8))
    expect(invalidKey('long', key, 7)).toHaveLength(1024)
    expect(invalidKey('very-long', key, 7)).toHaveLength(6000)
    expect(invalidKey('middle-changed', 'abzba', 7)).toBe('ab7ba')
    for (const form of ['middle-changed', 'last-left-out', 'appended', 'case-changed'] as const)
      expect(invalidKey(form, null, 7)).toBe(null)
    for (const form of ['random', 'empty', 'blanks', 'long', 'very-long'] as const)
      expect(invalidKey(form, null, 7)).not.toBe(null)
  })
})

describe('identifiers', () => {
  test('in the form of a known one, and never equal to it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), (value, seed) => {
        const other = inTheFormOf(value, 'made-up-1', seed)
        expect(other).not.toBe(value)
        expect(inTheFormOf(value, 'made-up-1', seed)).toBe(other)
        const form = (text: string) => text.replace(/[0-9]/g, '0').replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A')
        expect(form(other).startsWith(form(value))).toBe(true)
      }),
    )
    expect(inTheFormOf('0f8fad5b-d9cb', 1)).toMatch(/^[0-9][a-f][0-9][a-f]{3}[0-9][a-f]-[a-f][0-9][a-f]{2}$/)
    expect(inTheFormOf('7', 'made-up-1')).toMatch(/^[0-9]{9}$/)
    expect(inTheFormOf('a-42', 'made-up-1')).toMatch(/^[a-f]-[0-9]{2}[a-f][0-9]{2}[a-f][0-9]{2}$/)
    expect(new Set(['made-up-1', 'made-up-2', 'made-up-3'].map((value) => inTheFormOf('plc-77aa', value))).size).toBe(3)
  })

  test.for([
    ['/api/pay/{shortId}', 'Sh0rt'],
    ['/api/pay/s/{shortId}', 'Sub5cr'],
    ['/api/x/{placementId}', 'plc-77aa'],
    ['/api/x/{accountId}', 'acc-1'],
    ['/api/x/{attributionId}', 'att-1'],
    ['/api/x/{paymentLinkId}', 'lnk-1'],
    ['/api/x/{otherId}', null],
    ['/api/x', null],
  ] as const)('of %s: %s', ([path, id]) => {
    expect(knownIdFor(path, allKnown.ids)).toBe(id)
  })

  test('where none is known, a word that nobody knows stands for it', () => {
    const ids = { ...allKnown.ids, placementId: null }
    expect(made(choice, {}, { ids }).target).toMatch(/\/[0-9a-z]{12}$/)
    expect(made(choice, { value: 'made-up-1' }, { ids }).target).not.toBe(
      made(choice, { value: 'made-up-2' }, { ids }).target,
    )
  })

  test('words and numbers are made from texts, and from all of them', () => {
    expect([wordOf(5, 'a', 1), seedOf('a', 1)]).toEqual([wordOf(5, 'a', 1), seedOf('a', 1)])
    expect(wordOf(20, 'a', 1)).not.toBe(wordOf(20, 'a1'))
    expect(seedOf('a', 1)).not.toBe(seedOf('a', 2))
    expect(wordOf(20, 'a')).toMatch(/^[0-9a-z]{20}$/)
  })
})
