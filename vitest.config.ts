import './node-version.mjs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What the tests and the processes that they start write lies here and goes with the run, also what one that fails leaves. */
const room = mkdtempSync(join(tmpdir(), 'suite-tests-'))
process.env['TMPDIR'] = room
/** Of this run alone, so that no judgement outlives the judges that made it (trust/recordings/recordings.ts). */
process.env['JUDGED_RUNS'] = room
process.once('exit', () => rmSync(room, { recursive: true, force: true, maxRetries: 3 }))
process.once('SIGTERM', () => process.exit(143))

/** What computes longest, which the length of a file does not tell. */
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
 * What takes long begins, and what waits for k6 takes turns with what computes, two of each at a time: the clock of the one is the
 * time of the other, and neither is left to the end alone.
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
/** Whole runs and experiments in virtual time: seconds each, too long for an inner loop. */
const runs = '**/*.run.test.ts'
/** A minute or more each, of whole nights and pipelines: for the suite's own nightly. */
const long = '**/*.long.system.test.ts'
/** Tests of the real k6, of a real browser and of tools that a registry gives. */
const external = ['k6', 'browser', 'tool'].map((kind) => `**/*.${kind}.system.test.ts`)
/** For two cores: the two longest files wait for k6, and two more compute. Three more starved each other on a machine that is half as fast. */
const workers = 4
/** Not through vite: what computes runs faster then. */
const importedByNode = { viteModuleRunner: false, nodeLoader: false }
/** No process, no port, no browser. */
const pure = {
  include: ['**/*.test.ts'],
  setupFiles: ['./trust/tools/unit-tests.ts'],
  // A machine that others starve takes ten times as long for the same work.
  testTimeout: 120_000,
  pool: 'threads' as const,
  // They compute and wait for nothing: more of them than cores only load every file once more.
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
 * `unit` is the inner loop: no process, no port. `runs` is as pure, and takes longer. `system` and `external` are the rest of
 * `npm test`. `long` goes with the long matrices, which are commands of their own. `contracts` presents a deployment's findings.
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
          // They share no state but what is planned, judged and started once.
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
          // They meet a starved machine now and then: in a pipeline they may try again, and no other test may.
          retry: process.env['CI'] === undefined ? 0 : 2,
        },
      },
      {
        test: {
          name: 'contracts',
          include: ['contracts/specs/*.spec.ts'],
          globalSetup: ['commands/present.ts'],
          // Whole names: `-t` looks for operations and checks in them.
          taskTitleValueFormatTruncate: 0,
          pool: 'threads',
          isolate: false,
          maxWorkers: 1,
        },
      },
    ],
  },
})
