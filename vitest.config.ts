import './node-version.mjs'
import { defineConfig } from 'vitest/config'

const notOurs = ['node_modules/**', 'reports/out/**', '.stryker-tmp/**']
const system = '**/*.system.test.ts'
/** Tests of the real k6 and of a real browser. */
const external = ['**/*.k6.system.test.ts', '**/*.browser.system.test.ts']
const withSockets = {
  setupFiles: ['./trust/tools/loopback-only.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  pool: 'threads' as const,
  maxWorkers: 2,
}

/**
 * `unit` is the inner loop: no process, no port. `system` and `external` are the rest of `npm test`. `contracts` presents a
 * deployment's findings. The long matrices are commands of their own.
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
          maxWorkers: 2,
          isolate: false,
        },
      },
      { test: { ...withSockets, name: 'system', include: [system], exclude: [...notOurs, ...external] } },
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
