import type { Results } from '../evidence/results.ts'
import { pastOn } from '../reports/changes/changes.ts'
import { isTrusted } from '../reports/changes/history-line.ts'
import type { Evidence } from '../reports/formats/format.ts'
import type { Memory } from './memory.ts'

/** So many runs make a trend. */
const most = 30

/** The earlier runs that a report shows, and which violations are new; without a run to compare with nothing is new. */
export function pastRunsOf(results: Results, { history }: Memory): Pick<Evidence, 'past' | 'fresh'> {
  const lines = pastOn(history, results.run)
  const past = lines
    .filter(({ profile }) => profile === results.run.profile)
    .slice(-most)
    .map(({ id, time, profile, target, summary, exitCode }) => ({
      ...{ id, profile, target, summary, exitCode },
      startedAt: time,
    }))
  return { past, ...(lines.some(isTrusted) ? { fresh: new Set(results.changes?.new ?? []) } : {}) }
}
