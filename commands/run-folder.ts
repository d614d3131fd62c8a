import { resolve } from 'node:path'
import type { Results } from '../evidence/results.ts'
import { UsageError } from '../evidence/usage-error.ts'
import { flag } from '../run/options/option.ts'
import { parseWords } from '../run/options/parse.ts'
import { type WrittenRun, writeReports } from '../run/write-reports.ts'

export const folderOptions = { quiet: flag('the verdict and nothing else') }

/** The run folder in the words of a command. Throws a `UsageError` where there is none or more than one. */
export function folderIn(words: readonly string[], command: string) {
  const { values, positionals } = parseWords(words, folderOptions)
  const [directory, ...rest] = positionals
  if (directory === undefined || rest.length > 0) throw new UsageError(`${command} takes one run folder`)
  return { directory: resolve(directory), quiet: values.quiet }
}

/** Writes the reports again. Throws a `UsageError` where one cannot be written; the results stay as they are. */
export function writeAgain(directory: string, results: Results, run: WrittenRun): void {
  const unwritten = writeReports(directory, results, run)
  if (unwritten.length > 0) throw new UsageError(unwritten.join('; '))
}
