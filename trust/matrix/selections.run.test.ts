import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Deployment } from '../../fixtures/deployment.ts'
import { faultNamed } from '../../fixtures/faults/faults.ts'
import { createService } from '../../fixtures/service/service.ts'
import { styles } from '../../fixtures/styles/styles.ts'
import { readKnown } from '../../run/settings/settings.ts'
import { embed } from '../fabricated/contracts.ts'
import { runContracts } from './contract-run.ts'
import { handledBy } from './in-process.ts'
import { breaches, narrowed, operations, selections, type Whole } from './selections.ts'

async function wholeRun(deployment: Deployment): Promise<Whole> {
  const known = readKnown({ ...deployment.settings, BASE_URL: 'http://127.0.0.1:1/' }, 'production')
  const run = await runContracts({
    known,
    profile: 'nightly',
    policy: 'full',
    seed: 5,
    userAgent: 'law',
    concurrency: 16,
    timeoutMs: 5_000,
    maxDurationMs: 60_000,
    waitMs: 0,
    signal: new AbortController().signal,
    silenceMs: 1,
    selection: { operations, catalogue: operations, checks: () => true, excluded: () => false, untouched: [] },
    transport: handledBy(deployment),
  })
  await deployment.close?.()
  return { ...run, known }
}

async function planted(name: string): Promise<Deployment> {
  const fault = faultNamed(name)
  if (fault === undefined) throw new Error(`no fault ${name}`)
  return fault.plant(await createService({ limit: 'none' }))
}

function expectLaw(whole: Whole, numRuns: number): void {
  const holds = fc.property(selections, ([checks, ids]) => {
    expect(breaches(whole, checks, ids)).toEqual([])
  })
  fc.assert(holds, { numRuns })
}

describe('a finding of any selection has the verdict of the whole run, or cannot be told', () => {
  test.for(['nested', 'terse', 'closed-door'])('style %s', async (name) => {
    const style = styles.find((one) => one.name === name)
    if (style === undefined) throw new Error(`no style ${name}`)
    expectLaw(await wholeRun(await style.make()), 30)
  })

  test.for(['missing-get-team-category-all', 'invalid-key-miscoded-on-get-team-general-all'])(
    'fault %s',
    async (name) => {
      const whole = await wholeRun(await planted(name))
      expect(whole.findings.some(({ verdict }) => verdict === 'violation')).toBe(true)
      expectLaw(whole, 30)
    },
  )
})

test('D1: a check that judges the broken requests of other checks asks them itself', async () => {
  const whole = await wholeRun(await planted('embed-create-refuses-wrong-types-with-422'))
  expectLaw(whole, 30)
  const [alone] = narrowed(whole, ['errors.listed'], [embed])
  expect(alone).toMatchObject({ verdict: 'violation', cause: 'unlisted-status' })
})
