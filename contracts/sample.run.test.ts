import { describe, expect, test } from 'vitest'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import { allKnown } from '../trust/fabricated/contracts.ts'
import { triesAll } from '../trust/tools/rounds.ts'
import { factsOf } from './facts.ts'
import type { Plan } from './plan.ts'
import { makePlan } from './planning/make-plan.ts'

const plans = new Map<string, Plan>()

/** A plan of everything: made once, since several tests look at the same week. */
function planOf(profile: 'nightly' | 'gate' | 'cutover', seed: number): Plan {
  const all = { operations: catalogue, catalogue, checks: () => true, excluded: () => false, untouched: [] }
  const plan = plans.get(`${profile} ${seed}`) ?? makePlan(all, factsOf(allKnown, profile, 'full', seed), allKnown)
  plans.set(`${profile} ${seed}`, plan)
  return plan
}
/** The plans of a week. The days of the nightly are alike: three are enough at every change. */
const week = (profile: 'nightly' | 'gate') =>
  Array.from({ length: profile === 'gate' || triesAll ? 7 : 3 }, (_, day) => planOf(profile, 7_000 + day))
const resourceOf = (operation: string) => operation.split(' ', 2)[1]?.split('/', 4).join('/') ?? ''

/** The requests that a plan leaves out for this cause. */
const leftOut = ({ entries }: Plan, cause: string) =>
  new Set(entries.filter(({ barred }) => barred?.cause === cause).map(({ probe }) => probe.id))

describe('a sample', () => {
  test('of the gate is another each day, and a week asks everything', () => {
    const days = week('gate').map((plan) => leftOut(plan, 'gate-sample'))
    expect(new Set(days.map((ids) => [...ids].join())).size).toBe(7)
    const [first, ...others] = days
    expect([...(first ?? [])].filter((id) => others.every((ids) => ids.has(id)))).toEqual([])
  })

  test('of a nightly is the same for every seed: what it asks must not drift by itself', () => {
    const [first, ...others] = week('nightly').map((plan) => [...leftOut(plan, 'one-for-its-resource')].sort())
    expect(first?.length).toBeGreaterThan(1_000)
    for (const other of others) expect(other).toEqual(first)
  })

  test('of a nightly leaves nothing out where the target is the embedded one', () => {
    const known = { ...allKnown, isEmbedded: true as const }
    const selection = { operations: catalogue, catalogue, checks: () => true, excluded: () => false, untouched: [] }
    const plan = makePlan(selection, factsOf(known, 'nightly', 'full', 7), known)
    expect(leftOut(plan, 'one-for-its-resource').size).toBe(0)
  })

  test('of the gate asks at least one operation of each resource with the restricted account', () => {
    for (const { entries } of week('gate')) {
      const asked = entries.filter(
        ({ barred, probe }) => barred === null && probe.credential === 'restricted-account' && probe.operation !== null,
      )
      const resources = new Set(asked.map(({ probe }) => resourceOf(probe.operation ?? '')))
      expect(resources).toEqual(new Set(catalogue.map(({ path }) => path.split('/', 4).join('/'))))
    }
  })

  test('leaves each operation its requests without a key and with an invalid key', () => {
    const asked = (plan: Plan, credential: string) =>
      new Set(
        plan.entries.flatMap(({ probe, barred }) =>
          barred === null && probe.credential === credential ? [probe.operation] : [],
        ),
      )
    for (const plan of [...week('gate'), ...week('nightly')]) {
      const [keyless, invalid] = [asked(plan, 'none'), asked(plan, 'invalid:well-formed')]
      for (const { id, detail } of catalogue) {
        expect(keyless.has(id), id).toBe(true)
        expect(invalid.has(id), id).toBe(detail !== 'audience-choice')
      }
    }
  })

  test('of a cutover leaves nothing out', () => {
    const causes = new Set(planOf('cutover', 7).entries.flatMap(({ barred }) => barred?.cause ?? []))
    for (const cause of ['gate-sample', 'one-for-its-resource', 'left-to-the-nightly']) {
      expect(causes).not.toContain(cause)
    }
  })

  test('leaves out nothing of the shown operations', () => {
    const shown = catalogue.filter((operation) => operation.shown).map(({ id }) => id as string)
    for (const plan of [planOf('gate', 7_000), planOf('nightly', 7_000)]) {
      const left = plan.entries.filter(({ barred, probe }) => barred !== null && shown.includes(probe.operation ?? ''))
      expect(left).toEqual([])
    }
  })

  test('of every nightly asks each operation with a restricted credential', () => {
    for (const { entries } of week('nightly')) {
      const asked = entries.filter(({ barred, probe }) => barred === null && probe.credential.startsWith('restricted-'))
      const operations = new Set(asked.map(({ probe }) => probe.operation))
      expect(catalogue.filter(({ id, detail }) => !operations.has(id) && detail !== 'audience-choice')).toEqual([])
    }
  })
})
