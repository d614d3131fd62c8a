import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { readVariables } from '../run/settings.ts'
import { run } from './run.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the run whose findings the specs present. */
    readonly runFolder: string
  }
}

/**
 * Global setup of the specs: takes the run folder that `RUN_DIR` names, or makes a contract run — against development where
 * its address is set, else against the embedded service.
 */
export default async function present(project: TestProject): Promise<void> {
  const taken = process.env['RUN_DIR']
  project.provide('runFolder', taken === undefined || taken === '' ? await makeRun() : resolve(taken))
}

async function makeRun(): Promise<string> {
  const folder = join(mkdtempSync(join(tmpdir(), 'platform-api-suite-')), 'run')
  const variables = readVariables(process.env, undefined)
  const target = variables['DEV_BASE_URL'] === undefined ? 'embedded' : 'development'
  // Its exit code does not decide: the findings do, one test each.
  await run(['nightly', '--only', 'contracts', '--target', target, '--out', folder, '--quiet'], process.env)
  return folder
}
