import { describe, expect, test } from 'vitest'
import { catalogue, type OperationId } from '../../fixtures/catalog/catalog.ts'
import { embed, isNoNumber, listing, type Played, play, type Scene } from '../../trust/fabricated/contracts.ts'
import type { Probe } from '../probe.ts'

const team = 'GET /api/team/general/all'
const ads = 'GET /api/ads/placement/all'
const epoch = Date.UTC(2026, 10, 23)

interface Own {
  readonly probe: Probe
  /** How many requests with the own key came before. */
  readonly before: number
}

/** Requests are a second apart; some of those with the own key are refused. */
function played(
  isRefused: (own: Own) => boolean,
  scene: Scene = { operations: [listing, embed, team, ads] },
  asRefused: object = refusal(401, 'authentication_required'),
  moment: (probe: Probe, before: number) => number = (_, before) => before,
): Played {
  const kept = new Map<string, object>()
  let own = 0
  return play({
    ...scene,
    answers(probe) {
      if (probe.operation === null || /choice/.test(probe.operation)) return undefined
      const answer = kept.get(probe.id) ?? { startedAt: epoch + moment(probe, kept.size) * 1000, ...answerTo(probe) }
      kept.set(probe.id, answer)
      return answer
    },
  })

  function answerTo(probe: Probe) {
    if (/^(none|invalid:|elsewhere:)/.test(probe.credential)) return refusal(401, 'authentication_required')
    const isOwn = probe.credential === 'eligible' || probe.credential === 'ineligible-origin'
    if (isOwn && isRefused({ probe, before: own++ })) return asRefused
    if (probe.credential !== 'eligible') return refusal(403, 'not_authorized')
    const isBroken =
      /^((not|cut)-json|json-|empty$)/.test(probe.body.base) ||
      (probe.body.change !== undefined && !['true', 'false', 'absent'].includes(probe.body.change.to)) ||
      probe.query.set.some(([, text]) => isNoNumber(text))
    if (isBroken) return refusal(400, 'invalid_request')
    return { status: 200, json: { data: { id: 'e-1', status: 'draft' }, requestId: 'r-1' } }
  }
}

const refusal = (status: number, code: string) => ({ status, json: { code } })
const violations = ({ findings }: Played) =>
  findings.filter(({ verdict }) => verdict === 'violation').map(({ check, operation }) => `${check} ${operation}`)

describe('O10: the own key is revoked in the middle of a run', () => {
  const shown = { operations: [listing, embed] } as const

  test.for([20, 35, 50])('after %i requests: nobody is blamed, and questions that need it say so', (accepted) => {
    const run = played(({ before }) => before >= accepted)
    expect(run.learned.keyValid.until).not.toBeNull()
    expect(run.learned.keyRefused).toBe(false)
    expect(violations(run)).toEqual([])
    const lacking = run.findings.filter(({ cause }) => cause === 'own-credential-revoked')
    expect(lacking.length).toBeGreaterThan(5)
    expect(new Set(lacking.map(({ verdict }) => verdict))).toEqual(new Set(['not-exercised']))
    // Requests that were answered before stay judged.
    expect(
      run.findings.find(({ check, operation }) => check === 'request.valid' && operation === listing)?.verdict,
    ).toBe('pass')
  })

  test.for([6, 10, 20])('a new key that is unknown for %i requests blames nobody', (unknown) => {
    const run = played(({ before }) => before < unknown)
    expect(run.learned.keyValid).toEqual({ from: expect.any(Number), until: null })
    expect(violations(run)).toEqual([])
    expect(run.findings.some(({ cause }) => cause === 'own-credential-unknown')).toBe(true)
  })

  test('replica by replica: nobody is blamed', () => {
    const run = played(({ before }) => before >= 26 || (before >= 20 && before % 2 === 0))
    expect(run.learned.keyValid.until).not.toBeNull()
    expect(violations(run)).toEqual([])
  })

  test('where the listing alone was asked, it is enough that the listing refuses it', () => {
    expect(played(({ before }) => before >= 10, { operations: [listing] }).learned.keyValid.until).not.toBeNull()
  })

  test.for([
    ['nothing is refused', () => false],
    ['everything is refused', () => true],
    ['one operation refuses it later', ({ probe, before }: Own) => probe.operation === listing && before >= 10],
    ['one refuses it always', ({ probe }: Own) => probe.operation === embed],
    ['it is accepted again', ({ before }: Own) => before >= 20 && before < 30],
    ['two refuse it and the others do not', ({ probe, before }: Own) => !/ads|team/.test(probe.path) && before >= 10],
    ['every other is refused', ({ before }: Own) => before % 2 === 1],
    ['too few are left to tell', ({ before }: Own) => before >= 20 && before < 22],
  ] as const)('it is not told to be revoked where %s', ([, isRefused]) => {
    expect(played(isRefused).learned.keyValid).toEqual({ from: null, until: null })
  })

  test.for([0.2, 0.3, 0.4])('suspended with 403 after %f of the run, in any order: nobody is blamed', (part) => {
    const moment = ({ id }: Probe) => Number.parseInt(id, 16) % 1000
    const run = played(({ probe }) => moment(probe) >= part * 1000, undefined, refusal(403, 'suspended'), moment)
    expect(run.learned.keyValid.until).not.toBeNull()
    expect(violations(run)).toEqual([])
  })

  test.for<readonly [name: string, isRefused: (own: Own) => boolean, asRefused: object]>([
    ['one operation forbids it', ({ probe, before }) => probe.operation === listing && before >= 10, refusal(403, 'x')],
    ['one forbids it always', ({ probe }) => probe.operation === embed, refusal(403, 'not_authorized')],
    ['some requests are forbidden', ({ probe }) => probe.purpose === 'odd', refusal(403, 'waf')],
    ['a limit says 403', ({ before }) => before >= 20, refusal(403, 'rate_limited')],
  ])('it is not told to be revoked where %s', ([, isRefused, asRefused]) => {
    expect(played(isRefused, undefined, asRefused).learned.keyValid).toEqual({ from: null, until: null })
  })

  describe('before any operation was asked with it again', () => {
    const products = ['Teams', 'Events', 'Ads', 'Marketing']
    const many = products.flatMap((name) =>
      catalogue.filter(({ product, session, detail }) => product === name && !session && detail === null).slice(0, 8),
    )
    const wide: Scene = {
      operations: [listing, embed, ...many.map(({ id }) => id as OperationId)],
      facts: { profile: 'gate' },
      learns: false,
    }
    const early = (isRefused: (own: Own) => boolean, status: 401 | 403) =>
      played(isRefused, wide, refusal(status, status === 401 ? 'authentication_required' : 'not_authorized'))

    test.for([
      [4, 401],
      [7, 401],
      [15, 401],
      [4, 403],
      [7, 403],
      [15, 403],
    ] as const)('after %i requests, with %i', ([accepted, status]) => {
      const run = early(({ before }) => before >= accepted, status)
      expect(run.learned.keyValid).toEqual({ from: null, until: expect.any(Number) })
      expect(violations(run)).toEqual([])
    })

    const firstOf = new Set<string>(products.map((name) => many.find(({ product }) => product === name)?.id as string))
    const [some] = products
    const ofSome = new Set<string>(many.filter(({ product }) => product === some).map(({ id }) => id))
    test.for<readonly [name: string, isRefused: (own: Own) => boolean]>([
      [
        'both shown operations alone refuse it',
        ({ probe }) => probe.operation === listing || probe.operation === embed,
      ],
      ['one product alone accepts it', ({ probe }) => !ofSome.has(probe.operation ?? '')],
      [
        'the shown ones and one of each product refuse it',
        ({ probe: { operation } }) => firstOf.has(operation ?? '') || operation === listing || operation === embed,
      ],
    ])('it is not told to be revoked where %s', ([, isRefused]) => {
      for (const status of [401, 403] as const) {
        const run = early(isRefused, status)
        expect(run.learned.keyValid).toEqual({ from: null, until: null })
        expect(violations(run)).toEqual(expect.arrayContaining([`request.valid ${listing}`, `request.valid ${embed}`]))
      }
    })
  })

  test('a key that an operation never accepted was not revoked: that is a violation', () => {
    const run = played(({ probe }) => probe.operation === embed, shown)
    expect(violations(run)).toContain(`request.valid ${embed}`)
  })
})
