import { beforeAll, expect, test } from 'vitest'
import type { Observation } from '../../evidence/observation.ts'
import type { OperationId } from '../../fixtures/catalog/catalog.ts'
import type { Deployment } from '../../fixtures/deployment.ts'
import { listen } from '../../fixtures/front/front.ts'
import { createService } from '../../fixtures/service/service.ts'
import { differencesBetween } from '../../reports/changes/differences.ts'
import { handledBy } from '../matrix/in-process.ts'
import { tried } from '../tools/rounds.ts'
import { changesByNight, type Night, nightOn } from './night.ts'
import { noisy } from './noise.ts'
import { changed, kinds, silentChanges } from './silent-changes.ts'

/** A night on a deployment without a socket: half of a night is the way over one, and what differs is the same. */
const night = (deployment: Deployment, seed: number): Promise<Night> =>
  nightOn({ deployment, url: 'http://127.0.0.1:9' }, seed, handledBy(deployment))

/** A night on a deployment behind a socket. */
async function nightOverSocket(deployment: Deployment, seed: number): Promise<Night> {
  const front = await listen(deployment)
  try {
    return await nightOn(front, seed)
  } finally {
    await front.close()
  }
}

let baseline: readonly Observation[]
beforeAll(async () => {
  baseline = (await night(await createService(), 1)).seen
})

test('a night with another seed shows no drift', async () => {
  expect(baseline.length).toBeGreaterThan(500)
  expect(differencesBetween(baseline, (await night(await createService(), 2)).seen)).toEqual([])
})

test('a night without the identifiers of the settings shows no drift, in either direction', async () => {
  const service = await createService()
  const named = Object.entries(service.settings).filter(([name]) => !name.startsWith('KNOWN_'))
  const { seen } = await night({ ...service, settings: Object.fromEntries(named) }, 4)
  expect(differencesBetween(seen, baseline)).toEqual([])
  expect(differencesBetween(baseline, seen)).toEqual([])
})

test('nights with fresh identifiers, jitter, resets and a limit show no drift: the long matrix has ten', async () => {
  const first = await nightOverSocket(noisy(await createService()), 5)
  const second = await nightOverSocket(noisy(await createService()), 6)
  expect(differencesBetween(first.seen, second.seen)).toEqual([])
  expect([...first.broken, ...second.broken]).toEqual([])
})

const numbered = changesByNight.map((changes, index) => [index + 1, changes] as const)
test.for(tried(numbered, 2, ([nth]) => `night ${nth}`))(
  'night %i: each silent change is told on its operation, and no drift elsewhere',
  async ([, changes]) => {
    const { seen, broken } = await night(changed(await createService(), changes), 3)
    // The specification is silent about each change, so none is a violation.
    expect(broken).toEqual([])
    const differences = differencesBetween(baseline, seen)
    const named = (operation: string | null) => differences.some((one) => one.operation === operation)
    expect(changes.filter(({ operation }) => !named(operation)).map(({ name }) => name)).toEqual([])
    const meant = changes.map(({ operation }) => operation)
    expect(differences.filter(({ operation }) => !meant.includes(operation as OperationId | null))).toEqual([])
  },
)

test('at least thirty silent changes of every kind are planted', () => {
  expect(silentChanges.length).toBeGreaterThanOrEqual(30)
  expect(new Set(silentChanges.map(({ kind }) => kind))).toEqual(new Set(kinds))
})
