import type { Results } from '../evidence/results.ts'
import { pastOn } from '../reports/changes/changes.ts'
import type { PastRun } from '../reports/formats/format.ts'
import type { Memory } from './memory.ts'

/** So many runs make a trend. */
const most = 30

/** The earlier runs that a report shows as a trend. */
export function pastRunsOf({ run }: Results, { history }: Memory): readonly PastRun[] {
  return pastOn(history, run)
    .filter(({ profile }) => profile === run.profile)
    .slice(-most)
    .map(({ id, time, profile, target, summary, exitCode }) => ({
      id,
      profile,
      target,
      summary,
      exitCode,
      startedAt: time,
    }))
}
