import { defineConfig } from 'vitest/config'

/**
 * What mutation testing runs: the fast unit tests of what it mutates, nothing that opens a socket. Properties over whole
 * recordings take longer than all tables together, and each would be run again for almost every mutant.
 */
export default defineConfig({
  test: {
    include: [
      'contracts/*.test.ts',
      'contracts/checks/*.test.ts',
      'contracts/judging/*.test.ts',
      'contracts/learning/*.test.ts',
      'evidence/**/*.test.ts',
      'load/judge*.test.ts',
      'load/judges/*.test.ts',
      'run/gate.test.ts',
    ],
    exclude: ['**/*.property.test.ts', '**/*.system.test.ts'],
    testTimeout: 20_000,
    pool: 'threads',
    maxWorkers: 1,
    isolate: false,
  },
})
