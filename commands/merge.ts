import { join, resolve } from 'node:path'
import type { Exchange } from '../evidence/exchange.ts'
import { listsPieces } from '../evidence/json-pieces.ts'
import type { Results, RunFacts } from '../evidence/results.ts'
import { UsageError } from '../evidence/usage-error.ts'
import { writeJson, writeText } from '../run/files.ts'
import { readMemory } from '../run/memory.ts'
import { mergeRuns } from '../run/merge.ts'
import { mergeLogs } from '../run/merge-logs.ts'
import { flag, settingsFile, text } from '../run/options/option.ts'
import { parseWords } from '../run/options/parse.ts'
import { type ComparableRun, comparableRun } from '../run/parity.ts'
import { readRun } from '../run/read-run.ts'
import type { RecordedRun } from '../run/record.ts'
import { resultsOf } from '../run/results.ts'
import { makeRunFolder, pointLatestTo } from '../run/run-folder.ts'
import { readCommon, readVariables } from '../run/settings/settings.ts'
import { newRunId } from '../run/version.ts'
import { rememberRun, writeRun } from '../run/write.ts'
import type { Command } from './command.ts'
import { sayResults, tellGithub } from './say-results.ts'

const options = {
  load: flag('the words are logs of an exported load scenario, and not run folders'),
  out: text('DIR', 'where the whole run is written'),
  quiet: flag('the verdict and nothing else'),
  settings: settingsFile,
}

/** The whole of some shards, and for those of a cutover the whole of what they asked development before. */
async function mergeShards(directories: readonly string[]): Promise<{ run: RecordedRun; twin: RecordedRun | null }> {
  const parts = []
  for (const directory of directories) parts.push({ directory, run: await readRun(directory) })
  const run = mergeRuns(parts, newRunId())
  if (parts[0]?.run.twin === undefined) return { run, twin: null }
  return { run, twin: (await mergeShards(directories.map((directory) => join(directory, 'parity')))).run }
}

/** The exchanges as lines. Each line is made when it is written. */
function* linesOf(exchanges: readonly Exchange[]): Generator<string> {
  for (const exchange of exchanges) yield `${JSON.stringify(exchange)}\n`
}

// Each shard was redacted when it was written, so it holds no credential any more.
const asItIs = (text: string) => text

function writeMerged(directory: string, run: RecordedRun): Results {
  writeText(directory, 'plan.json', listsPieces({ schemaVersion: 1, ...run.plan }))
  writeText(directory, 'exchanges.ndjson', linesOf(run.exchanges))
  writeJson(directory, 'recording.json', run.recording)
  return writeRun(directory, run, resultsOf(run), asItIs)
}

function mergedTwin(directory: string, twin: RecordedRun): ComparableRun {
  makeRunFolder(directory)
  return comparableRun(writeMerged(directory, twin), twin.plan)
}

const withTwin = (run: RecordedRun, twin: ComparableRun): RecordedRun => ({
  ...run,
  recording: { ...run.recording, development: twin.id },
  twin,
})

export const merge: Command = {
  takes: 'RUN_DIR… | --load LOG… --out DIR',
  summary: 'puts the shards of one run together and judges the whole; nothing is sent',
  about:
    'Takes the folders of all shards of one run (run … --shard 1/3, 2/3, 3/3). Gaps, overlaps and shards of different\nruns are refused. The merged findings are those of the run in one piece.\nWith --load: what each pod of an exported scenario printed (suite export k6), a file each.',
  options: { Options: options },
  judges: true,
  examples: {
    'npx suite merge shard-1 shard-2 --out whole': 'two shards of a gate',
    'npx suite merge --load pod-1.log pod-2.log --out whole': 'two pods of a load test',
  },
  async run(words, environment) {
    const { values, positionals } = parseWords(words, options)
    if (values.out === null) throw new UsageError('merge needs --out DIR')
    const paths = positionals.map((word) => resolve(word))
    const directory = resolve(values.out)
    const common = readCommon(readVariables(environment, values.settings))
    const memoryOf = ({ target }: Pick<RunFacts, 'target'>, today: string) =>
      readMemory(common, { target, today, isWhole: false, failOn: [] })
    const { run, twin } = values.load ? { run: await mergeLogs(paths, memoryOf), twin: null } : await mergeShards(paths)
    makeRunFolder(directory)
    const compared = twin === null ? run : withTwin(run, mergedTwin(join(directory, 'parity'), twin))
    const written = writeMerged(directory, compared)
    const results = rememberRun(directory, compared, written, common.historyFile)
    pointLatestTo(directory)
    tellGithub(directory, environment, asItIs)
    return sayResults(results, directory, { quiet: values.quiet, environment })
  },
}
