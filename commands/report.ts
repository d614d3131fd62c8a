import { readExchanges, readRecording, readResults } from '../run/read-run.ts'
import type { Command } from './command.ts'
import { folderIn, folderOptions, writeAgain } from './run-folder.ts'
import { sayResults } from './say-results.ts'

/** `report RUN_DIR`: writes the reports again. The same results give the same bytes. */
export const report: Command = {
  takes: 'RUN_DIR',
  summary: 'renders a run again from its results.json',
  options: { Options: folderOptions },
  examples: { 'npx suite report reports/out/latest': 'the reports of the last run, written again' },
  async run(words, environment) {
    const { directory, quiet } = folderIn(words, 'report')
    const results = readResults(directory)
    const exchanges = await readExchanges(directory)
    writeAgain(directory, results, { exchanges, recording: readRecording(directory) })
    sayResults(results, directory, { quiet, environment })
    return 0
  },
}
