import { defineConfig } from 'vitest/config'

const notOurs = ['node_modules/**', 'reports/out/**', '.stryker-tmp/**']

/** `suite` is `npm test`; `contracts` presents a deployment's findings. The long matrices are commands of their own. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'suite',
          include: ['**/*.test.ts'],
          exclude: notOurs,
          setupFiles: ['./trust/loopback-only.ts'],
          // Real k6, real sockets and a real browser meet a starved machine now and then: in a pipeline they may try again.
          retry: process.env['CI'] === undefined ? 0 : 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          pool: 'threads',
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'contracts',
          include: ['contracts/specs/*.spec.ts'],
          globalSetup: ['commands/present.ts'],
          pool: 'threads',
          isolate: false,
          maxWorkers: 1,
        },
      },
    ],
  },
})
