import type { CauseRow } from './row.ts'

/** What differs from the accepted baseline, or between two runs, where the specification is silent. */
export const comparisonCauses = {
  'drift-new': { headline: 'New since the accepted baseline', detail: '{subject}', verdicts: ['undocumented'] },
  'drift-changed': { headline: 'Changed since the accepted baseline', detail: '{subject}', verdicts: ['undocumented'] },
  'drift-gone': { headline: 'Gone since the accepted baseline', detail: '{subject}', verdicts: ['undocumented'] },
  'parity-new': { headline: 'Only in the second of the two runs', detail: '{subject}', verdicts: ['undocumented'] },
  'parity-changed': { headline: 'The two runs differ', detail: '{subject}', verdicts: ['undocumented'] },
  'parity-untold': {
    headline: 'The two deployments cannot be compared',
    detail: '{why}',
    verdicts: ['inconclusive'],
  },
  'parity-gone': { headline: 'Only in the first of the two runs', detail: '{subject}', verdicts: ['undocumented'] },
} as const satisfies Readonly<Record<string, CauseRow>>
