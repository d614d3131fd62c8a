import type { Cause, causes } from '../../evidence/causes.ts'
import type { Finding } from '../../evidence/finding.ts'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import type { Deployment, DeploymentSettings, Reply } from '../../fixtures/deployment.ts'
import { planted } from '../../fixtures/faults/planting.ts'
import type { Seen } from '../../fixtures/faults/seen.ts'
import { embeddedSettings } from '../../fixtures/service/credentials.ts'
import { createService } from '../../fixtures/service/service.ts'
import { readKnown } from '../../run/settings/settings.ts'
import { everything, runContracts } from '../matrix/contract-run.ts'
import { handledBy } from '../matrix/in-process.ts'

/** The causes that name settings. Each promises its reader that these settings would change the finding. */
export type Remedied = { [C in Cause]: (typeof causes)[C] extends { readonly settings: unknown } ? C : never }[Cause]

/** A finding before and after a reader changes the settings that the report names. */
export interface Remedy {
  /** The operation of the finding; null for one that is about the whole run. */
  readonly operation: string | null
  /** The settings that change: exactly those that the report names. */
  readonly follows: readonly string[]
  readonly before: () => Promise<Told> | Told
  readonly after: () => Promise<Told> | Told
}

/** The part of a finding that a remedy is about. */
type Told = Pick<Finding, 'id' | 'cause' | 'verdict'>

type Settings = Readonly<Record<string, string | undefined>>

/** The question of a remedy, and the service that is asked: the reference service unless `on` changes it. */
interface Asking {
  readonly operation: string
  /** The id of the check, with colon and sub-id where there is one. */
  readonly check: string
  readonly on?: (service: Deployment) => Deployment
  /** True where the finding depends on other questions: then all detailed operations are asked by every check. */
  readonly isWide?: boolean
}

const base = 'http://127.0.0.1:1'

/** The finding of a check on an operation, with these settings. Throws where there is none. */
async function findingOn({ operation, check, on = (service) => service, isWide = false }: Asking, settings: Settings) {
  const known = readKnown({ BASE_URL: base, ...embeddedSettings, ...settings }, 'production')
  const isAsked = ({ id, detail }: Operation) => id === operation || (isWide && detail !== null)
  const { findings } = await runContracts({
    known,
    profile: 'gate',
    policy: 'full',
    // With this seed, the gate leaves no question of the operation out.
    seed: catalogue.findIndex(({ id }) => id === operation),
    concurrency: 16,
    timeoutMs: 1000,
    maxDurationMs: 20_000,
    waitMs: 0,
    selection: {
      ...everything,
      operations: catalogue.filter(isAsked),
      checks: (id) => isWide || id === check,
      excluded: (id) => known.exclude.includes(id),
      untouched: [],
    },
    userAgent: 'platform-api-suite/trust',
    signal: new AbortController().signal,
    transport: handledBy(on(await createService({ limit: 'none' }))),
  })
  const found = findings.find((one) => one.operation === operation && one.check === check)
  if (found === undefined) throw new Error(`no finding of ${check} on ${operation}`)
  return found
}

/** A remedy of the contract half: first with the settings in `wrong`, then with those in `right` instead. */
export function followed(asking: Asking, wrong: Settings, right: Settings = {}): Remedy {
  return {
    operation: asking.operation,
    follows: Object.keys(wrong),
    before: () => findingOn(asking, wrong),
    after: () => findingOn(asking, right),
  }
}

/** A refusal with this status and code, in the form of the reference service. */
export function refusal(status: number, code: string): Reply {
  const body = JSON.stringify({ error: { code, message: 'no' }, requestId: 'r-1' })
  return { kind: 'answer', status, headers: [['Content-Type', 'application/json']], body }
}

/** A service that refuses the successes of an operation, except for requests that `isServed` accepts. */
export function serving(operation: string, isServed: (seen: Seen) => boolean, status: number, code: string) {
  return (service: Deployment): Deployment =>
    planted(
      service,
      'picky',
      operation,
      () => true,
      async (seen, beneath) => {
        const reply = await beneath(seen.request)
        const isSuccess = reply.kind === 'answer' && reply.status < 300
        return isSuccess && !isServed(seen) ? refusal(status, code) : reply
      },
    )
}

/** The settings of the embedded service. */
export const right: DeploymentSettings = embeddedSettings
