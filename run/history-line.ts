import type { Results } from '../evidence/results.ts'
import { pastOn } from '../reports/changes/changes.ts'
import { type HistoryLine, historyLineOf } from '../reports/changes/history-line.ts'
import type { RecordedRun } from './record.ts'

/** The line of a run in the history. */
export function historyLineFor({ recording }: Pick<RecordedRun, 'recording'>, results: Results): HistoryLine {
  return historyLineOf(results, pastOn(recording.memory.history, results.run))
}
