import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { settingsOf } from '../../evidence/causes.ts'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { checks as checkRows } from '../../fixtures/checks.ts'
import { secretsOf } from '../../fixtures/target.ts'
import { allKnown, choice, embed, factsFor, listing } from '../../trust/fabricated/contracts.ts'
import { factsOf } from '../facts.ts'
import type { Plan, Selection } from '../plan.ts'
import { makePlan } from './make-plan.ts'

const facts = factsOf(allKnown, 'nightly', 'full', 7)
const some = (ids: readonly string[]) => catalogue.filter(({ id }) => ids.includes(id))
const selection = (ids: readonly string[], changes: Partial<Selection> = {}): Selection => ({
  operations: some(ids),
  catalogue,
  checks: () => true,
  excluded: () => false,
  untouched: [],
  ...changes,
})
const plan = (ids: readonly string[], changes: Partial<Selection> = {}) =>
  makePlan(selection(ids, changes), facts, allKnown)
const teams = catalogue.filter(({ product }) => product === 'Teams').map(({ id }) => id)
const session = 'POST /api/account/general/logout'

describe('a plan', () => {
  test('has the same facts in tests as in a run', () => {
    expect(factsFor(allKnown)).toEqual(facts)
  })

  test('is the same for the same input, and another seed asks other unknown routes', () => {
    expect(JSON.stringify(plan([listing, choice]))).toBe(JSON.stringify(plan([listing, choice])))
    const other = makePlan(selection([listing]), { ...facts, seed: 8 }, allKnown)
    expect(JSON.stringify(other.entries)).not.toBe(JSON.stringify(plan([listing]).entries))
  })

  test('holds no secret, whatever the keys', () => {
    const word = fc.string({ unit: fc.constantFrom(...'KQXZ0123456789'), minLength: 12, maxLength: 30 })
    fc.assert(
      fc.property(
        fc.tuple(word, word, word, word, word, word),
        ([eligible, load, restrictedAccount, restrictedProduct, restrictedPermission, edge]) => {
          const known = {
            ...allKnown,
            keys: { eligible, load, restrictedAccount, restrictedProduct, restrictedPermission },
            extraHeaders: [['X-Edge', edge] as const],
          }
          const text = JSON.stringify(
            makePlan(selection([listing, teams[0] ?? '']), factsOf(known, 'gate', 'full', 7), known),
          )
          for (const secret of secretsOf(known)) expect(text).not.toContain(secret)
        },
      ),
      { numRuns: 10 },
    )
  })

  test('has one entry for all questions that share a request', () => {
    const { entries, questions } = plan([embed, listing, choice])
    expect(new Set(entries.map(({ probe }) => probe.id)).size).toBe(entries.length)
    const known = new Set(entries.map(({ probe }) => probe.id))
    expect(questions.flatMap(({ probes }) => probes).filter((id) => !known.has(id))).toEqual([])
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
  })

  test('asks the listing without a key first, and sessions last', () => {
    const { entries } = plan([session, ...teams])
    expect(entries[0]?.probe).toMatchObject({ operation: listing, credential: 'none' })
    const phases = entries.map(({ phase }) => phase)
    expect(phases).toEqual([...phases].sort())
    const last = entries.filter(({ phase }) => phase === 'sessions')
    const own = last.filter(({ probe }) => probe.operation !== null)
    expect(new Set(own.map(({ probe }) => probe.operation))).toEqual(new Set([session]))
    // The witnesses beside a session operation may wait for its answer.
    const others = last.filter((entry) => !own.includes(entry))
    expect(new Set(others.map(({ probe }) => probe.group))).toEqual(new Set(['OPTIONS /api/account 5']))
    for (const { when } of others) expect(when).not.toBeNull()
  })

  test('spreads repeats over the run, and lets products take turns', () => {
    const { entries } = plan([listing, ...teams, 'GET /api/ads/bidding/all', 'GET /api/ads/inventory/all'])
    const at = entries.flatMap(({ probe, when }, index) => (probe.nth > 0 && when === null ? [index] : []))
    expect(at).toHaveLength(9)
    const gaps = at.slice(1).map((index, nth) => index - (at[nth] ?? 0))
    expect(Math.max(...gaps)).toBe(Math.min(...gaps))
    expect((at[0] ?? 0) / entries.length).toBeLessThan(0.2)
    const products = entries.slice(0, 8).map(({ probe }) => probe.operation?.split('/')[2] ?? 'unknown')
    expect(new Set(products)).toEqual(new Set(['video', 'ads', 'team']))
  })

  test('asks the most telling requests of all operations first, in case time or a limit ends the run', () => {
    const { entries } = plan(catalogue.map(({ id }) => id))
    const main = entries.filter(({ phase, probe }) => phase === 'main' && probe.nth === 0)
    const last = (is: (entry: Plan['entries'][number]) => boolean) => main.findLastIndex(is)
    const first = (is: (entry: Plan['entries'][number]) => boolean) => main.findIndex(is)
    const isBare = ({ probe: { purpose, query } }: Plan['entries'][number]) =>
      purpose === 'plain' && query.set.length === 0
    const keyless = last((entry) => isBare(entry) && entry.probe.credential === 'none')
    const keyed = first((entry) => isBare(entry) && entry.probe.credential === 'eligible')
    const invalid = last(({ probe }) => probe.credential === 'invalid:well-formed')
    const copies = first(({ probe }) => probe.body.change !== undefined)
    expect(keyless).toBeLessThan(keyed)
    expect(keyed).toBeLessThan(invalid)
    expect(invalid).toBeLessThan(copies)
  })

  test('gives odd input to lists after whatever may be made in their product', () => {
    const { entries } = plan(catalogue.map(({ id }) => id))
    const at = (id: string, is: (entry: Plan['entries'][number]) => boolean) =>
      entries.flatMap((entry, index) => (entry.probe.operation === id && is(entry) ? [index] : []))
    const list = at('POST /api/vote/embed/all', ({ probe }) => probe.purpose === 'odd')
    const made = at(embed, ({ probe }) => probe.credential === 'eligible' && probe.nth === 0)
    expect(list.length).toBeGreaterThan(1)
    expect(Math.min(...list)).toBeGreaterThan(Math.max(...made))
  })

  test('asks the requests that teach the place of the code, whatever is selected, unless they are excluded', () => {
    const learning = (changes: Partial<Selection>) =>
      plan([teams[0] ?? ''], { checks: (id) => id === 'http.completes', ...changes }).entries.filter(
        ({ probe }) => probe.operation === listing || probe.operation === choice,
      )
    expect(
      learning({})
        .map(({ probe }) => `${probe.operation} ${probe.credential} ${JSON.stringify(probe.query.set)} ${probe.value}`)
        .sort(),
    ).toEqual([
      `${listing} eligible [["limit","word"]] known`,
      `${listing} eligible [] known`,
      `${listing} none [] known`,
      `${choice} none [] made-up-1`,
    ])
    expect(learning({ excluded: (id) => id === listing })).toHaveLength(1)
    expect(learning({ catalogue: [] })).toEqual([])
  })

  test('asks for selected checks alone, and for unknown routes only with reachability', () => {
    const only = plan(teams, { checks: (id) => id === 'http.completes' })
    expect(only.questions.map(({ check }) => check)).toEqual(teams.map(() => 'http.completes'))
    expect(only.entries.some(({ probe }) => probe.operation === null)).toBe(false)
    const sub = plan([embed], { checks: (id) => id === 'request.field-type:name' })
    expect(sub.questions.map(({ check, sub: name }) => [check, name])).toEqual([['request.field-type', 'name']])
  })

  test('gives a request the same purpose, whatever is selected', () => {
    const ids = [embed, listing, choice, teams[0] ?? '']
    const whole = new Map(plan(ids).entries.map(({ probe }) => [probe.id, probe.purpose]))
    for (const { id: check } of checkRows) {
      const { entries } = plan(ids, { checks: (id) => id.startsWith(check) })
      for (const { probe } of entries) expect(probe.purpose, `${check} ${probe.id}`).toBe(whole.get(probe.id))
    }
    const purpose = (query: readonly (readonly [string, string])[]) =>
      plan(ids)
        .entries.map(({ probe }) => probe)
        .find((one) => one.operation === listing && one.credential === 'eligible' && `${one.query.set}` === `${query}`)
        ?.purpose
    expect(purpose([['limit', '0']])).toBe('odd')
    expect(purpose([['limit', '10']])).toBe('control')
    expect(purpose([['limit', 'word']])).toBe('broken')
  })

  test('asks the probes that its conditions look at, even if no selected check asks them', () => {
    const ids = (name: string, operation: string) => {
      const { entries } = plan([operation], { checks: (id) => id === name, catalogue: [] })
      return entries.map(({ probe }) => `${probe.credential} ${probe.body.base}`)
    }
    expect(ids('auth.invalid-credential', teams[0] ?? '')).toContain('none none')
    expect(ids('auth.ineligible-account', teams[0] ?? '')).toEqual([
      'none none',
      'eligible none',
      'restricted-account none',
    ])
    const controls = ['embed-full', 'embed-other', 'embed-plain', 'embed-few', 'empty-object'].map(
      (base) => `eligible ${base}`,
    )
    expect(ids('request.field-type:name', embed)).toEqual(expect.arrayContaining(controls))
    expect(ids('redirect.answer', 'GET /api/pay/{shortId}')).toEqual(['eligible none', 'eligible none'])
  })

  test('asks all that its checks read, so that a selection changes no verdict', () => {
    const broken = ({ entries }: Plan) => entries.filter(({ probe }) => probe.body.change?.to === 'number')
    const whole = plan([embed])
    const narrowed = plan([embed], { checks: (id) => id === 'errors.listed' })
    expect(broken(narrowed)).toEqual(broken(whole))
    expect(narrowed.questions.map(({ check, reads }) => [check, reads])).toEqual([['errors.listed', 'operation']])
    const [built] = plan([embed], { checks: (id) => id === 'idempotency.observed' }).questions
    const controls = whole.questions.find(({ check }) => check === 'envelope.status')?.probes
    expect(built?.reads).toEqual(controls)
  })

  test('says which operations of the catalogue it leaves out', () => {
    const known = { catalogue: some(teams) }
    expect(plan(teams, known).unselected).toEqual([])
    expect(plan(teams, known).isWhole).toBe(true)
    expect(plan(teams, { ...known, checks: (id) => id === 'errors.code' }).isWhole).toBe(false)
    const part = plan(teams.slice(1), known)
    expect(part.unselected.map(({ id }) => id)).toEqual(teams.slice(0, 1))
    expect(part.isWhole).toBe(false)
  })

  test('bars what is excluded, what has no credential and what the policy forbids, each with its reason', () => {
    const barred = (
      changes: Partial<Selection>,
      known = allKnown,
      policy: 'full' | 'safe' = 'full',
      ids: readonly string[] = [embed],
    ) =>
      new Set(
        makePlan(selection(ids, { catalogue: [], ...changes }), { ...facts, policy }, known).entries.map(
          (entry) => entry.barred?.cause ?? null,
        ),
      )
    expect(barred({ excluded: () => true, checks: (id) => id === 'request.valid' })).toEqual(new Set(['excluded']))
    const noKeys = { ...allKnown, keys: { ...allKnown.keys, eligible: null } }
    expect(barred({ checks: (id) => id === 'request.valid' }, noKeys)).toEqual(new Set(['no-key']))
    expect(barred({ checks: (id) => id === 'request.valid' }, allKnown, 'safe')).toEqual(
      new Set(['policy-keyed-write']),
    )
    const excluded = makePlan(
      selection([embed], { excluded: () => true, checks: (id) => id === 'request.valid' }),
      facts,
      allKnown,
    )
    expect(excluded.questions[0]?.barred).toMatchObject({ cause: 'excluded' })
  })

  test.for([
    ['restricted-account', 'RESTRICTED_ACCOUNT_KEY', 'auth.ineligible-account'],
    ['restricted-product', 'RESTRICTED_PRODUCT_KEY', 'auth.ineligible-product'],
    ['restricted-permission', 'RESTRICTED_PERMISSION_KEY', 'auth.ineligible-permission'],
    ['ineligible-origin', 'RESTRICTED_ORIGIN', 'auth.ineligible-origin'],
  ] as const)('bars entries with a missing %s, and names the setting %s', ([credential, setting, check]) => {
    const keys = {
      eligible: 'k',
      load: null,
      restrictedAccount: null,
      restrictedProduct: null,
      restrictedPermission: null,
    }
    const { entries } = makePlan(selection([embed], { checks: (id) => id === check }), facts, {
      ...allKnown,
      keys,
      restrictedOrigin: null,
    })
    const own = entries.filter(({ probe }) => probe.credential === credential)
    expect(own.length).toBeGreaterThan(0)
    for (const entry of own) expect(settingsOf(entry.barred?.cause ?? '', embed)).toEqual([setting])
  })
})
