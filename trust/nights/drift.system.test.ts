import { beforeAll, expect, test } from 'vitest'
import { observationsIn } from '../../contracts/observing/observations.ts'
import type { Observation } from '../../evidence/observation.ts'
import { catalogue, type OperationId } from '../../fixtures/catalog/catalog.ts'
import type { Deployment } from '../../fixtures/deployment.ts'
import { listen } from '../../fixtures/front/front.ts'
import { createService } from '../../fixtures/service/service.ts'
import { differencesBetween } from '../../reports/changes/differences.ts'
import { readKnown } from '../../run/settings.ts'
import { everything, runContracts } from '../matrix/contract-run.ts'
import { changed, type SilentChange, silentChanges } from './silent-changes.ts'

/** Those that are changed, with neighbours that are not. */
const products = new Set(silentChanges.map(({ operation }) => catalogue.find(({ id }) => id === operation)?.product))
const operations = catalogue.filter(
  ({ id, product, path }) =>
    silentChanges.some(({ operation }) => operation === id) || (products.has(product) && path.endsWith('/all')),
)

/** As many nights as it takes for each operation to change in one way a night. */
const nights = [...Map.groupBy(silentChanges, ({ operation }) => operation).values()].reduce<SilentChange[][]>(
  (all, changes) => {
    for (const [index, change] of changes.entries()) all[index] = [...(all[index] ?? []), change]
    return all
  },
  [],
)

/** What a night observes of a deployment. */
async function night(deployment: Deployment, seed: number): Promise<readonly Observation[]> {
  const front = await listen(deployment)
  try {
    const known = readKnown({ ...deployment.settings, BASE_URL: front.url }, 'production')
    const { outcomes } = await runContracts({
      ...{ known, profile: 'nightly', policy: 'full', seed, userAgent: 'test', concurrency: 16 },
      ...{ timeoutMs: 10_000, maxDurationMs: 60_000, waitMs: 0, signal: new AbortController().signal },
      selection: { ...everything, operations },
    })
    return observationsIn(outcomes.values())
  } finally {
    await front.close()
  }
}

let baseline: readonly Observation[]
beforeAll(async () => {
  baseline = await night(await createService(), 1)
})

test('another night with another seed differs in nothing', async () => {
  expect(baseline.length).toBeGreaterThan(500)
  expect(differencesBetween(baseline, await night(await createService(), 2))).toEqual([])
})

test.for(nights.map((changes, index) => [index + 1, changes] as const))(
  'night %i: each silent change is named on its operation, and nothing elsewhere',
  async ([, changes]) => {
    const differences = differencesBetween(baseline, await night(changed(await createService(), changes), 3))
    const named = (operation: string | null) => differences.some((one) => one.operation === operation)
    expect(changes.filter(({ operation }) => !named(operation)).map(({ name }) => name)).toEqual([])
    const meant = changes.map(({ operation }) => operation)
    expect(differences.filter(({ operation }) => !meant.includes(operation as OperationId | null))).toEqual([])
  },
)

test('there are changes of at least thirty kinds', () => {
  expect(silentChanges.length).toBeGreaterThanOrEqual(30)
})
