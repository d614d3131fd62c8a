/** @type {import('@stryker-mutator/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  mutate: [
    'contracts/checks/**/*.ts',
    'contracts/judging/**/*.ts',
    'contracts/learning/**/*.ts',
    'contracts/probes/**/*.ts',
    'contracts/judge.ts',
    'contracts/policy.ts',
    'contracts/outcome.ts',
    'load/judges/**/*.ts',
    'load/judge.ts',
    'evidence/redaction/*.ts',
    'evidence/retry-after.ts',
    'run/gate.ts',
    // The tests, and the files that make their recordings.
    '!**/*.test.ts',
    '!**/*.cases.ts',
    '!**/fabricated.ts',
  ],
  // Leaves out constants that are read once, when a file is loaded. Each such mutant needs its own process and every test in it: most of
  // the time for a fourteenth of the mutants.
  ignoreStatic: true,
  tsconfigFile: 'none.tsconfig.json',
  coverageAnalysis: 'perTest',
  concurrency: 2,
  incremental: true,
  incrementalFile: 'reports/out/mutation/incremental.json',
  tempDirName: '.stryker-tmp',
  ignorePatterns: ['reports/out', 'trust/limiters', 'trust/frameworks', '.stryker-tmp'],
  reporters: ['progress-append-only', 'clear-text', 'json'],
  jsonReporter: { fileName: 'reports/out/mutation/mutation.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  checkers: [],
  timeoutMS: 20000,
  thresholds: { high: 95, low: 85, break: 85 },
}
