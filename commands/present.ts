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
  const narrowing = { name: project.config.testNamePattern ?? /(?:)/, sections: sectionsOf(project) }
  project.provide('namePattern', narrowing.name.source)
  try {
    project.provide('runFolder', takenRun(narrowing) ?? (await makeRun(narrowing)))
  } catch (error) {
    // A sentence says what to do: no place in our code explains more.
    if (error instanceof UsageError) error.stack = `${error.name}: ${error.message}`
    throw error
  }
}

/** The run folder of `RUN_DIR`, or null. What is wrong with it is told once, in a sentence, and not by each file of specs. */
function takenRun(narrowing: Narrowing): string | null {
  const taken = process.env['RUN_DIR']
  if (taken === undefined) return null
  if (taken.trim() === '') throw new UsageError('RUN_DIR is set but empty: give it a run folder or leave it out')
  wantedOf(narrowing, readPlan(taken))
  readResults(taken)
  return resolve(taken)
}

/** Nobody shall take what the reference service answers for an answer of development. */
const embeddedAlone = 'DEV_BASE_URL is not set, so the embedded reference service is asked, and no deployment of yours'

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
  const narrowed = wordsFor(narrowing, whole.plan)
  stdout.write(target === 'embedded' ? `${embeddedAlone}\n` : `Asks development at ${whole.target.known.baseUrl}\n`)
  // The findings decide, one test each; its exit code only where it says that they are not to be trusted.
  await run.run([...words, ...narrowed], process.env)
  return folder
}
