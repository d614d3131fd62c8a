import { statSync } from 'node:fs'
import { join } from 'node:path'
import { stdout } from 'node:process'
import type { Redact } from '../evidence/redaction/redaction.ts'
import type { ExitCode, Results } from '../evidence/results.ts'
import { summaryText } from '../reports/terminal/summary.ts'
import { terminalOf } from '../reports/terminal/terminal.ts'
import type { Variables } from '../run/settings/settings.ts'

/** Says how a run ended, and where its report lies. Returns its exit code. */
export function sayResults(
  results: Results,
  directory: string,
  { quiet, environment, redact = (text) => text }: { quiet: boolean; environment: Variables; redact?: Redact },
): ExitCode {
  const terminal = terminalOf(stdout, { quiet, term: environment['TERM'] })
  stdout.write(redact(summaryText(results, { report: pageIn(directory) }, terminal)))
  return results.run.exitCode
}

/** Where the page to open is, where there is one: it may have been deleted, or not been written. */
function pageIn(directory: string): string {
  const path = join(directory, 'index.html')
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? path : 'none, index.html is not there'
}
