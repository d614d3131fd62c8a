import { existsSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { stdout } from 'node:process'
import type { Redact } from '../evidence/redaction/redaction.ts'
import type { ExitCode, Results } from '../evidence/results.ts'
import { summaryText } from '../reports/terminal/summary.ts'
import { terminalOf } from '../reports/terminal/terminal.ts'
import { latestRun } from '../run/run-folder.ts'
import type { Variables } from '../run/settings/settings.ts'

/** Says how a run ended, and where its report lies. Returns its exit code. */
export function sayResults(
  results: Results,
  directory: string,
  {
    quiet,
    environment,
    settings = null,
    redact = (text) => text,
  }: { quiet: boolean; environment: Variables; settings?: string | null; redact?: Redact },
): ExitCode {
  const terminal = terminalOf(stdout, { quiet, term: environment['TERM'] })
  stdout.write(redact(summaryText(results, { report: pageIn(directory), again: again(directory, settings) }, terminal)))
  return results.run.exitCode
}

/** What `replay` must be told to find this run and its target. */
function again(directory: string, settings: string | null): string {
  const isLatest = realOf(directory) === realOf(latestRun)
  const words = [...(isLatest ? [] : [directory]), ...(settings === null ? [] : ['--settings', settings])]
  return words.map((word) => (/^[\w./:@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ')
}

function realOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path
}

/** Where the page to open is, where there is one: it may have been deleted, or not been written. */
function pageIn(directory: string): string {
  const path = join(directory, 'index.html')
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? path : 'none, index.html is not there'
}
