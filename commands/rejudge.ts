import { readRun } from '../run/read-run.ts'
import { resultsOf } from '../run/results.ts'
import type { Command } from './command.ts'
import { folderIn, folderOptions, writeAgain } from './run-folder.ts'
import { sayResults } from './say-results.ts'

/** `rejudge RUN_DIR`: judges a recording again. The same recording gives the same bytes and the same exit code. */
export const rejudge: Command = {
  takes: 'RUN_DIR',
  summary: 'judges a recording again and writes its reports again; nothing is sent',
  options: { Options: folderOptions },
  judges: true,
  examples: { 'npx suite rejudge reports/out/latest': 'the last run, judged again' },
  async run(words, environment) {
    const { directory, quiet } = folderIn(words, 'rejudge')
    const run = await readRun(directory)
    const results = resultsOf(run)
    writeAgain(directory, results, run)
    return sayResults(results, directory, { quiet, environment })
  },
}
