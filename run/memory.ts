import { join } from 'node:path'
import type { Results, TargetName } from '../evidence/results.ts'
import { nullable, Type, type ValueOf } from '../fixtures/schemas/type.ts'
import { pastOn } from '../reports/changes/changes.ts'
import { historyLineOf, historyLineSchema } from '../reports/changes/history-line.ts'
import { knownFileSchema } from '../reports/changes/known.ts'
import { type ObservationsFile, observationsFileSchema } from '../reports/changes/observations-file.ts'
import type { PastRun } from '../reports/formats/format.ts'
import { baselineFolderOf, readKnownFindings, readObservations } from './baseline-folder.ts'
import { addToHistory, openHistory, readHistory } from './history-file.ts'
import { defaultFolder } from './run-folder.ts'

const { observations, byChance } = observationsFileSchema.properties

/** What a run knew of earlier runs. `recording.json` holds a copy, so that judging again gives the same bytes. */
export const memorySchema = Type.Object({
  /** The date of the run, as in `2026-11-21`. */
  today: Type.String({ format: 'date' }),
  /** True where every operation and every check was asked: only then a known finding can be called unmatched. */
  isWhole: Type.Boolean(),
  /** Differences that the team wants to fail on, though the specification is silent. */
  failOn: Type.Array(Type.Enum(['drift', 'parity'])),
  /** The known findings; null where there is no baseline folder. */
  known: nullable(knownFileSchema.properties.known),
  /** The accepted observations; null where none were accepted for the target. */
  accepted: nullable(Type.Object({ run: Type.String(), observations, byChance })),
  /** The lines of the history about the run's target, oldest first. */
  history: Type.Array(historyLineSchema),
})
export type Memory = ValueOf<typeof memorySchema>

export function nothingRemembered(today: string): Memory {
  return { today, isWhole: false, failOn: [], known: null, accepted: null, history: [] }
}

/** The history file: the one of the setting, else the one among the run folders. */
function historyFileOf(setting: string | null): string {
  return setting ?? join(defaultFolder, 'history.ndjson')
}

/** Reads baseline, known findings and history, except for the embedded target. A broken file is a `UsageError`. */
export function readMemory(
  settings: { readonly baselineDirectory: string | null; readonly historyFile: string | null },
  run: Pick<Memory, 'isWhole' | 'failOn'> & { readonly target: TargetName; readonly today: string },
): Memory {
  const { target, ...rest } = run
  if (target === 'embedded') return { ...rest, known: null, accepted: null, history: [] }
  const folder = baselineFolderOf(settings.baselineDirectory)
  const file = folder === null ? null : readObservations(folder, target)
  return {
    ...rest,
    known: folder === null ? null : readKnownFindings(folder, run.today),
    accepted: file === null ? null : acceptedIn(file),
    history: readHistory(historyFileOf(settings.historyFile)).filter((line) => line.target === target),
  }
}

function acceptedIn({ acceptedFrom: run, observations, byChance }: ObservationsFile): Memory['accepted'] {
  const accepted = { run, observations }
  return byChance === undefined ? accepted : { ...accepted, byChance }
}

/** Tests before the first request that the history can be written. Throws a `UsageError`. */
export function expectToRemember(setting: string | null, target: TargetName): void {
  if (target !== 'embedded') openHistory(historyFileOf(setting))
}

/** Adds a run to the history, for later runs; the embedded target remembers nothing. */
export function remember(setting: string | null, { history }: Memory, results: Results): void {
  if (results.run.target === 'embedded') return
  addToHistory(historyFileOf(setting), historyLineOf(results, pastOn(history, results.run)))
}

/** The trend shows at most this many runs. */
const mostShown = 30

/** The earlier runs that a report shows as a trend, oldest first. */
export function pastRunsOf({ run }: Results, { history }: Memory): readonly PastRun[] {
  const alike = pastOn(history, run).filter(({ profile }) => profile === run.profile)
  return alike.slice(-mostShown)
}
