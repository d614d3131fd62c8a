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

/** The files that take longest, by about how many seconds each takes. */
const longest: readonly (readonly [seconds: number, ...files: string[]])[] = [
  [70, 'load/limits', 'load/weaknesses'],
  [30, 'hostility/hostile', 'safety/secrets.k6', 'load/rate'],
  [20, 'processes/strangers', 'processes/specs', 'processes/export', 'nights/drift', 'matrix/', 'documents/commands'],
  [15, 'load/alone', 'processes/interruption', 'nights/nights', 'page/page', 'page/accessibility'],
  [10, 'processes/', 'engine/run-k6', 'nights/', 'safety/', 'documents/', 'hostility/', 'page/', 'commands/demo'],
  [10, 'simulation/', 'again/'],
]

/**
 * Long files come first. In half of the workers files wait for k6, in the other half they compute: one waits while the other computes, and
 * neither kind is left alone at the end. The files of a project stand together: a worker lives on for files of the same project alone.
 */
class InTurns extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const secondsOf = ({ moduleId }: TestSpecification) =>
      longest.find(([, ...parts]) => parts.some((part) => moduleId.includes(part)))?.[0] ?? 2
    const sorted = (await super.sort(files)).toSorted((one, other) => secondsOf(other) - secondsOf(one))
    /** Each file with the second in which it begins, where two workers take these files. */
    const begun = (own: readonly TestSpecification[]) => {
      const free = [0, 0]
      return own.map((file) => {
        const at = Math.min(...free)
        free[free.indexOf(at)] = at + secondsOf(file)
        return { file, at }
      })
    }
    const waits = ({ moduleId }: TestSpecification) => moduleId.includes('.k6.')
    return [...Map.groupBy(sorted, ({ project }) => project).values()].flatMap((own) =>
      [...begun(own.filter(waits)), ...begun(own.filter((file) => !waits(file)))]
        .toSorted((one, other) => one.at - other.at)
        .map(({ file }) => file),
    )
  }
}

const notOurs = ['node_modules/**', 'reports/out/**', '.stryker-tmp/**']
const system = '**/*.system.test.ts'
/** Whole runs and experiments in virtual time take seconds each: too long for an inner loop. */
const runs = '**/*.run.test.ts'
/** Tests of whole nights and pipelines take a minute or more each: for the suite's own nightly. */
const long = '**/*.long.system.test.ts'
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
 * `unit` is the inner loop: no process, no port. `runs` is as pure, and takes longer. `system` is the rest of `npm test`.
 * `long` belongs to the long matrices, which are commands of their own. `contracts` presents a deployment's findings.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: InTurns },
    // Tests of the real k6, a real browser, and tools from a registry fail on a busy machine now and then: only they may try again, and only
    // in a pipeline.
    tags: [{ name: 'external', retry: process.env['CI'] === undefined ? 0 : 2 }],
    projects: [
      { test: { ...pure, name: 'unit', exclude: [...notOurs, system, runs] } },
      // They fill the workers that are free while the last system tests wait.
      { test: { ...pure, name: 'runs', include: [runs], exclude: notOurs, maxWorkers: workers, sequence: {} } },
      {
        test: {
          ...withSockets,
          name: 'system',
          include: [system],
          exclude: [...notOurs, long],
          // The files share only what is planned, judged and started once.
          isolate: false,
        },
      },
      { test: { ...withSockets, name: 'long', include: [long], exclude: notOurs } },
      {
        test: {
          name: 'contracts',
          experimental: importedByNode,
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
