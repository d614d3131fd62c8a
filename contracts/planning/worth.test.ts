import { expect, test } from 'vitest'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { allKnown, listing } from '../../trust/fabricated/contracts.ts'
import { factsOf } from '../facts.ts'
import { makePlan } from './make-plan.ts'
import { worthOf } from './worth.ts'

const team = 'GET /api/team/general/all'
const plan = makePlan(
  {
    operations: catalogue.filter(({ id }) => id === team || id === listing),
    catalogue,
    checks: () => true,
    excluded: () => false,
    untouched: [],
  },
  factsOf(allKnown, 'nightly', 'full', 7),
  allKnown,
)
const rows = worthOf(plan)
const row = (kind: string) => rows.find((one) => one.kind === kind)

test('counts every request that may be sent once', () => {
  const sendable = plan.entries.filter(({ barred }) => barred === null)
  expect(rows.reduce((sum, { requests }) => sum + requests, 0)).toBe(sendable.length)
  expect(rows.map(({ requests }) => requests)).toEqual(rows.map(({ requests }) => requests).toSorted((a, b) => b - a))
})

test('says which answers rest on a kind of request alone, by way of conditions as well', () => {
  const lost = (kind: string) =>
    row(kind)
      ?.lost.filter(({ operation }) => operation === team)
      .map(({ check }) => check)
  expect(lost('with the key of an ineligible account')).toEqual(['auth.ineligible-account'])
  expect(lost('invalid:long')).toEqual([])
  // Whether the operation is protected is told without a key, and invalid and restricted keys wait for that.
  expect(lost('plain, without a key')).toEqual(
    expect.arrayContaining(['auth.missing-credential', 'auth.invalid-credential', 'auth.ineligible-account']),
  )
})

test('what is only compared with weakens reachability, and loses nothing', () => {
  expect(row('routes that nobody lists, without a key')).toMatchObject({ lost: [], weakened: 2 })
})
