import { readdirSync } from 'node:fs'
import type { Results } from '../evidence/results.ts'
import { UsageError } from '../evidence/usage-error.ts'
import { formats } from '../reports/formats/formats.ts'
import { collectGarbage } from './collect-garbage.ts'
import { jsonPieces, writeText } from './files.ts'
import { pastRunsOf } from './memory.ts'
import type { RecordedRun, Recording } from './record.ts'

/** What reports show of a run beside its results. */
export interface WrittenRun extends Pick<RecordedRun, 'exchanges'> {
  readonly recording: Pick<Recording, 'memory'>
}

/** The judge of what may be written. */
type IsFit = (text: string) => boolean

/**
 * Writes `results.json` and every format of it into a run folder, as far as a text is fit to be written, where that is asked. Returns in a
 * sentence each why a format could not be written; throws a `UsageError` where that is `results.json`.
 */
export function writeReports(
  directory: string,
  results: Results,
  { exchanges, recording }: WrittenRun,
  isFit: IsFit | null = null,
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
  return formats.flatMap(({ file, render, pieces = render }) =>
    whyNot(() => write(file, () => pieces(results, evidence))),
  )
}

/** The pages that k6 wrote into a run folder, by scenario: `k6-smoke.html`. */
function dashboardsIn(directory: string): Readonly<Record<string, string>> {
  const pages = readdirSync(directory).flatMap((file) => {
    const [, scenario] = /^k6-(.+)\.html$/.exec(file) ?? []
    return scenario === undefined ? [] : [[scenario, file] as const]
  })
  return Object.fromEntries(pages.sort())
}

/** One format that cannot be written takes none from the others. */
function whyNot(write: () => void): readonly string[] {
  try {
    write()
    return []
  } catch (error) {
    if (error instanceof UsageError) return [error.message]
    throw error
  }
}
