import { describe, expect, test } from 'vitest'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import { allKnown, choice, embed, exchangesFor, listing } from '../trust/fabricated/contracts.ts'
import type { Credential } from './credentials.ts'
import { describeProbe, graverPurpose, identified, likeId, type Particulars, probe } from './probe.ts'
import { curlLine } from './reproduce.ts'

const asked = (id: string, asking: Particulars = {}) => {
  const [operation] = catalogue.filter((candidate) => candidate.id === id)
  if (operation === undefined) throw new Error(id)
  return probe(operation, asking)
}

describe('a probe', () => {
  test('in words', () => {
    expect(describeProbe(asked(listing))).toBe('GET /api/video/details/all, key none')
    const query = { base: 'vouched', set: [['search', 'x'.repeat(30)]] } as const
    expect(describeProbe(asked(listing, { query, nth: 2 }))).toBe(
      `GET /api/video/details/all, key none, query vouched&search=${'x'.repeat(20)}, again 2`,
    )
    const body = { base: 'choice-full', change: { path: 'choiceData', to: 'null' }, contentType: 'text/plain' } as const
    expect(describeProbe(asked(choice, { body, value: 'odd-null' }))).toBe(
      'POST /api/ads/placement/choice/{placementId}, key none, id odd-null, body choice-full with choiceData null as text/plain',
    )
  })

  test('has one id for one request, whatever for', () => {
    const one = asked(choice)
    expect(identified({ ...one, group: 'other', purpose: 'odd' }).id).toBe(one.id)
    const others = [
      asked(choice, { nth: 1 }),
      asked(choice, { value: 'made-up-1' }),
      asked(choice, { credential: 'eligible' }),
      asked(choice, { body: { base: 'none' } }),
      asked(choice, { query: { base: 'vouched', set: [] } }),
      asked(embed),
    ]
    expect(new Set([one, ...others].map(({ id }) => id)).size).toBe(7)
    expect(one.id).toMatch(/^[0-9a-f]{12}$/)
  })

  test('names the same request with something else about it', () => {
    const broken = asked(embed, {
      credential: 'eligible',
      body: { base: 'embed-few', change: { path: 'name', to: 'number' } },
    })
    expect(likeId(broken, { body: { base: 'embed-few' } })).toBe(
      asked(embed, { credential: 'eligible', body: { base: 'embed-few' } }).id,
    )
    expect(likeId(broken, {})).toBe(broken.id)
  })

  test('that several ask for has the gravest of their purposes', () => {
    expect(graverPurpose('plain', 'broken')).toBe('broken')
    expect(graverPurpose('odd', 'control')).toBe('odd')
    expect(graverPurpose('valid', 'valid')).toBe('valid')
  })
})

describe('a curl line', () => {
  const line = (
    credential: Credential,
    changes: { headers?: readonly (readonly [string, string])[]; target?: string; body?: string | null } = {},
  ) => {
    const own = asked(listing, { credential })
    const [exchange] = exchangesFor(own, 200)
    if (exchange === undefined) throw new Error('no exchange')
    return curlLine({ ...exchange, request: { ...exchange.request, ...changes } }, own, allKnown.baseUrl)
  }
  const start = `curl -sS -i --path-as-is -X GET 'https://api.example.com/api/video/details/all'`
  test.for([
    ['none', start],
    ['eligible', `${start} -H "X-Service-API-Key: $API_KEY"`],
    ['ineligible-origin', `${start} -H "X-Service-API-Key: $API_KEY"`],
    ['restricted-account', `${start} -H "X-Service-API-Key: $RESTRICTED_ACCOUNT_KEY"`],
    ['restricted-product', `${start} -H "X-Service-API-Key: $RESTRICTED_PRODUCT_KEY"`],
    ['restricted-permission', `${start} -H "X-Service-API-Key: $RESTRICTED_PERMISSION_KEY"`],
    ['invalid:random', `${start} -H "X-Service-API-Key: no-such-key-7c1e94d2"`],
    ['invalid:appended', `${start} -H "X-Service-API-Key: $API_KEY""x"`],
    ['invalid:last-left-out', `${start} -H "X-Service-API-Key: $(printf %s "$API_KEY" | sed 's/.$//')"`],
    ['invalid:empty', `${start} -H 'X-Service-API-Key;'`],
    ['invalid:blanks', `${start} -H 'X-Service-API-Key;'`],
  ] as const)('with %s', ([credential, expected]) => {
    expect(line(credential)).toBe(expected)
  })

  test('quotes, leaves out what curl makes itself, and shortens long bodies', () => {
    const headers = [
      ['Accept', "a'b"],
      ['Host', 'x'],
      ['Content-Length', '3'],
      ['Connection', 'close'],
      ['User-Agent', 'u'],
      ['Accept-Encoding', 'gzip'],
      ['Transfer-Encoding', 'chunked'],
      ['Authorization', 'Bearer [redacted]'],
    ] as const
    expect(line('elsewhere:authorization', { headers, body: "it's" })).toBe(
      `${start} -H 'Accept: a'\\''b' -H "Authorization: Bearer $API_KEY" --data-raw 'it'\\''s'`,
    )
    expect(line('elsewhere:authorization-basic', { headers: [['Authorization', 'Basic [redacted]']] })).toBe(
      `${start} -u "$API_KEY:"`,
    )
    expect(line('elsewhere:query', { headers: [], target: '/a?key=[redacted]' })).toBe(
      'curl -sS -i --path-as-is -X GET "https://api.example.com/a?key=$API_KEY"',
    )
    expect(line('none', { body: 'x'.repeat(20_000) })).toContain(`'${'x'.repeat(20_000)}'`)
    expect(line('none', { body: 'x'.repeat(20_001) })).toBe(`${start} --data-raw '${'x'.repeat(200)}…'`)
  })
})
