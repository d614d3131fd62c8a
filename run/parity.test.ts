import { expect, test } from 'vitest'
import type { Facts } from '../contracts/check.ts'
import type { Plan } from '../contracts/plan.ts'
import { type ComparableRun, parityOf } from './parity.ts'

const has = {
  ...{ placementId: true, shortId: true, subscriptionShortId: true },
  ...{ embedBody: true, choiceBody: true, detailsQuery: true },
}
const facts = { policy: 'full', hasKey: true, has, restrictedProducts: ['Ads', 'Embeds'], allowEffects: [] }

/** A run with one observation, and with the given facts. */
function run(id: string, more: Partial<Facts> = {}, questions = [{ id: 'q' }]): ComparableRun {
  const plan = { facts: { ...facts, baseUrl: `https://${id}.example.com`, ...more }, questions }
  const seen = [{ operation: 'GET /api/ads/bidding/all', subject: 'with the key: status', value: ['200'] }]
  return { id, target: 'development', catalogHash: '', exitCode: null, plan: plan as unknown as Plan, seen }
}

const other = { has: { ...has, embedBody: false } }

test.for<[string, Partial<Facts>, Partial<Facts>, string]>([
  ['a valid body', other, {}, 'their settings differ: VALID_EMBED_BODY'],
  ['the order of products', { restrictedProducts: ['Embeds', 'Ads'] }, {}, ''],
  [
    'products',
    { restrictedProducts: ['Ads'], hasKey: false },
    {},
    'their settings differ: API_KEY, RESTRICTED_PRODUCTS',
  ],
  ['what the safe policy never uses', { policy: 'safe', ...other, allowEffects: ['money'] }, { policy: 'safe' }, ''],
  ['the policy', { policy: 'safe' }, {}, 'one was asked under full policy, the other under safe'],
])('two runs are comparable unless they differ in settings or policy: %s', ([, one, another, why]) => {
  const parity = parityOf(run('one', one), run('other', another))
  expect(parity.comparable ? '' : parity.why).toBe(why)
})

test('a run is like itself', () => {
  expect(parityOf(run('one'), run('one'))).toEqual({ comparable: true, differences: [], compared: 1 })
})

test('a run that cannot be trusted is named, with its target and the reason', () => {
  const failed: ComparableRun = { ...run('other'), exitCode: 2, outcome: 'Nothing listens at 127.0.0.1:9.' }
  expect(parityOf(failed, run('one'))).toEqual({
    comparable: false,
    why: 'the run of development (other) is not to be trusted, exit 2: Nothing listens at 127.0.0.1:9',
  })
})

test('two runs of load alone are compared only by their limits', () => {
  const [one, another] = [run('one', {}, []), run('other', {}, [])]
  expect(parityOf(one, another)).toEqual({
    comparable: false,
    why: 'there is nothing to compare, since neither asked about contracts and no limit was named in both',
  })
  const limited = (of: ComparableRun, value: string): ComparableRun => ({
    ...of,
    seen: [...of.seen, { operation: 'GET /api/ads/bidding/all', subject: 'limit: kind', value }],
  })
  const parity = parityOf(limited(one, 'fixed-window'), limited(another, 'none'))
  expect(parity).toMatchObject({ compared: 1, differences: [{ subject: 'limit: kind' }] })
})

test('the number of compared observations counts those of both, and those that one of them lacks', () => {
  const status = { operation: 'GET /api/ads/bidding/all', subject: 'with the key: status', value: ['200'] }
  const code = { ...status, subject: 'with the key: code', value: ['x'] }
  const apart = { ...status, operation: 'GET /api/ads/inventory/all' }
  const parity = parityOf({ ...run('one'), seen: [status, code] }, { ...run('other'), seen: [status, apart] })
  expect(parity).toMatchObject({ compared: 2, differences: [{ kind: 'gone', subject: code.subject }] })
  expect(parityOf(run('one'), { ...run('other'), seen: [apart] })).toEqual({
    comparable: false,
    why: 'there is nothing to compare, since they observed nothing of the same operation',
  })
})
