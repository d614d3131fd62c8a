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

/** The causes that name settings which would change them: each owes its reader that they do. */
export type Remedied = { [C in Cause]: (typeof causes)[C] extends { readonly settings: unknown } ? C : never }[Cause]

/** What a reader is told and does, and the finding before and after it. */
export interface Remedy {
  /** The operation of the finding; null for one that is about the whole run. */
  readonly operation: string | null
  /** The settings that are changed: those that the report names, no others. */
  readonly follows: readonly string[]
  readonly before: () => Promise<Told> | Told
  readonly after: () => Promise<Told> | Told
}

/** What a finding says, as far as a remedy is about it. */
type Told = Pick<Finding, 'id' | 'cause' | 'verdict'>

type Settings = Readonly<Record<string, string | undefined>>

/** Where and with what a question is asked: everything right unless said otherwise. */
interface Asking {
  readonly operation: string
  /** With a colon and the sub-id, where there is one. */
  readonly check: string
  readonly on?: (service: Deployment) => Deployment
  /** True where what other questions learn decides: all of the detailed operations is asked. */
  readonly isWide?: boolean
}

const base = 'http://127.0.0.1:1'

/** The one finding of a check on an operation. */
async function findingOn({ operation, check, on = (service) => service, isWide = false }: Asking, settings: Settings) {
  const known = readKnown({ BASE_URL: base, ...embeddedSettings, ...settings }, 'production')
  const isAsked = ({ id, detail }: Operation) => id === operation || (isWide && detail !== null)
  const { findings } = await runContracts({
    known,
    profile: 'gate',
    policy: 'full',
    // On its day the gate leaves nothing of the operation out.
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

/** A remedy of the contract half: these settings are wrong or left out, and then they are as `right` says. */
export function followed(asking: Asking, wrong: Settings, right: Settings = {}): Remedy {
  return {
    operation: asking.operation,
    follows: Object.keys(wrong),
    before: () => findingOn(asking, wrong),
    after: () => findingOn(asking, right),
  }
}

/** An answer with a status and a documented or other code, as the reference service writes them. */
export function refusal(status: number, code: string): Reply {
  const body = JSON.stringify({ error: { code, message: 'no' }, requestId: 'r-1' })
  return { kind: 'answer', status, headers: [['Content-Type', 'application/json']], body }
}

/** A service that refuses what it would serve of an operation, unless the request is one that the settings may vouch for. */
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

/** The settings that the embedded service goes by. */
export const right: DeploymentSettings = embeddedSettings
