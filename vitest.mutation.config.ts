import { defineConfig } from 'vitest/config'

/**
 * The tests of mutation testing: the fast unit tests of the mutated files, without sockets. Whole runs, properties over whole recordings, and
 * the clauses of recorded findings are left out: each takes longer than all tables, and would run again for almost every mutant.
 */
export default defineConfig({
  test: {
    include: [
      'contracts/*.test.ts',
      'contracts/checks/*.test.ts',
      'contracts/judging/*.test.ts',
      'contracts/learning/*.test.ts',
      'contracts/probes/*.test.ts',
      'evidence/**/*.test.ts',
      'load/judge*.test.ts',
      'load/judges/*.test.ts',
      'run/gate*.test.ts',
    ],
    exclude: ['**/*.run.test.ts', '**/*.system.test.ts', 'evidence/cited-clause.test.ts'],
    testTimeout: 20_000,
    pool: 'threads',
    maxWorkers: 1,
    isolate: false,
  },
})
