import { judge } from '../../contracts/judge.ts'
import type { Finding } from '../../evidence/finding.ts'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import type { Deployment } from '../../fixtures/deployment.ts'
import type { Fault } from '../../fixtures/faults/fault.ts'
import { listen } from '../../fixtures/front/front.ts'
import { recordedAnew } from '../../run/replay.ts'
import { readKnown } from '../../run/settings/settings.ts'
import { type ContractRun, everything, runContracts } from '../matrix/contract-run.ts'
import { operationsFor, violationsOf } from '../matrix/narrowed.ts'

/** One violation of a planted fault that was asked again. `still` and `gone` are a verdict and a cause. */
export interface ReplayedFault {
  readonly check: string
  readonly operation: string | null
  /** Asked with the fault: `violation` is right. */
  readonly still: string
  /** Asked without the fault: `pass` is right. */
  readonly gone: string
}

/** Runs the suite against a deployment with a fault. Then asks one violation of each check again, with and without the fault. */
export async function replayFault(
  fault: Fault,
  make: () => Promise<Deployment> | Deployment,
  seed: number,
): Promise<readonly ReplayedFault[]> {
  const first = fault.plant(await make())
  let standing = first
  const front = await listen({ ...standing, handle: (request) => standing.handle(request) })
  const known = readKnown({ ...standing.settings, BASE_URL: front.url }, 'production')
  const ask = (operations: readonly string[], checks: (id: string) => boolean): Promise<ContractRun> =>
    runContracts({
      ...{
        known,
        profile: 'nightly',
        policy: 'full',
        seed,
        concurrency: 16,
        timeoutMs: 10_000,
        maxDurationMs: 600_000,
      },
      waitMs: 0,
      userAgent: 'platform-api-suite/trust',
      signal: new AbortController().signal,
      selection: { ...everything, operations: catalogue.filter(({ id }) => operations.includes(id)), checks },
    })
  try {
    const run = await ask(
      operationsFor(fault).map(({ id }) => id),
      () => true,
    )
    const again = async (finding: Finding) => {
      const asked = await ask([finding.operation ?? ''], (id) => id === finding.check)
      const { findings } = judge(recordedAnew(run, asked))
      return findings.find(({ id }) => id === finding.id)
    }
    const words = (finding: Finding | undefined) =>
      finding === undefined ? 'not planned' : `${finding.verdict} ${finding.cause}`
    const byCheck = new Map(violationsOf(run).map((finding) => [finding.check.split(':', 1)[0], finding]))
    const rows: ReplayedFault[] = []
    for (const finding of byCheck.values()) {
      // What the run made is still there, where the fault shows only after it.
      standing = fault.after === undefined ? fault.plant(await make()) : first
      const still = words(await again(finding))
      standing = await make()
      const gone = words(await again(finding))
      rows.push({ check: finding.check, operation: finding.operation, still, gone })
    }
    return rows
  } finally {
    await front.close()
  }
}

/** True where the replay is a violation with the fault and a pass without it. */
export function isRight({ still, gone }: ReplayedFault): boolean {
  return still.startsWith('violation ') && gone.startsWith('pass ')
}
