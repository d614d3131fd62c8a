import { createReadStream, existsSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { UsageError } from '../evidence/usage-error.ts'
import { type Log, readLogs } from '../load/export/read-logs.ts'
import { type AboutExport, readAboutExport } from './export-k6.ts'
import type { Memory } from './memory.ts'
import type { RecordedRun } from './record.ts'
import { newRunId } from './version.ts'

function logIn(path: string): Log {
  if (!existsSync(path)) throw new UsageError(`${path} is not there`)
  if (statSync(path).isDirectory())
    throw new UsageError(`${path} is a folder: --load takes the logs of pods, a file each`)
  return {
    name: path,
    lines: () => createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY }),
  }
}

/**
 * Merges the logs of an exported scenario into one run, which asked only load. Throws a `UsageError` unless the logs are those of one test,
 * complete, and each given once. `memoryOf` reads what is remembered of earlier runs on the target.
 */
export async function mergeLogs(
  paths: readonly string[],
  memoryOf: (run: AboutExport['run'], today: string) => Memory,
): Promise<RecordedRun> {
  const { record, about, startedAt, finishedAt } = await readLogs(paths.map(logIn), readAboutExport)
  const { run, facts, catalog } = about
  const [started, finished] = [new Date(startedAt).toISOString(), new Date(finishedAt).toISOString()]
  const requests = record.scenarios.reduce((sum, { measured }) => sum + (measured?.all.requests ?? 0), 0)
  return {
    plan: { facts, entries: [], questions: [], cleanUps: [], operations: [], unselected: [], isWhole: false },
    exchanges: [],
    recording: {
      schemaVersion: 1,
      run: {
        ...run,
        // An archive runs every night, and each time is a run of its own. The same logs give the same id.
        id: newRunId(new Date(startedAt), ((startedAt * 31 + finishedAt) % 1e4) / 1e4),
        baseUrl: facts.baseUrl,
        seed: facts.seed,
        requests,
        startedAt: started,
        finishedAt: finished,
        durationMs: Math.round(finishedAt - startedAt),
      },
      catalog,
      circumstances: { asksContracts: false },
      unsent: {},
      exchanges: 0,
      load: record,
      memory: memoryOf(run, started.slice(0, 10)),
    },
  }
}
