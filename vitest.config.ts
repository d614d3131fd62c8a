import { defineConfig } from 'vitest/config'

const notOurs = ['node_modules/**', 'reports/out/**', '.stryker-tmp/**']

/** `suite` is `npm test`; `trust`, `limiters` are its long matrices; `contracts` presents a deployment's findings. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'suite',
          include: ['**/*.test.ts'],
          exclude: [...notOurs, '**/*.trust.test.ts', '**/*.limiters.test.ts'],
          setupFiles: ['./fixtures/loopback-only.ts'],
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
          name: 'trust',
          include: ['**/*.trust.test.ts'],
          exclude: notOurs,
          testTimeout: 3_600_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'limiters',
          include: ['**/*.limiters.test.ts'],
          exclude: notOurs,
          testTimeout: 3_600_000,
          hookTimeout: 600_000,
          maxWorkers: 1,
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
