import { join, resolve } from 'node:path'
import { stdout } from 'node:process'
import type { Exchange } from '../evidence/exchange.ts'
import type { ExitCode, Results } from '../evidence/results.ts'
import { summaryText } from '../reports/terminal/summary.ts'
import { terminalOf } from '../reports/terminal/terminal.ts'
import { resultsOf, writeReports } from '../run/judge.ts'
import { type Recording, readExchanges, readJson, readPlan } from '../run/run-folder.ts'
import { parseOptions } from '../run/run-options.ts'
import { UsageError } from '../run/usage-error.ts'

function folderIn(args: readonly string[], command: string): { readonly directory: string; readonly quiet: boolean } {
  const { values, positionals } = parseOptions(args, { options: { quiet: { type: 'boolean' } } })
  const [directory, ...rest] = positionals
  if (directory === undefined || rest.length > 0) throw new UsageError(`${command} takes one run folder`)
  return { directory: resolve(directory), quiet: values.quiet ?? false }
}

function say(results: Results, directory: string, quiet: boolean): ExitCode {
  const terminal = terminalOf(stdout, { quiet, term: process.env['TERM'] })
  stdout.write(summaryText(results, { report: join(directory, 'index.html') }, terminal))
  return results.run.exitCode
}

/** Writes the reports again. Throws a `UsageError` where one cannot be written: the results are none the worse for it. */
function write(directory: string, results: Results, exchanges: readonly Exchange[]): void {
  const unwritten = writeReports(directory, results, exchanges)
  if (unwritten.length > 0) throw new UsageError(unwritten.join('; '))
}

/** `rejudge RUN_DIR`: reads a recording and judges it again, sending nothing. Returns the exit code of the run. */
export async function rejudge(args: readonly string[]): Promise<ExitCode> {
  const { directory, quiet } = folderIn(args, 'rejudge')
  const recording = readJson<Recording>(directory, 'recording.json')
  const exchanges = await readExchanges(directory)
  if (exchanges.length !== recording.run.requests) {
    throw new UsageError(`${directory} is cut: it holds ${exchanges.length} of ${recording.run.requests} exchanges`)
  }
  const results = resultsOf(readPlan(directory), recording, exchanges)
  write(directory, results, exchanges)
  return say(results, directory, quiet)
}

/** `report RUN_DIR`: renders a run again from its results. The same run gives the same bytes. */
export async function report(args: readonly string[]): Promise<ExitCode> {
  const { directory, quiet } = folderIn(args, 'report')
  const results = readJson<Results>(directory, 'results.json')
  write(directory, results, await readExchanges(directory))
  say(results, directory, quiet)
  return 0
}
