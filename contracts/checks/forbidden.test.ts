import { describe, expect, test } from 'vitest'
import { choice, embed, listing, play, type Scene, verdictOn } from '../../trust/fabricated/contracts.ts'
import { type ProbeReply, refusedAndServed } from '../../trust/fabricated/exchanges.ts'
import type { Probe } from '../probe.ts'

const isRestricted = ({ credential }: Probe) => /^restricted-|^ineligible-origin$/.test(credential)

/** The restricted credentials get `reply`, the eligible key gets `eligible`. */
const restricted = (reply: ProbeReply, eligible?: ProbeReply): Scene => ({
  answers: (probe) => (isRestricted(probe) ? reply : probe.credential === 'eligible' ? eligible : undefined),
})

describe('O4a: a credential that is not eligible, on the operations shown with the key', () => {
  test.for([
    ['403 not_authorized', restricted(403), 'pass as-documented'],
    ['403 with another code', restricted('403 not_found'), 'violation wrong-code'],
    ['403 without a code', restricted('403 -'), 'violation code-missing'],
    ['403 without a code, like the eligible key', restricted('403 -', '403 -'), 'inconclusive refused-like-the-key'],
    ['403 without the code that the eligible key gets', restricted('403 -', 403), 'violation code-missing'],
    ['served', restricted(200), 'violation accepted-ineligible'],
    ['the refusal under a status of success', restricted('200 not_authorized'), 'violation not-refused-as-403'],
    ['served behind the refusal', restricted(refusedAndServed(403)), 'violation accepted-ineligible'],
    ['401', restricted(401), 'violation ineligible-as-401'],
    ['400 while the control succeeds', restricted(400), 'violation not-refused-as-403'],
    ['404 while the control succeeds', restricted(404), 'violation not-refused-as-403'],
    ['400 like the control', restricted(400, 400), 'inconclusive refused-for-the-request'],
    ['404 like the control', restricted(404, 404), 'inconclusive refused-for-the-request'],
    ['404 while the control gets 400', restricted(404, 400), 'violation not-refused-as-403'],
    ['400 and no control answered', restricted(400, 429), 'inconclusive refused-for-the-request'],
    ['another status while the control succeeds', restricted(402), 'violation not-refused-as-403'],
    ['another status than the control', restricted(402, 418), 'inconclusive refused-otherwise'],
    ['401 while the control gets another status', restricted(401, 409), 'violation ineligible-as-401'],
    ['a server error', restricted([500, 500]), 'inconclusive server-error'],
    ['silence', restricted('silence'), 'inconclusive no-answer'],
  ] as const)('%s', ([, scene, verdict]) => {
    const checks = ['auth.ineligible-account', 'auth.ineligible-permission', 'auth.ineligible-origin'] as const
    for (const check of checks) {
      expect(verdictOn(listing, check, scene), check).toBe(verdict)
      expect(verdictOn(embed, check, scene), check).toBe(verdict)
    }
  })

  test('on embed creation the control that succeeds is asked with it too, and the answer that tells decides', () => {
    const answers = ({ credential, body }: Probe) => {
      if (credential === 'eligible' && body.base === 'embed-full') return 400
      if (credential !== 'restricted-account') return undefined
      return body.base === 'embed-full' ? 400 : 200
    }
    expect(verdictOn(embed, 'auth.ineligible-account', { answers })).toBe('violation accepted-ineligible')
  })

  test.for([
    [400, 400, 'inconclusive refused-for-the-request'],
    [402, 402, 'inconclusive refused-otherwise'],
    [402, 400, 'violation not-refused-as-403'],
    [400, 200, 'violation not-refused-as-403'],
  ] as const)('%i to a creation, where a second one with the eligible key gets %i', ([reply, again, verdict]) => {
    const answers = (probe: Probe) => {
      const isLater = probe.nth === 1 || probe.body.base === 'empty-object'
      return isRestricted(probe) ? reply : probe.credential === 'eligible' && isLater ? again : undefined
    }
    const checks = ['auth.ineligible-origin', 'idempotency.observed', 'request.valid'] as const
    expect(verdictOn(embed, 'auth.ineligible-origin', { answers, checks })).toBe(verdict)
  })

  test('of several answers those that tell decide, and where none tells, the finding is inconclusive', () => {
    const answers =
      (full: ProbeReply) =>
      ({ credential, body }: Probe) =>
        credential === 'restricted-account' && body.base === 'embed-full'
          ? full
          : credential === 'eligible' && body.base === 'embed-full'
            ? 400
            : undefined
    expect(verdictOn(embed, 'auth.ineligible-account', { answers: answers(409) })).toBe('pass as-documented')
    expect(verdictOn(embed, 'auth.ineligible-account', { answers: answers(400) })).toBe('pass as-documented')
    expect(verdictOn(embed, 'auth.ineligible-account', restricted(400, 400))).toBe(
      'inconclusive refused-for-the-request',
    )
  })

  test('the listing is also asked with the parameter limit, with which the eligible key is served', () => {
    const withLimit =
      (reply: ProbeReply, eligible?: ProbeReply) =>
      (probe: Probe): ProbeReply | undefined => {
        if (probe.query.set.length === 0) return undefined
        return isRestricted(probe) ? reply : probe.credential === 'eligible' ? eligible : undefined
      }
    for (const check of ['auth.ineligible-account', 'auth.ineligible-origin'] as const) {
      expect(verdictOn(listing, check, { answers: withLimit(200) }), check).toBe('violation accepted-ineligible')
      expect(verdictOn(listing, check, { answers: withLimit(401) }), check).toBe('violation ineligible-as-401')
      expect(verdictOn(listing, check, { answers: withLimit(404) }), check).toBe('violation not-refused-as-403')
      expect(verdictOn(listing, check, { answers: withLimit(400) }), check).toBe('pass as-documented')
      expect(verdictOn(listing, check, { answers: withLimit(200, 400) }), check).toBe('pass as-documented')
    }
  })

  test('the listing is asked whether or not it refuses a request without a key', () => {
    const answers = ({ credential }: Probe) => (credential === 'none' ? 200 : undefined)
    expect(verdictOn(listing, 'auth.ineligible-account', { answers })).toBe('pass as-documented')
  })

  test('a limit leaves it inconclusive', () => {
    expect(verdictOn(listing, 'auth.ineligible-account', restricted(429))).toBe('inconclusive limited')
    expect(verdictOn(embed, 'auth.ineligible-account', restricted(429))).toBe('inconclusive limited')
  })

  test('under the safe policy embed creation is barred, and the listing is asked', () => {
    const facts = { policy: 'safe' } as const
    expect(verdictOn(embed, 'auth.ineligible-account', { facts })).toBe('not-exercised policy-keyed-write')
    expect(verdictOn(listing, 'auth.ineligible-account', { facts })).toBe('pass as-documented')
  })

  test('the audience choice, which is shown without a key, is not asked', () => {
    expect(verdictOn(choice, 'auth.ineligible-account')).toBe('not planned')
    expect(verdictOn(choice, 'auth.ineligible-product')).toBe('not planned')
  })
})

describe('O4a: the product key on protected operations of its products', () => {
  const team = 'GET /api/team/general/all'
  test.for([
    ['403 not_authorized', restricted(403), 'pass as-documented'],
    ['served', restricted(200), 'violation accepted-ineligible'],
    ['401', restricted(401), 'violation ineligible-as-401'],
    ['403 with another code', restricted('403 invalid_request'), 'violation wrong-code'],
    ['400', restricted(400), 'inconclusive refused-for-the-request'],
    ['404', restricted(404), 'inconclusive refused-for-the-request'],
    ['the same 409 as the eligible key', restricted(409, 409), 'inconclusive refused-like-the-key'],
    ['success like the eligible key', restricted(201, 201), 'violation accepted-ineligible'],
    ['403 without a code, like the eligible key', restricted('403 -', '403 -'), 'inconclusive refused-like-the-key'],
  ] as const)('%s', ([, scene, verdict]) => {
    expect(verdictOn(team, 'auth.ineligible-product', scene)).toBe(verdict)
  })

  test('the same 401 as the eligible key gets is inconclusive', () => {
    const answers = ({ credential, operation }: Probe) =>
      operation === team && /^(restricted-product|eligible)$/.test(credential) ? 401 : undefined
    expect(verdictOn(team, 'auth.ineligible-product', { answers })).toBe('inconclusive refused-like-the-key')
  })

  test('where the operation is not protected, nothing is asked', () => {
    const answers = ({ credential }: Probe) => (credential === 'none' ? 200 : undefined)
    expect(verdictOn(team, 'auth.ineligible-product', { answers })).toBe('not-exercised not-protected')
  })

  test('a product that the settings do not name is not exercised, nor is a key that they lack', () => {
    const ads = 'GET /api/ads/bidding/all'
    const account = {
      keys: {
        eligible: 'k-eligible-4711',
        load: null,
        restrictedAccount: null,
        restrictedProduct: null,
        restrictedPermission: null,
      },
    }
    expect(verdictOn(ads, 'auth.ineligible-product')).toBe('not-exercised not-restricted')
    expect(verdictOn(team, 'auth.ineligible-product', { known: { restrictedProducts: [] } })).toBe(
      'not-exercised no-restricted-products',
    )
    expect(verdictOn(team, 'auth.ineligible-product', { known: account })).toBe('not-exercised no-restricted-product')
    const { findings } = play({ operations: [ads, team], checks: ['auth.ineligible-product'], known: account })
    expect(findings[0]?.message).toContain('does not name this product: Ads')
    expect(findings[1]?.message).toContain('RESTRICTED_PRODUCT_KEY')
  })
})

describe('O4b: a credential that may be eligible elsewhere', () => {
  test.for([
    ['403 not_authorized', restricted(403), 'pass as-documented'],
    ['403 with another code', restricted('403 not_found'), 'violation wrong-code'],
    ['403 without a code', restricted('403 -'), 'violation code-missing'],
    ['served', restricted(204), 'undocumented eligible-here'],
    ['401', restricted(401), 'inconclusive refused-otherwise'],
    ['400', restricted(400), 'inconclusive refused-otherwise'],
    ['403 without a code, like the eligible key', restricted('403 -', '403 -'), 'inconclusive refused-like-the-key'],
    ['403 without a code, the eligible key with it', restricted('403 -', 403), 'violation code-missing'],
  ] as const)('%s', ([, scene, verdict]) => {
    for (const check of ['auth.ineligible-account', 'auth.ineligible-permission', 'auth.ineligible-origin'] as const) {
      const everyOne = { ...scene, facts: { profile: 'cutover' } } as const
      expect(verdictOn('GET /api/ads/bidding/all', check, everyOne), check).toBe(verdict)
    }
  })
})
