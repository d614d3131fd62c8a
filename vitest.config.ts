import './node-version.mjs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The temporary folder of the tests and their processes. It goes with the run, with what a failing test leaves behind. */
const room = mkdtempSync(join(tmpdir(), 'suite-tests-'))
process.env['TMPDIR'] = room
/** Judgements are shared only within this run: none must outlive the judges that made it (trust/recordings/recordings.ts). */
process.env['JUDGED_RUNS'] = room
process.once('exit', () => rmSync(room, { recursive: true, force: true, maxRetries: 3 }))
process.once('SIGTERM', () => process.exit(143))

/** The files that compute longest; their size does not tell. */
const longest = [
  'matrix/faults',
  'matrix/styles',
  'hostility/hostile',
  'documents/adding',
  'simulation/',
  'again/second-look',
  'nights/drift',
  'page/accessibility',
  'nights/twins',
  'nights/replay',
  'processes/specs',
  'commands/demo',
]

/**
 * Long files come first. Files that wait for k6 alternate with files that compute, two of each at a time: one waits while the other
 * computes, and neither kind is left alone at the end.
 */
class InTurns extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((part) => moduleId.includes(part))
      return at === -1 ? longest.length : at
    }
    const sorted = (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
    const waits = ({ moduleId }: TestSpecification) => moduleId.includes('.k6.')
    const waiting = sorted.filter(waits)
    const computing = sorted.filter((file) => !waits(file))
    const [first, then] = [waiting.slice(0, 2), waiting.slice(2)]
    return [...first, ...sorted.flatMap((_, at) => [...computing.slice(2 * at, 2 * at + 2), ...then.slice(at, at + 1)])]
  }
}

const notOurs = ['node_modules/**', 'reports/out/**', '.stryker-tmp/**']
const system = '**/*.system.test.ts'
/** Whole runs and experiments in virtual time take seconds each: too long for an inner loop. */
const runs = '**/*.run.test.ts'
/** Tests of whole nights and pipelines take a minute or more each: for the suite's own nightly. */
const long = '**/*.long.system.test.ts'
/** Tests of the real k6, a real browser, and tools from a registry. */
const external = ['k6', 'browser', 'tool'].map((kind) => `**/*.${kind}.system.test.ts`)
/** For two cores: two files wait for k6, two compute. A third computing file starved the others on a machine half as fast. */
const workers = 4
/** Without vite's module runner: computing tests run faster. */
const importedByNode = { viteModuleRunner: false, nodeLoader: false }
/** Options of pure tests: no process, no port, no browser. */
const pure = {
  include: ['**/*.test.ts'],
  setupFiles: ['./trust/tools/unit-tests.ts'],
  // On a busy machine the same work takes ten times as long.
  testTimeout: 120_000,
  pool: 'threads' as const,
  // Pure tests compute and never wait: more workers than cores would only load every file once more.
  maxWorkers: 2,
  experimental: importedByNode,
  sequence: { groupOrder: 1 },
  isolate: false,
}
const withSockets = {
  experimental: importedByNode,
  setupFiles: ['./trust/tools/loopback-only.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  pool: 'threads' as const,
  maxWorkers: workers,
}

/**
 * `unit` is the inner loop: no process, no port. `runs` is as pure, and takes longer. `system` and `external` are the rest of `npm test`.
 * `long` belongs to the long matrices, which are commands of their own. `contracts` presents a deployment's findings.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: InTurns },
    projects: [
      { test: { ...pure, name: 'unit', exclude: [...notOurs, system, runs] } },
      { test: { ...pure, name: 'runs', include: [runs], exclude: notOurs } },
      {
        test: {
          ...withSockets,
          name: 'system',
          include: [system],
          exclude: [...notOurs, ...external, long],
          // The files share only what is planned, judged and started once.
          isolate: false,
        },
      },
      { test: { ...withSockets, name: 'long', include: [long], exclude: notOurs } },
      {
        test: {
          ...withSockets,
          name: 'external',
          include: external,
          exclude: notOurs,
          // They fail on a busy machine now and then: only they may try again, and only in a pipeline.
          retry: process.env['CI'] === undefined ? 0 : 2,
        },
      },
      {
        test: {
          name: 'contracts',
          include: ['contracts/specs/*.spec.ts'],
          globalSetup: ['commands/present.ts'],
          // Titles stay whole: `-t` searches them for operations and checks.
          taskTitleValueFormatTruncate: 0,
          pool: 'threads',
          isolate: false,
          maxWorkers: 1,
        },
      },
    ],
  },
})
