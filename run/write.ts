import type { Redact } from '../evidence/redaction/redaction.ts'
import { isTrusted, type Results } from '../evidence/results.ts'
import { UsageError } from '../evidence/usage-error.ts'
import { withoutLeaks } from './leaks.ts'
import { remember } from './memory.ts'
import { type RecordedRun, spoiledBy } from './record.ts'
import { resultsOf } from './results.ts'
import { writeReports } from './write-reports.ts'

/**
 * Writes the results of a judged run. An unwritten report, or a file with a credential, makes the run one that is not to be trusted: it
 * passes the gate again. Returns the results as the folder holds them.
 */
export function writeRun(directory: string, run: RecordedRun, results: Results, scan: Redact): Results {
  const unwritten = writeReports(directory, results, run)
  const settled = unwritten.length === 0 ? results : writeSpoiled(directory, run, unwritten.join('; '))
  return withoutLeaks(directory, run, scan) ?? settled
}

function writeSpoiled(directory: string, run: RecordedRun, why: string): Results {
  const results = resultsOf(spoiledBy(run, why))
  writeReports(directory, results, run)
  return results
}

/**
 * Adds a written run to the history. Where that fails, a later run would compare with the wrong one. So the run passes the gate again, as
 * for an unwritten report, and its reports say so. Returns the results as the folder holds them.
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
    // A run that is not to be trusted is a gap in the history anyway.
    return isTrusted(results.run) ? writeSpoiled(directory, run, error.message) : results
  }
}
