import { type CauseRow, may } from './row.ts'

/** Causes for differences from the accepted baseline or between two runs, where the specification is silent. */
export const comparisonCauses = {
  'drift-new': may.undocumented('New since the accepted baseline: {subject}'),
  'drift-changed': may.undocumented('Changed since the accepted baseline: {subject}'),
  'drift-gone': may.undocumented('Gone since the accepted baseline: {subject}'),
  'parity-new': may.undocumented('Only in the second of the two runs: {subject}'),
  'parity-changed': may.undocumented('The two runs differ: {subject}'),
  'parity-untold': may.inconclusive('The two deployments cannot be compared: {why}'),
  'parity-gone': may.undocumented('Only in the first of the two runs: {subject}'),
} as const satisfies Readonly<Record<string, CauseRow>>
