import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type Narrowing, wordsFor } from '../contracts/specs/narrowing.ts'
import { sections } from '../contracts/specs/sections.ts'
import { readRunOptions } from '../run/options/run-options.ts'
import { prepare } from '../run/prepare.ts'
import { readPlan } from '../run/read-run.ts'
import { readVariables } from '../run/settings/settings.ts'
import { run } from './run.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the run whose findings the specs present. */
    readonly runFolder: string
    /** The source of the regular expression of `-t`: a test that it leaves out is not made at all. */
    readonly namePattern: string
  }
}

/**
 * Global setup of the specs: takes the run folder that `RUN_DIR` names, or makes a contract run — against development where
 * its address is set, else against the embedded service. Where a file or `-t` narrows the tests, the run asks only what they
 * present.
 */
export default async function present(project: TestProject): Promise<void> {
  const name = project.config.testNamePattern ?? /(?:)/
  const taken = process.env['RUN_DIR']
  const makes = taken === undefined || taken === ''
  // Told once, in a sentence, and not by each file of specs.
  if (!makes) readPlan(taken)
  project.provide('namePattern', name.source)
  project.provide('runFolder', makes ? await makeRun({ name, sections: sectionsOf(project) }) : resolve(taken))
}

/** The sections whose files vitest was told to run. */
function sectionsOf({ vitest }: TestProject): readonly string[] {
  // Not in vitest's types: without it all files count as run, and the run asks more than it must.
  const { filenamePattern: words } = vitest as unknown as { readonly filenamePattern?: readonly string[] }
  const folder = resolve(import.meta.dirname, '../contracts/specs')
  return Object.entries(sections)
    .filter(([, name]) => words?.some((word) => join(folder, `${name}.spec.ts`).includes(word)) ?? true)
    .map(([section]) => section)
}

async function makeRun(narrowing: Narrowing): Promise<string> {
  const folder = join(mkdtempSync(join(tmpdir(), 'platform-api-suite-')), 'run')
  const variables = readVariables(process.env, null)
  const target = variables['DEV_BASE_URL'] === undefined ? 'embedded' : 'development'
  const words = ['nightly', '--only', 'contracts', '--target', target, '--out', folder, '--quiet']
  const whole = await prepare(readRunOptions(words), process.env)
  await whole.target.close()
  // Its exit code does not decide: the findings do, one test each.
  await run.run([...words, ...wordsFor(narrowing, whole.plan)], process.env)
  return folder
}
