import type { Transport } from '../../contracts/ask/transport.ts'
import { observationsIn } from '../../contracts/observing/observations.ts'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import type { Front } from '../../fixtures/front/front.ts'
import type { ComparableRun } from '../../run/parity.ts'
import { readKnown } from '../../run/settings/settings.ts'
import { everything, runContracts } from '../matrix/contract-run.ts'
import { type SilentChange, silentChanges } from './silent-changes.ts'

const products = new Set(silentChanges.map(({ operation }) => catalogue.find(({ id }) => id === operation)?.product))
/** The operations of a night: those that silent changes concern, and the `/all` operations of their products. */
const watched: readonly Operation[] = catalogue.filter(
  ({ id, product, path }) =>
    silentChanges.some(({ operation }) => operation === id) || (products.has(product) && path.endsWith('/all')),
)

/** The silent changes by night: each night has at most one change of each operation. */
export const changesByNight = [...Map.groupBy(silentChanges, ({ operation }) => operation).values()].reduce<
  SilentChange[][]
>((all, changes) => {
  for (const [index, change] of changes.entries()) all[index] = [...(all[index] ?? []), change]
  return all
}, [])

/** The run of a night, as it is compared, and the checks that it found violated. */
export interface Night extends ComparableRun {
  readonly broken: readonly string[]
}

/** Runs one night against a deployment that listens, or that a transport reaches in place of a socket. */
export async function nightOn(
  { deployment, url }: Pick<Front, 'deployment' | 'url'>,
  seed: number,
  transport?: Transport,
): Promise<Night> {
  const known = readKnown({ ...deployment.settings, BASE_URL: url }, 'production')
  const { plan, outcomes, findings } = await runContracts({
    known,
    ...(transport === undefined ? {} : { transport }),
    profile: 'nightly',
    policy: 'full',
    seed,
    userAgent: 'test',
    concurrency: 16,
    timeoutMs: 10_000,
    maxDurationMs: 300_000,
    waitMs: 0,
    signal: new AbortController().signal,
    selection: { ...everything, operations: watched },
  })
  const broken = findings.filter(({ verdict }) => verdict === 'violation').map(({ check }) => check)
  const seen = observationsIn(outcomes.values(), seed)
  return { id: `night ${seed}`, target: 'production', catalogHash: '', exitCode: null, plan, seen, broken }
}
