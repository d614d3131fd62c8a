import { readdirSync } from 'node:fs'
import { jsonPieces } from '../evidence/json-pieces.ts'
import type { Results } from '../evidence/results.ts'
import { UsageError } from '../evidence/usage-error.ts'
import { formats } from '../reports/formats/formats.ts'
import { collectGarbage } from './collect-garbage.ts'
import { writeText } from './files.ts'
import { pastRunsOf } from './memory.ts'
import type { RecordedRun, Recording } from './record.ts'

/** What reports show of a run besides its results. */
export interface WrittenRun extends Pick<RecordedRun, 'exchanges'> {
  readonly recording: Pick<Recording, 'memory'>
}

/**
 * Writes `results.json` and its other formats into a run folder. Where `isFit` is given, only texts that pass it are written. Returns a
 * sentence for each format that could not be written; throws a `UsageError` where `results.json` could not.
 */
export function writeReports(
  directory: string,
  results: Results,
  { exchanges, recording }: WrittenRun,
  isFit: ((text: string) => boolean) | null = null,
): readonly string[] {
  const write = (file: string, make: () => string | Iterable<string>) => {
    collectGarbage()
    const text = make()
    if (isFit === null) return writeText(directory, file, text)
    const whole = typeof text === 'string' ? text : [...text].join('')
    if (isFit(whole)) writeText(directory, file, whole)
  }
  write('results.json', () => jsonPieces(results))
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  const evidence = { exchanges: byId, past: pastRunsOf(results, recording.memory), dashboards: dashboardsIn(directory) }
  return formats.flatMap(({ file, render }) => whyNot(() => write(file, () => render(results, evidence))))
}

/** The name of a dashboard of k6, with its scenario: `k6-smoke.html`. */
export const dashboardName = /^k6-(.+)\.html$/

/** The dashboards of k6 in a run folder, by scenario. */
function dashboardsIn(directory: string): Readonly<Record<string, string>> {
  const pages = readdirSync(directory).flatMap((file) => {
    const [, scenario] = dashboardName.exec(file) ?? []
    return scenario === undefined ? [] : [[scenario, file] as const]
  })
  return Object.fromEntries(pages.sort())
}

/** Runs `write` and returns its `UsageError` as a sentence: one failing format must not stop the others. */
function whyNot(write: () => void): readonly string[] {
  try {
    write()
    return []
  } catch (error) {
    if (error instanceof UsageError) return [error.message]
    throw error
  }
}
