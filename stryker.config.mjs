import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'

/** Of these files some are drawn: all would take several hours. */
const files = globSync([
  'contracts/{checks,judging,learning,probes}/**/*.ts',
  'contracts/{judge,policy,outcome,equal-answers,error-code}.ts',
  'load/{judge,judges/**/*}.ts',
  'evidence/{retry-after,redaction/*}.ts',
  'run/gate.ts',
  // Left out: the tests, and the files that make their recordings.
]).filter((file) => !/\.(test|cases)\.ts$|fabricated\.ts$/.test(file))
/** One file of so many is tried. */
const oneOf = 10
/** Another draw each day (UTC). `MUTATION_SEED` repeats one. */
const seed = process.env.MUTATION_SEED ?? new Date().toISOString().slice(0, 10)
const lot = (file) => createHash('sha256').update(`${seed} ${file}`).digest('hex')
const drawn = files
  .toSorted((one, other) => lot(one).localeCompare(lot(other)))
  .slice(0, Math.ceil(files.length / oneOf))

/** What was drawn, for the table. */
export const draw = { seed, of: files.length }

/** @type {import('@stryker-mutator/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  mutate: drawn.toSorted(),
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
  thresholds: { high: 95, low: 85, break: null },
}
