import { readFileSync } from 'node:fs'
import { readThresholds as read, type Threshold } from '../load/judges/threshold.ts'
import { UsageError } from './usage-error.ts'

/** Reads the user's latency thresholds. Throws a `UsageError` where the file is not there or says something else. */
export function readThresholds(path: string | null): readonly Threshold[] {
  if (path === null) return []
  try {
    return read(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new UsageError(`LOAD_THRESHOLDS: ${path}: ${why}`)
  }
}
