import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Known } from '../fixtures/target.ts'
import { allKnown } from '../trust/fabricated/contracts.ts'
import { type Credential, credentials, credentialsOf, derivedSecrets, lackOf, secretFor } from './credentials.ts'

const withKey = (eligible: string | null): Known => ({ ...allKnown, keys: { ...allKnown.keys, eligible } })
const secret = (credential: Credential, key: string | null = allKnown.keys.eligible, seed = 7) =>
  secretFor(credential, withKey(key), seed)
const invalid = credentialsOf('invalid')

describe('an invalid key', () => {
  const visibleKey = fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 1,
    maxLength: 60,
  })
  test('is never the key, even trimmed, and a changed middle differs by more than its case', () => {
    fc.assert(
      fc.property(visibleKey, fc.nat(), (own, seed) => {
        for (const credential of invalid) expect(secret(credential, own, seed)?.trim()).not.toBe(own.trim())
        const changed = secret('invalid:middle-changed', own, seed) ?? ''
        expect(changed).toHaveLength(own.length)
        expect(changed.toLowerCase()).not.toBe(own.toLowerCase())
        expect([...changed].filter((mark, at) => mark !== own[at])).toHaveLength(1)
        expect(changed[Math.floor(own.length / 2)]).not.toBe(own[Math.floor(own.length / 2)])
      }),
    )
  })

  test('with another letter case cannot be made of a key without letters', () => {
    expect(secret('invalid:case-changed', '1234-5678')).toBe(undefined)
    expect(secret('invalid:case-changed', 'aB')).toBe('Ab')
    expect(lackOf('invalid:case-changed', withKey('1234-5678')).cause).toBe('no-such-variant')
  })

  test('has the form that its name says', () => {
    expect(secret('invalid:random')).toMatch(/^[0-9a-z]{40}$/)
    expect(secret('invalid:random')).not.toBe(secret('invalid:random', 'k', 8))
    expect(secret('invalid:well-formed', 'kk_live_7Tq2mZ9xLr4VbN8sWc1YdHf6')).toMatch(
      /^kk_live_\d[A-Z][a-z]\d[a-z][A-Z]\d[a-z][A-Z][a-z]\d[A-Z][a-z][A-Z]\d[a-z][A-Z][a-z]\d[A-Z][a-z][A-Z][a-z]\d$/,
    )
    expect(secret('invalid:well-formed', 'e7c1b0de-94d2-4c1f-8a35-0d1f4be2a913')).toMatch(/^\w{8}(-\w{4}){3}-\w{12}$/)
    expect(secret('invalid:well-formed', 'short-1')).toMatch(/^[0-9a-z]{40}$/)
    expect([secret('invalid:null'), secret('invalid:undefined')]).toEqual(['null', 'undefined'])
    expect(secret('invalid:long')).toHaveLength(1024)
    expect(secret('invalid:very-long')).toHaveLength(6000)
    expect(secret('invalid:middle-changed', 'abzba')).toBe('ab7ba')
    expect(secret('invalid:last-left-out', 'abc')).toBe('ab')
    expect(secret('invalid:appended', 'abc')).toBe('abcx')
    expect([secret('invalid:empty'), secret('invalid:blanks')]).toEqual(['', '   '])
  })

  test('of some forms can be made without the key, and of all others cannot', () => {
    const made = invalid.filter((credential) => secret(credential, null) !== undefined)
    expect(made).toEqual(
      [
        ...['random', 'null', 'undefined', 'percent', 'asterisk', 'pattern', 'quote', 'inherited'],
        ...['empty', 'blanks', 'long', 'very-long', 'non-ascii'],
      ].map((form) => `invalid:${form}`),
    )
  })
})

test('an invalid key that is made from the key is as secret as the key', () => {
  const derived = derivedSecrets(withKey('secret-Key-1'), 7)
  expect(derived).toEqual([
    secret('invalid:well-formed'),
    'secretAKey-1',
    'tecret-Key-1',
    'secret-Key-',
    'secret-Key-1x',
    'SECRET-kEY-1',
  ])
  expect(derivedSecrets(withKey(null), 7)).toEqual([])
})

test.for([
  ['none', 'nobody', 401, false, false],
  ['invalid:random', 'nobody', 401, false, false],
  ['invalid:appended', 'nobody', 401, false, false],
  ['elsewhere:query', 'nobody', 401, true, true],
  ['eligible', 'eligible', null, true, true],
  ['ineligible-origin', 'eligible', 403, true, true],
  ['restricted-account', 'restrictedAccount', 403, true, false],
] as const)('%s spends the limits of %s and may be refused with %s', ([credential, holder, status, keyed, own]) => {
  expect(credentials[credential]).toMatchObject({ holder, refusedWith: status, sendsKey: keyed, isOwnKey: own })
})

test('three kinds of wrong key are only watched, and two credentials are harmless', () => {
  const all = Object.keys(credentials) as Credential[]
  expect(all.filter((one) => credentials[one].isWatched)).toEqual([
    'invalid:case-changed',
    'invalid:very-long',
    'invalid:non-ascii',
  ])
  expect(all.filter((one) => credentials[one].isHarmless)).toEqual(['none', 'invalid:random'])
})

test('a credential that cannot be made says what is lacking', () => {
  const none = {
    ...allKnown,
    keys: { eligible: null, load: null, restrictedAccount: null, restrictedProduct: null, restrictedPermission: null },
  }
  const lack = (credential: Credential, known: Known) => [
    secretFor(credential, known, 7),
    lackOf(credential, known).cause,
  ]
  expect(lack('eligible', none)).toEqual([undefined, 'no-key'])
  expect(lack('elsewhere:query', none)).toEqual([undefined, 'no-key'])
  expect(lack('invalid:appended', none)).toEqual([undefined, 'no-key'])
  expect(lack('restricted-account', none)).toEqual([undefined, 'no-restricted-account'])
  expect(lack('restricted-product', none)).toEqual([undefined, 'no-restricted-product'])
  expect(lack('restricted-permission', none)).toEqual([undefined, 'no-restricted-permission'])
  expect(lack('ineligible-origin', none)).toEqual([undefined, 'no-key'])
  expect(lack('ineligible-origin', { ...allKnown, restrictedOrigin: null })).toEqual([
    undefined,
    'no-restricted-origin',
  ])
  expect(secretFor('none', none, 7)).toBe(null)
})
