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

test('each request that may be sent is counted once', () => {
  const sendable = plan.entries.filter(({ barred }) => barred === null)
  expect(rows.reduce((sum, { requests }) => sum + requests, 0)).toBe(sendable.length)
  expect(rows.map(({ requests }) => requests)).toEqual(rows.map(({ requests }) => requests).toSorted((a, b) => b - a))
})

test('a kind of request names the checks that are lost without it, also by way of conditions', () => {
  const lost = (kind: string) =>
    row(kind)
      ?.lost.filter(({ operation }) => operation === team)
      .map(({ check }) => check)
  expect(lost('with the key of an ineligible account')).toEqual(['auth.ineligible-account'])
  expect(lost('invalid:long')).toEqual([])
  // The answer without a key tells whether the operation is protected. Invalid and restricted keys wait for it.
  expect(lost('plain, without a key')).toEqual(
    expect.arrayContaining(['auth.missing-credential', 'auth.invalid-credential', 'auth.ineligible-account']),
  )
})

test('without routes that nobody lists reachability is weakened, and no check is lost', () => {
  expect(row('routes that nobody lists, without a key')).toMatchObject({ lost: [], weakened: 2 })
})
