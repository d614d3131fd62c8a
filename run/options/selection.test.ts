import { describe, expect, test } from 'vitest'
import { makePlan } from '../../contracts/planning/make-plan.ts'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { allKnown, factsFor } from '../../trust/fabricated/contracts.ts'
import { checkFilter, selectorOf } from './selection.ts'

describe('the selection of a run', () => {
  const nothing = { product: [], operation: [], check: [], exclude: [] }
  const teams = 'GET /api/team/general/all'
  test('is everything, or what the options name', () => {
    expect(selectorOf(nothing, catalogue)([]).operations).toEqual(catalogue)
    const two = ['Teams', 'Embeds']
    expect(selectorOf({ ...nothing, product: two }, catalogue)([]).operations).toEqual(
      catalogue.filter(({ product }) => two.includes(product)),
    )
    expect(selectorOf({ ...nothing, operation: [teams] }, catalogue)([]).operations.map(({ id }) => id)).toEqual([
      teams,
    ])
    expect(selectorOf({ ...nothing, operation: [teams], product: ['Embeds'] }, catalogue)([]).operations).toEqual([])
  })

  test.for([
    ['Embed', "There is no product 'Embed': did you mean 'Embeds'?"],
    ['Payment', "There is no product 'Payment': did you mean 'Payments'?"],
    ['zzz', "There is no product 'zzz'"],
  ] as const)('refuses a product that nobody lists: %s', ([word, said]) => {
    expect(() => selectorOf({ ...nothing, product: ['Embeds', word] }, catalogue)).toThrow(said)
  })

  test('finds a product in any case, even one that a team added', () => {
    const [first] = catalogue
    if (first === undefined) throw new Error('no operation')
    const added = { ...first, id: 'GET /api/reports/all' as const, product: 'Reports' as const }
    const { operations } = selectorOf({ ...nothing, product: ['reports'] }, [...catalogue, added])([])
    expect(operations).toEqual([added])
  })

  test.for(['nightly', 'cutover'] as const)('sends nothing to the path of an excluded operation in a %s', (profile) => {
    const selection = selectorOf({ ...nothing, exclude: [teams] }, catalogue)(['GET /api/pages/general/stats'])
    const { entries } = makePlan(selection, { ...factsFor(allKnown), profile }, allKnown)
    const sent = entries.filter(({ barred }) => barred === null).map(({ probe }) => probe)
    expect(sent.filter(({ path }) => ['/api/team/general/all', '/api/pages/general/stats'].includes(path))).toEqual([])
    expect(sent.some(({ method, path }) => method === 'OPTIONS' && path === '/api/team/general/get')).toBe(true)
  })

  test('keeps an excluded operation, by option or setting, to be counted, but learns nothing from it', () => {
    const {
      excluded,
      operations,
      catalogue: known,
    } = selectorOf({ ...nothing, exclude: [teams] }, catalogue)(['POST /api/vote/embed/create'])
    expect([excluded(teams), excluded('POST /api/vote/embed/create'), excluded('GET /api/ads/bidding/all')]).toEqual([
      true,
      true,
      false,
    ])
    expect(operations).toEqual(catalogue)
    expect(known).toHaveLength(catalogue.length - 2)
  })

  test('refuses an unknown operation and suggests the nearest', () => {
    expect(() => selectorOf({ ...nothing, operation: ['GET /api/team/general/al'] }, catalogue)([])).toThrow(
      `did you mean '${teams}'?`,
    )
    expect(() => selectorOf({ ...nothing, exclude: ['get /api/team/general/all'] }, catalogue)([])).toThrow(
      `did you mean '${teams}'?`,
    )
  })

  test.for([
    [[], 'anything', true],
    [['auth'], 'auth.missing-credential', true],
    [['auth'], 'errors.code', false],
    [['errors.code'], 'errors.code', true],
    [['errors.code', 'auth'], 'auth.header-only:query', true],
    [['request.field-type:name'], 'request.field-type:name', true],
    [['request.field-type:name'], 'request.field-type:title', false],
    [['request.field-type:name'], 'request.field-type', false],
  ] as const)('--check %j keeps %s: %s', ([words, id, kept]) => {
    expect(checkFilter(words)(id)).toBe(kept)
  })
})
