import { appendFileSync, existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { stderr, stdout } from 'node:process'
import type { Redact } from '../evidence/redaction/redaction.ts'
import type { ExitCode, Results } from '../evidence/results.ts'
import { summaryText } from '../reports/terminal/summary.ts'
import { terminalOf } from '../reports/terminal/terminal.ts'
import { latestRun } from '../run/run-folder.ts'
import type { Variables } from '../run/settings/settings.ts'

/** Writes how a run ended and where its report lies. Returns the exit code of the run. */
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
  const terminal = terminalOf(stdout, quiet, environment['TERM'])
  stdout.write(redact(summaryText(results, { report: pageIn(directory), again: again(directory, settings) }, terminal)))
  return results.run.exitCode
}

/** The words that `replay` needs to find this run and its target; empty for none. */
function again(directory: string, settings: string | null): string {
  const isLatest = realOf(directory) === realOf(latestRun)
  const words = [...(isLatest ? [] : [directory]), ...(settings === null ? [] : ['--settings', settings])]
  return words.map((word) => (/^[\w./:@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ')
}

const realOf = (path: string): string => (existsSync(path) ? realpathSync(path) : path)

/** The path of the page, or a note where there is none: it may have been deleted or never written. */
function pageIn(directory: string): string {
  const path = join(directory, 'index.html')
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? path : 'none, index.html is not there'
}

/**
 * Tells GitHub Actions how a run ended. GitHub reads workflow commands from the log, and the summary from a file that it names. A summary
 * that cannot be written is reported on standard error and changes nothing else.
 */
export function tellGithub(directory: string, environment: Variables, redact: Redact): void {
  const textOf = (file: string) => {
    const path = join(directory, file)
    return existsSync(path) ? redact(readFileSync(path, 'utf8')) : ''
  }
  if (environment['GITHUB_ACTIONS'] === 'true') stdout.write(textOf('annotations.txt'))
  const summary = environment['GITHUB_STEP_SUMMARY'] ?? ''
  if (summary === '') return
  try {
    appendFileSync(summary, textOf('summary.md'))
  } catch {
    stderr.write(`GITHUB_STEP_SUMMARY: ${summary} cannot be written\n`)
  }
}
