import { describe, expect, test } from 'vitest'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import { allKnown, factsFor, listing } from '../trust/fabricated/contracts.ts'
import { exchangesFor } from '../trust/fabricated/exchanges.ts'
import type { Credential } from './credentials.ts'
import { type Particulars, probe } from './probe.ts'
import { curlLine } from './reproduce.ts'

const facts = factsFor(allKnown)

const asked = (id: string, particulars: Particulars = {}) => {
  const [operation] = catalogue.filter((candidate) => candidate.id === id)
  if (operation === undefined) throw new Error(id)
  return probe(operation, particulars)
}

describe('a curl line', () => {
  const line = (
    credential: Credential,
    changes: { headers?: readonly (readonly [string, string])[]; target?: string; body?: string | null } = {},
  ) => {
    const own = asked(listing, { credential })
    const [exchange] = exchangesFor(own, 200)
    if (exchange === undefined) throw new Error('no exchange')
    return curlLine({ ...exchange, request: { ...exchange.request, ...changes } }, own, facts)
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
    [
      'invalid:well-formed',
      `${start} -H "X-Service-API-Key: $(printf %s "$API_KEY" | sed -E 's/^(([A-Za-z]+[_-])*).*/\\1/')no-such-key-7c1e94d2"`,
    ],
    ['invalid:appended', `${start} -H "X-Service-API-Key: $API_KEY""x"`],
    ['invalid:last-left-out', `${start} -H "X-Service-API-Key: $(printf %s "$API_KEY" | sed 's/.$//')"`],
    ['invalid:empty', `${start} -H 'X-Service-API-Key;'`],
    ['invalid:blanks', `${start} -H 'X-Service-API-Key;'`],
  ] as const)('with %s', ([credential, expected]) => {
    expect(line(credential)).toBe(expected)
  })

  test('names EXTRA_HEADERS for the value of an added header, never the key', () => {
    const headers = [['X-Edge', '[redacted]']] as const
    for (const credential of ['eligible', 'none'] as const)
      expect(line(credential, { headers })).toBe(`${start} -H "X-Edge: (as in EXTRA_HEADERS)"`)
  })

  test('decodes an answer that came encoded', () => {
    const own = asked(listing, { credential: 'none' })
    const [exchange] = exchangesFor(own, 200)
    if (exchange?.response === undefined || exchange.response === null) throw new Error('no answer')
    const response = { ...exchange.response, headers: [['content-encoding', 'gzip']] as const }
    expect(curlLine({ ...exchange, response }, own, facts)).toBe(start.replace('is -X', 'is --compressed -X'))
  })

  test.for(['silence', 'slow'] as const)('waits as long as silence is asked about, and no longer: %s', (kind) => {
    const own = asked(listing, { credential: 'none' })
    const [exchange] = exchangesFor(own, 200)
    if (exchange === undefined) throw new Error('no exchange')
    const failure = { kind, message: 'nothing within 10 s', reusedConnection: false, began: kind === 'slow' }
    expect(curlLine({ ...exchange, response: null, failure, endMs: 10_003 }, own, facts)).toBe(
      start.replace('is -X', 'is --max-time 60 -X'),
    )
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
    expect(line('elsewhere:authorization-password', { headers: [['Authorization', 'Basic [redacted]']] })).toBe(
      `${start} -u "api:$API_KEY"`,
    )
    expect(line('elsewhere:query', { headers: [], target: '/a?key=[redacted]' })).toBe(
      'curl -sS -i --path-as-is -X GET "https://api.example.com/a?key=$API_KEY"',
    )
    expect(line('none', { body: 'x'.repeat(20_000) })).toContain(`'${'x'.repeat(20_000)}'`)
    expect(line('none', { body: 'x'.repeat(20_001) })).toBe(`${start} --data-raw '${'x'.repeat(200)}…'`)
  })
})
