import type { Finding } from '../../evidence/finding.ts'
import { catalogue, detailed, type OperationId } from '../../fixtures/catalog/catalog.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { checkFacts } from '../../fixtures/checks.ts'
import type { Deployment } from '../../fixtures/deployment.ts'
import type { Fault } from '../../fixtures/faults/fault.ts'
import { listen } from '../../fixtures/front/front.ts'
import { readKnown } from '../../run/settings/settings.ts'
import { type ContractRun, everything, runContracts } from './contract-run.ts'
import { handledBy } from './in-process.ts'

/** The operations that section 4 details. */
export const detailedOperations: readonly Operation[] = catalogue.filter(({ detail }) => detail !== null)

/** How a deployment is asked. With `isHanded`, it gets each composed request without a socket. */
interface Asking {
  readonly seed: number
  readonly operations?: readonly Operation[]
  readonly timeoutMs?: number
  readonly isHanded?: boolean
  /** True for the profile cutover under the safe policy, in place of nightly under full. */
  readonly isSafe?: boolean
}

/** A contract run against a deployment: of the whole catalogue, or of some operations. */
export async function runAgainst(
  deployment: Deployment,
  { seed, operations = catalogue, timeoutMs = 10_000, isHanded = false, isSafe = false }: Asking,
): Promise<ContractRun> {
  const front = isHanded ? { url: 'http://127.0.0.1:9', close: () => undefined } : await listen(deployment)
  try {
    return await runContracts({
      known: readKnown({ ...deployment.settings, BASE_URL: front.url }, 'production'),
      ...(isHanded ? { transport: handledBy(deployment) } : {}),
      ...(isSafe ? { profile: 'cutover', policy: 'safe' } : { profile: 'nightly', policy: 'full' }),
      seed,
      selection: { ...everything, operations },
      concurrency: 16,
      timeoutMs,
      maxDurationMs: 600_000,
      waitMs: 0,
      userAgent: 'platform-api-suite/trust',
      signal: new AbortController().signal,
    })
  } finally {
    await front.close()
  }
}

export function violationsOf({ findings }: Pick<ContractRun, 'findings'>): readonly Finding[] {
  return findings.filter(({ verdict }) => verdict === 'violation')
}

/** The operations that a fault's plan asks: its own, those that come before it, and for `catalog.reachable` all with the same prefix. */
export function operationsFor(fault: Pick<Fault, 'operation' | 'check' | 'after'>): readonly Operation[] {
  const own = catalogue.find(({ id }) => id === fault.operation)
  const before = catalogue.filter(({ id }) => fault.after?.includes(id as OperationId))
  const beside = fault.check === 'catalog.reachable' ? catalogue.filter(({ prefix }) => prefix === own?.prefix) : []
  return [...new Set([...before, ...(own === undefined ? [] : [own]), ...beside])]
}

/** Whether a planted fault was caught, and what else was found. */
export interface Caught {
  readonly caught: boolean
  /** Violations on other operations than the fault's. */
  readonly strays: readonly Finding[]
  readonly seen: readonly Finding[]
}

/** Verdict, cause and observed text of every finding of a check: these do not change from run to run. */
function observation(findings: readonly Finding[], check: string): string {
  const own = findings.filter((finding) => finding.check.split(':', 1)[0] === check)
  return JSON.stringify(own.map(({ verdict, cause, observed }) => [verdict, cause, observed]))
}

/** Plants a fault on a fresh deployment and runs the suite: was it caught on its operation, and which violations are strays? */
export async function tryFault(
  fault: Fault,
  make: () => Promise<Deployment> | Deployment,
  asking: Pick<Asking, 'seed' | 'isHanded'>,
): Promise<Caught> {
  const narrow = operationsFor(fault)
  const narrowed = await runAgainst(fault.plant(await make()), { ...asking, operations: narrow })
  // Some causes show only in a comparison with other operations: then all operations are asked.
  const needsOthers = narrowed.findings.some(({ cause }) => cause === 'needs-others')
  const operations = needsOthers ? catalogue : narrow
  const { findings } = needsOthers ? await runAgainst(fault.plant(await make()), { ...asking, operations }) : narrowed
  const violations = violationsOf({ findings })
  const seen = findings.filter(
    ({ check, operation }) => check.split(':', 1)[0] === fault.check && operation === fault.operation,
  )
  const strays = violations.filter(({ operation }) => operation !== fault.operation)
  if (checkFacts(fault.check).may === 'violate') {
    return { caught: seen.some(({ verdict }) => verdict === 'violation'), strays, seen }
  }
  const clean = await runAgainst(await make(), { ...asking, operations })
  return { caught: observation(findings, fault.check) !== observation(clean.findings, fault.check), strays, seen }
}

/** True for a fault that the contract half can find, and that is not too slow for a test. */
export function isForContracts(fault: Fault): boolean {
  const underLoad = fault.name.startsWith('load-')
  return checkFacts(fault.check).asks === 'contracts' && fault.slow !== true && !underLoad
}

/** Share of passes among the findings on the detailed operations: 1 = all of them. */
export function passShare({ findings }: Pick<ContractRun, 'findings'>): number {
  const own = findings.filter(({ operation }) => Object.values<string>(detailed).includes(operation ?? ''))
  return own.length === 0 ? 0 : own.filter(({ verdict }) => verdict === 'pass').length / own.length
}
