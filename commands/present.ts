import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { stdout } from 'node:process'
import type { TestProject } from 'vitest/node'
import { type Narrowing, wantedOf, wordsFor } from '../contracts/specs/narrowing.ts'
import { sections } from '../contracts/specs/sections.ts'
import { UsageError } from '../evidence/usage-error.ts'
import { readRunOptions } from '../run/options/run-options.ts'
import { prepare } from '../run/prepare.ts'
import { readPlan, readResults } from '../run/read-run.ts'
import { readVariables } from '../run/settings/settings.ts'
import { run } from './run.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the run whose findings the specs present. */
    readonly runFolder: string
    /** The source of vitest's `-t` pattern. The specs make no test for a name that it leaves out. */
    readonly namePattern: string
  }
}

/**
 * Global setup of the specs. Takes the run folder that `RUN_DIR` names. Else makes a contract run: against development where its address
 * is set, or against the embedded service. Where a file or `-t` narrows the tests, the run asks only what they present.
 */
export default async function present(project: TestProject): Promise<void> {
  const narrowing = { name: project.config.testNamePattern ?? /(?:)/, sections: sectionsOf(project) }
  project.provide('namePattern', narrowing.name.source)
  try {
    project.provide('runFolder', takenRun(narrowing) ?? (await makeRun(narrowing)))
  } catch (error) {
    // The sentence of a `UsageError` says what to do; a stack of our code explains nothing.
    if (error instanceof UsageError) error.stack = `${error.name}: ${error.message}`
    throw error
  }
}

/** The run folder of `RUN_DIR`, or null. Throws here if the folder is wrong, so that not each file of specs reports it. */
function takenRun(narrowing: Narrowing): string | null {
  const taken = process.env['RUN_DIR']
  if (taken === undefined) return null
  if (taken.trim() === '') throw new UsageError('RUN_DIR is set but empty: give it a run folder or leave it out')
  wantedOf(narrowing, readPlan(taken))
  readResults(taken)
  return resolve(taken)
}

/** Said so that nobody takes an answer of the reference service for one of development. */
const embeddedAlone = 'DEV_BASE_URL is not set, so the embedded reference service is asked, and no deployment of yours'

/** The sections whose files vitest was told to run. */
function sectionsOf({ vitest }: TestProject): readonly string[] {
  // This field is not in vitest's types. Without it all files count as wanted, and the run asks more than it must.
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
  const narrowed = wordsFor(narrowing, whole.plan)
  stdout.write(target === 'embedded' ? `${embeddedAlone}\n` : `Asks development at ${whole.target.known.baseUrl}\n`)
  // The exit code is not used: each finding becomes a test, and the specs read from the folder whether the run can be trusted.
  await run.run([...words, ...narrowed], process.env)
  return folder
}
