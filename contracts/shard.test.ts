import { expect, test } from 'vitest'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import { allKnown, factsFor } from '../trust/fabricated/contracts.ts'
import type { Entry, Plan } from './plan.ts'
import { makePlan } from './planning/make-plan.ts'
import { openIn, shardOf, wholePlan } from './shard.ts'

const rows = (['nightly', 'gate'] as const).flatMap((profile) => [2, 3, 7].map((of) => [profile, of] as const))

const selection = { catalogue, checks: () => true, excluded: () => false, untouched: [] }
const plans = new Map(
  (['nightly', 'gate'] as const).map((profile) => {
    const facts = { ...factsFor(allKnown), profile }
    const whole = makePlan({ ...selection, operations: catalogue }, facts, allKnown)
    const learning = makePlan({ ...selection, operations: [] }, facts, allKnown)
    return [profile, { whole, always: new Set(learning.entries.map(({ probe }) => probe.id)) }] as const
  }),
)

function partsOf(profile: 'nightly' | 'gate', of: number) {
  const { whole, always } = plans.get(profile) as { whole: Plan; always: Set<string> }
  return { whole, parts: Array.from({ length: of }, (_, at) => shardOf(whole, { index: at + 1, of }, always)) }
}

test.for(rows)('%s in %i shards: put together they are the plan in one piece', ([profile, of]) => {
  const { whole, parts } = partsOf(profile, of)
  expect(wholePlan(parts)).toEqual(whole)
})

test('routes outside of every prefix are asked by each shard, as all compare with them', () => {
  const { whole, parts } = partsOf('nightly', 3)
  const outside = whole.entries.filter(({ probe }) => probe.group?.endsWith(' outside')).map(({ probe }) => probe.id)
  expect(outside.length).toBeGreaterThan(0)
  for (const { entries } of parts) expect(entries.map(({ probe }) => probe.id)).toEqual(expect.arrayContaining(outside))
})

test('other writings of an address are asked once, by the shard of the operation', () => {
  const { whole, parts } = partsOf('nightly', 3)
  const isWriting = ({ probe }: Entry) => probe.operation === null && probe.purpose === 'odd'
  const writings = whole.entries.filter(isWriting).map(({ probe }) => probe.id)
  expect(writings.length).toBeGreaterThan(0)
  expect(parts.flatMap(({ entries }) => entries.filter(isWriting)).map(({ probe }) => probe.id)).toHaveLength(
    writings.length,
  )
  for (const part of parts) expect(part.entries.filter(isWriting).filter(openIn(part))).toEqual([])
})

test('each shard asks requests that may wait for an answer to another: the doubt may be about an operation there', () => {
  const { whole, parts } = partsOf('nightly', 3)
  const waits = ({ probe, when }: Entry) => probe.operation === null && when !== null
  expect(whole.entries.filter(openIn(whole))).toEqual([])
  for (const part of parts) {
    const open = part.entries.filter(openIn(part))
    expect(open.filter((entry) => !waits(entry))).toEqual([])
    const witnesses = ({ probe }: Entry) => probe.purpose === 'witness' && probe.value === 'made-up-1'
    expect(open.some(witnesses)).toBe(true)
    // Requests that concern only operations of the shard still wait for those.
    expect(part.entries.filter(waits).length).toBeGreaterThan(open.length)
  }
})
