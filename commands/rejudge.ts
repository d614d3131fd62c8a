import { resolve } from 'node:path'
import type { Exchange } from '../evidence/exchange.ts'
import type { ExitCode, Results } from '../evidence/results.ts'
import { judgeRun } from '../run/judge.ts'
import { readExchanges, readResults, readRun } from '../run/read-run.ts'
import { resultsOf } from '../run/results.ts'
import { parseOptions } from '../run/run-options.ts'
import type { Variables } from '../run/settings.ts'
import { UsageError } from '../run/usage-error.ts'
import { writeReports } from '../run/write-reports.ts'
import { sayResults } from './say-results.ts'

function folderIn(args: readonly string[], command: string): { readonly directory: string; readonly quiet: boolean } {
  const { values, positionals } = parseOptions(args, { options: { quiet: { type: 'boolean' } } })
  const [directory, ...rest] = positionals
  if (directory === undefined || rest.length > 0) throw new UsageError(`${command} takes one run folder`)
  return { directory: resolve(directory), quiet: values.quiet ?? false }
}

/** Writes the reports again. Throws a `UsageError` where one cannot be written: the results are none the worse for it. */
function write(directory: string, results: Results, exchanges: readonly Exchange[]): void {
  const unwritten = writeReports(directory, results, exchanges)
  if (unwritten.length > 0) throw new UsageError(unwritten.join('; '))
}

/** `rejudge RUN_DIR`: reads a recording and judges it again, sending nothing. Returns the exit code of the run. */
export async function rejudge(args: readonly string[], environment: Variables): Promise<ExitCode> {
  const { directory, quiet } = folderIn(args, 'rejudge')
  const run = await readRun(directory)
  const results = resultsOf(run, judgeRun(run))
  write(directory, results, run.exchanges)
  return sayResults(results, directory, { quiet, environment })
}

/** `report RUN_DIR`: renders a run again from its results. The same run gives the same bytes. */
export async function report(args: readonly string[], environment: Variables): Promise<ExitCode> {
  const { directory, quiet } = folderIn(args, 'report')
  const results = readResults(directory)
  write(directory, results, await readExchanges(directory))
  sayResults(results, directory, { quiet, environment })
  return 0
}
