import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PolicyName } from '../evidence/results.ts'
import type { BodyBase } from '../fixtures/bodies/bases.ts'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import type { Effect, Operation } from '../fixtures/catalog/operation.ts'
import { type Credential, credentials as table } from './credentials.ts'
import { barredBy } from './policy.ts'
import { identified, type RequestFacts } from './probe.ts'

const asking: RequestFacts = {
  operation: 'POST /a',
  method: 'POST',
  path: '/a',
  credential: 'eligible',
  value: 'known',
  query: { base: 'none', set: [] },
  body: { base: 'not-json' },
  nth: 0,
  purpose: 'plain',
}
const cause = (
  policy: PolicyName,
  changes: Partial<RequestFacts>,
  effect: Effect = 'write',
  allowEffects: readonly Effect[] = [],
  detail: Operation['detail'] = null,
) => barredBy({ policy, allowEffects }, { effect, detail }, identified({ ...asking, ...changes }))?.cause ?? null
const readable = { base: 'empty-object' } as const
const credentials = Object.keys(table) as Credential[]
const isKeyed = (credential: Credential) => credential !== 'none' && !credential.startsWith('invalid:')

describe('full: a grave effect is asked with the key only by a body that cannot be valid', () => {
  test.for(['delete', 'money', 'message', 'session'] as const)('%s', (effect) => {
    for (const credential of credentials) {
      expect(cause('full', { credential, body: readable }, effect), credential).toBe(
        isKeyed(credential) ? 'effect-not-allowed' : null,
      )
      expect(cause('full', { credential }, effect), credential).toBe(null)
    }
    expect(cause('full', { body: readable }, effect, [effect])).toBe(null)
    expect(cause('full', { body: readable }, effect, ['read', 'write'])).toBe('effect-not-allowed')
    expect(cause('full', { body: readable }, effect, [], 'embed-create')).toBe(null)
    expect(cause('full', { body: { base: 'not-json', change: { path: 'a', to: 'null' } } }, effect)).toBe(
      'effect-not-allowed',
    )
    expect(cause('full', { body: { base: 'none' }, method: 'DELETE' }, effect)).toBe('effect-not-allowed')
    // Nobody reads the body of a GET.
    expect(cause('full', { method: 'GET' }, effect)).toBe('effect-not-allowed')
    expect(cause('full', { method: 'GET' }, effect, [effect])).toBe(null)
    expect(cause('full', { method: 'GET', credential: 'none' }, effect)).toBe(null)
  })

  test('read and write are asked with anything, and so are routes that nobody lists', () => {
    for (const effect of ['read', 'write'] as const) expect(cause('full', { body: readable }, effect)).toBe(null)
    const unlisted = identified({ ...asking, operation: null, body: readable })
    expect(barredBy({ policy: 'full', allowEffects: [] }, null, unlisted)).toBe(null)
  })

  test('a declared clean-up is permitted, but not under the safe policy', () => {
    const undoing = { purpose: 'clean-up', body: { base: 'none', declared: { id: 'x' } } } as const
    expect(cause('full', undoing, 'delete')).toBe(null)
    expect(cause('full', { ...undoing, purpose: 'plain' }, 'delete')).toBe('effect-not-allowed')
    expect(cause('safe', undoing, 'delete')).toBe('policy-clean-up')
    expect(cause('safe', { ...undoing, method: 'GET' }, 'delete')).toBe('policy-clean-up')
  })

  test('the key may stand elsewhere', () => {
    expect(cause('full', { credential: 'elsewhere:query', body: readable })).toBe(null)
  })
})

describe('safe: an operation that writes gets no key, no readable body and no known identifier', () => {
  test.for(['write', 'delete', 'money', 'message', 'session'] as const)(
    'a GET that may do so gets no key: %s',
    (effect) => {
      for (const credential of ['eligible', 'restricted-account'] as const)
        expect(cause('safe', { method: 'GET', body: { base: 'none' }, credential }, effect, [effect])).toBe(
          'policy-keyed-effect',
        )
      expect(cause('safe', { method: 'GET', body: { base: 'none' }, credential: 'none' }, effect)).toBe(null)
      expect(cause('safe', { method: 'GET', body: { base: 'none' } }, 'read')).toBe(null)
    },
  )

  const write = { body: { base: 'not-json' }, credential: 'none' } as const
  test.for(credentials)('POST with the credential %s', (credential) => {
    const allowed = credential === 'none' || credential === 'invalid:random'
    const expected = credential.startsWith('elsewhere:')
      ? 'policy-key-elsewhere'
      : allowed
        ? null
        : 'policy-keyed-write'
    expect(cause('safe', { ...write, credential })).toBe(expected)
    const reading = credential.startsWith('elsewhere:') ? 'policy-key-elsewhere' : null
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      expect(cause('safe', { ...write, credential, method, body: { base: 'none' } }, 'read')).toBe(reading)
  })

  test.for([
    [{ body: readable }, 'policy-readable-body'],
    [{ body: { base: 'none' } }, 'policy-readable-body'],
    [{ body: { base: 'json-array' } }, 'policy-readable-body'],
    [{ path: '/a/{id}', value: 'known' }, 'policy-known-id'],
    [{ path: '/a/{id}', value: 'odd-path' }, 'policy-known-id'],
    [{ path: '/a/{id}', value: 'made-up-2' }, null],
    [{ path: '/a', value: 'known' }, null],
    [{ path: '/a/{id}', method: 'GET', body: { base: 'none' } }, null],
    [{ method: 'PUT' }, null],
    [{ method: 'DELETE', body: readable }, 'policy-readable-body'],
  ] as const)('%j: %s', ([changes, expected]) => {
    expect(cause('safe', { ...write, ...changes })).toBe(expected)
  })

  test('and this holds for everything that may be sent', () => {
    const operation = fc.constantFrom(...catalogue)
    const base = fc.constantFrom<BodyBase>(
      'none',
      'empty',
      'not-json',
      'json-null',
      'empty-object',
      'embed-full',
      'choice-vouched',
    )
    const value = fc.constantFrom('known', 'made-up-1', 'odd-null')
    fc.assert(
      fc.property(operation, fc.constantFrom(...credentials), base, value, (one, credential, from, id) => {
        const probe = identified({
          ...asking,
          operation: one.id,
          method: one.method,
          path: one.path,
          credential,
          body: { base: from },
          value: id as RequestFacts['value'],
        })
        const allowEffects = ['delete', 'money', 'message', 'session']
        fc.pre(barredBy({ policy: 'safe', allowEffects }, one, probe) === null)
        expect(credential).not.toMatch(/^elsewhere:/)
        if (one.method === 'GET') return
        expect(['none', 'invalid:random']).toContain(credential)
        expect(from).toBe('not-json')
        expect(one.path.includes('{') && id !== 'made-up-1').toBe(false)
      }),
    )
  })
})
