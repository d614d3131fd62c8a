import { expect, test } from 'vitest'
import type { Facts } from '../contracts/check.ts'
import type { Plan } from '../contracts/plan.ts'
import { type ComparableRun, parityOf } from './parity.ts'

const has = {
  ...{ placementId: true, shortId: true, subscriptionShortId: true },
  ...{ embedBody: true, choiceBody: true, detailsQuery: true },
}
const facts = { policy: 'full', hasKey: true, has, restrictedProducts: ['Ads', 'Embeds'], allowEffects: [] }

/** A run that observed one thing, but for the settings that are given. */
function run(id: string, more: Partial<Facts> = {}): ComparableRun {
  const plan = { facts: { ...facts, baseUrl: `https://${id}.example.com`, ...more }, questions: [] }
  const seen = [{ operation: 'GET /api/ads/bidding/all', subject: 'with the key: status', value: ['200'] }]
  return { id, catalogHash: '', exitCode: null, plan: plan as unknown as Plan, seen }
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
  ['what safe never uses', { policy: 'safe', ...other, allowEffects: ['money'] }, { policy: 'safe' }, ''],
  ['the policy', { policy: 'safe' }, {}, 'one was asked under full policy, the other under safe'],
])('two runs are comparable but for their settings: %s', ([, one, another, why]) => {
  const parity = parityOf(run('one', one), run('other', another))
  expect(parity.comparable ? '' : parity.why).toBe(why)
})
