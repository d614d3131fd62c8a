import { resolve } from 'node:path'
import type { Exchange } from '../evidence/exchange.ts'
import type { Results } from '../evidence/results.ts'
import type { Memory } from '../run/memory.ts'
import { flag } from '../run/options/option.ts'
import { parseWords } from '../run/options/parse.ts'
import { UsageError } from '../run/usage-error.ts'
import { writeReports } from '../run/write-reports.ts'

/** The options of commands that read a run folder. */
export const folderOptions = { quiet: flag('the verdict and nothing else') }

/** The run folder that a command is given. Throws a `UsageError` where that is none or several. */
export function folderIn(
  words: readonly string[],
  command: string,
): { readonly directory: string; readonly quiet: boolean } {
  const { values, positionals } = parseWords(words, folderOptions)
  const [directory, ...rest] = positionals
  if (directory === undefined || rest.length > 0) throw new UsageError(`${command} takes one run folder`)
  return { directory: resolve(directory), quiet: values.quiet }
}

/** Writes the reports again. Throws a `UsageError` where one cannot be written: the results are none the worse for it. */
export function writeAgain(
  directory: string,
  results: Results,
  evidence: { readonly exchanges: readonly Exchange[]; readonly memory: Memory },
): void {
  const unwritten = writeReports(directory, results, evidence)
  if (unwritten.length > 0) throw new UsageError(unwritten.join('; '))
}
