import './node-version.mjs'
import { defineConfig } from 'vitest/config'

const notOurs = ['node_modules/**', 'reports/out/**', '.stryker-tmp/**']
const system = '**/*.system.test.ts'
/** Tests of the real k6, of a real browser and of tools that a registry gives. */
/** A minute or more each, of whole nights and pipelines: for the suite's own nightly. */
const long = '**/*.long.system.test.ts'
/** Tests of the real k6 and of a real browser. */
const external = ['k6', 'browser', 'tool'].map((kind) => `**/*.${kind}.system.test.ts`)
/** One more than the two cores of a small machine: much of what is tested waits, for k6, a browser or a deadline. */
const workers = 3
const withSockets = {
  setupFiles: ['./trust/tools/loopback-only.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  pool: 'threads' as const,
  maxWorkers: workers,
}

/**
 * `unit` is the inner loop: no process, no port. `system` and `external` are the rest of `npm test`. `long` goes with the long
 * matrices, which are commands of their own. `contracts` presents a deployment's findings.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...notOurs, system],
          setupFiles: ['./trust/tools/unit-tests.ts'],
          testTimeout: 20_000,
          pool: 'threads',
          maxWorkers: workers,
          isolate: false,
        },
      },
      { test: { ...withSockets, name: 'system', include: [system], exclude: [...notOurs, ...external, long] } },
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
