import { UsageError } from '../evidence/usage-error.ts'
import { findK6, type K6 } from '../load/engine/find-k6.ts'
import type { Interruption } from './interruption.ts'
import type { Prepared } from './prepare.ts'
import type { ProgressWriter } from './progress.ts'

/** Finds a run's k6; null where no scenario is wanted, or an interruption ended the search. Throws a `UsageError` where there is no k6. */
export async function k6For(
  { load, common, environment }: Prepared,
  interruption: Interruption,
  output: ProgressWriter,
): Promise<K6 | null> {
  if (load.scenarios.length === 0) return null
  try {
    const k6 = await findK6({ k6Bin: common.k6, environment, progress: output.line, signal: interruption.signal })
    if (k6.note !== null) output.line(k6.note)
    return k6
  } catch (error) {
    if (error instanceof UsageError && interruption.signal.aborted) return null
    throw error
  }
}
