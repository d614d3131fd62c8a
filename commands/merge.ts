import { resolve } from 'node:path'
import { writeJson, writeText } from '../run/files.ts'
import { addToHistory } from '../run/history-file.ts'
import { historyLineFor } from '../run/history-line.ts'
import { judgeRun } from '../run/judge.ts'
import { historyFileOf } from '../run/memory.ts'
import { mergeRuns } from '../run/merge.ts'
import { flag, text } from '../run/options/option.ts'
import { parseWords } from '../run/options/parse.ts'
import { readRun } from '../run/read-run.ts'
import { makeRunFolder, pointLatestTo } from '../run/run-folder.ts'
import { readCommon, readVariables } from '../run/settings.ts'
import { UsageError } from '../run/usage-error.ts'
import { newRunId } from '../run/version.ts'
import { writeRun } from '../run/write.ts'
import type { Command } from './command.ts'
import { sayResults } from './say-results.ts'

const options = {
  out: text('DIR', 'where the whole run is written'),
  quiet: flag('the verdict and nothing else'),
  settings: text('FILE', 'in place of .env; the real environment wins over both'),
}

/** `merge RUN_DIR… --out DIR`: the shards of one run become one run. */
export const merge: Command = {
  takes: 'RUN_DIR… --out DIR',
  summary: 'puts the shards of one run together and judges the whole; nothing is sent',
  about:
    'Takes the folders of all shards of one run (run … --shard 1/3, 2/3, 3/3). Gaps, overlaps and shards of different\nruns are refused. The merged findings are those of the run in one piece.',
  options: { Options: options },
  examples: [{ line: 'npx suite merge shard-1 shard-2 --out whole', does: 'two shards of a gate' }],
  async run(words, environment) {
    const { values, positionals } = parseWords(words, options)
    if (values.out === null) throw new UsageError('merge needs --out DIR')
    const directories = positionals.map((word) => resolve(word))
    const parts = []
    for (const directory of directories) parts.push({ directory, run: await readRun(directory) })
    const run = mergeRuns(parts, newRunId(new Date(), Math.random()))
    const directory = resolve(values.out)
    const { historyFile } = readCommon(readVariables(environment, values.settings))
    makeRunFolder(directory)
    writeJson(directory, 'plan.json', { schemaVersion: 1, ...run.plan })
    writeText(directory, 'exchanges.ndjson', run.exchanges.map((exchange) => `${JSON.stringify(exchange)}\n`).join(''))
    // Each shard was redacted when it was made, and holds no credential any more.
    const results = writeRun(directory, run, judgeRun(run), (text) => text)
    addToHistory(historyFileOf(historyFile), historyLineFor(run, results))
    pointLatestTo(directory)
    return sayResults(results, directory, { quiet: values.quiet, environment })
  },
}
