import { join } from 'node:path'
import { factsSchema } from '../contracts/check.ts'
import { counted } from '../evidence/counted.ts'
import { UsageError } from '../evidence/usage-error.ts'
import { census } from '../fixtures/catalog/catalog.ts'
import { fits } from '../fixtures/schemas/compiled.ts'
import { Type, type ValueOf } from '../fixtures/schemas/type.ts'
import { loadKeysOf } from '../fixtures/target.ts'
import type { K6 } from '../load/engine/find-k6.ts'
import { scriptOf, userAgentOf } from '../load/engine/load-context.ts'
import { archiveScenario } from '../load/export/archive.ts'
import { exportPage } from '../load/export/page.ts'
import { testRunManifest } from '../load/export/test-run.ts'
import type { PlannedRate } from '../load/plan.ts'
import { writeText, writing } from './files.ts'
import type { Prepared } from './prepare.ts'
import { recordingSchema, runFactsOf } from './record.ts'
import { makeFolder } from './run-folder.ts'
import { newRunId, suiteVersion, traceIdOf } from './version.ts'

const { run, catalog } = recordingSchema.properties

/** The part of the planning run that an exported scenario carries: its logs can then be judged without settings. */
const about = Type.Object({
  run: Type.Pick(run, ['id', 'profile', 'target', 'policy', 'suiteVersion', 'catalogHash']),
  facts: factsSchema,
  catalog,
  quietKey: Type.Boolean(),
  limitedOperation: Type.String(),
  k6Version: Type.String(),
})
export type AboutExport = ValueOf<typeof about>

const isAbout = fits(about)

/** Reads this part from a log. Throws a `UsageError` where the log has another shape. */
export function readAboutExport(value: unknown): AboutExport {
  if (isAbout(value)) return value
  throw new UsageError('The logs are of another version of the suite')
}

/** The part of the run that an export carries for `merge`. It holds no secret. */
function aboutOf(prepared: Prepared, id: string, k6: K6): AboutExport {
  const { target, plan, catalogue, load } = prepared
  return {
    run: runFactsOf(prepared, id),
    facts: plan.facts,
    catalog: census(catalogue.operations),
    quietKey: loadKeysOf(target.known).quietKey,
    limitedOperation: load.limitedOperation,
    k6Version: k6.version,
  }
}

/** The one scenario of a prepared run. Throws a `UsageError` with the reason where it cannot be exported. */
function exported({ load, security }: Prepared): PlannedRate {
  const [planned] = load.scenarios
  if (planned === undefined || planned.name === 'limits') throw new UsageError('export k6 needs --scenario NAME')
  if (planned.skipped !== null) throw new UsageError(`${planned.name} cannot be exported: ${planned.skipped}`)
  // A pod reads its options from the archive: the private key would have to be in it.
  if (security.clientCertificate !== null)
    throw new UsageError(
      'export k6 cannot carry the client certificate of CLIENT_CERT_FILE: use run with --load-processes on a machine that has it, or let a proxy in the cluster present it and export without CLIENT_CERT_FILE',
    )
  return planned
}

/** Writes archive, manifest and page for the k6 operator and returns their names, or throws a `UsageError`. */
export async function exportK6(prepared: Prepared, k6: K6, directory: string): Promise<readonly string[]> {
  const planned = exported(prepared)
  const { name, processes, order, requests } = planned
  const id = newRunId()
  writing(directory, () => makeFolder(directory))
  const archive = `${name}.tar`
  const { baseUrl, extraHeaders } = prepared.target.known
  const trouble = await archiveScenario({
    binary: k6.binary,
    script: scriptOf(name, {}),
    file: join(directory, archive),
    environment: prepared.environment,
    order: {
      ...order,
      userAgent: userAgentOf({ suiteVersion, runId: id, k6 }),
      startAt: null,
      keepEvery: null,
      about: aboutOf(prepared, id, k6),
    },
  })
  if (trouble !== null) throw new UsageError(`k6 could not pack ${name}: ${trouble}`)
  const facts = {
    name: `platform-api-${name}`,
    archive,
    parallelism: processes,
    baseUrl,
    k6Version: k6.version,
    hasHeaders: extraHeaders.length > 0,
    traceId: prepared.common.traceparent ? traceIdOf(id) : null,
  }
  const { ratePerSecond, durationMs } = order.plateau
  const what = `${counted(requests, 'request')} to ${counted(order.targets.length, 'read')}, ${ratePerSecond}/s for ${durationMs / 1000} s`
  writeText(directory, 'testrun.yaml', testRunManifest(facts))
  writeText(directory, 'README.md', exportPage(facts, name, what))
  return [archive, 'testrun.yaml', 'README.md']
}
