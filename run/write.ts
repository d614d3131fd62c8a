import type { Redact } from '../evidence/redaction/redaction.ts'
import { isTrusted, type Results } from '../evidence/results.ts'
import { UsageError } from '../evidence/usage-error.ts'
import { judgeRun } from './judge.ts'
import { withoutLeaks } from './leaks.ts'
import { remember } from './memory.ts'
import { type RecordedRun, spoiledBy } from './record.ts'
import { resultsOf } from './results.ts'
import { writeReports } from './write-reports.ts'

/**
 * Writes what a judged run leaves beside its recording. A report that cannot be written, or a file that holds a credential,
 * makes the whole run one that is not to be trusted: it passes the gate again. Returns the results as they stand in the folder.
 */
export function writeRun(directory: string, run: RecordedRun, results: Results, scan: Redact): Results {
  const unwritten = writeReports(directory, results, run)
  const settled = unwritten.length === 0 ? results : writeSpoiled(directory, run, unwritten.join('; '))
  return withoutLeaks(directory, run, scan) ?? settled
}

function writeSpoiled(directory: string, run: RecordedRun, why: string): Results {
  const results = resultsOf(spoiledBy(run, why), judgeRun(run))
  writeReports(directory, results, run)
  return results
}

/**
 * Adds a written run to the history. Where that cannot be, a later night would take the last one for the one before: the run passes the gate
 * again, as where a report cannot be written, and its reports say so. Returns the results as they stand in the folder.
 */
export function rememberRun(
  directory: string,
  run: RecordedRun,
  results: Results,
  historyFile: string | null,
): Results {
  try {
    remember(historyFile, run.recording.memory, results)
    return results
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    // What is not to be trusted is a gap in the history anyway.
    return isTrusted(results.run) ? writeSpoiled(directory, run, error.message) : results
  }
}
