import { closeSync, existsSync, openSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { keyOf, type Observation } from '../evidence/observation.ts'
import type { TargetName } from '../evidence/results.ts'
import { UsageError } from '../evidence/usage-error.ts'
import { type KnownEntry, knownFileSchema, knownFileText, troubleWith } from '../reports/changes/known.ts'
import {
  type ObservationsFile,
  observationsFileSchema,
  observationsFileText,
} from '../reports/changes/observations-file.ts'
import { readKept } from './json-file.ts'
import { makeFolder } from './run-folder.ts'

const remedy = 'Mend it, or restore it from git; nothing was changed'

/** The baseline folder: the setting's, else `baseline/` where it exists, or null. Throws a `UsageError` where it is a file. */
export function baselineFolderOf(setting: string | null, directory = process.cwd()): string | null {
  const path = resolve(directory, setting ?? 'baseline')
  if (setting === null) return existsSync(path) ? path : null
  const found = statSync(path, { throwIfNoEntry: false })
  if (found !== undefined && !found.isDirectory()) throw new UsageError(`BASELINE_DIR: ${path} is a file, not a folder`)
  return path
}

/** The line for a named folder that does not exist yet or is misspelt; null where the folder exists or none is named. */
export function absentBaseline(setting: string | null): string | null {
  if (setting === null || existsSync(resolve(setting))) return null
  return `BASELINE_DIR: ${resolve(setting)} is not there, so nothing is known and no drift is told; npx suite baseline accept RUN_DIR makes it`
}

/** The folder to write a baseline into: `baseline/` unless the setting names another. */
export function usualBaseline(setting: string | null): string {
  return baselineFolderOf(setting) ?? resolve('baseline')
}

const knownPath = (folder: string) => join(folder, 'known-findings.json')
const observationsPath = (folder: string, target: TargetName) => join(folder, `observations-${target}.json`)

/** Reads a baseline's known findings; none where the file is missing. Throws a `UsageError` with file and place. `today`: `2026-11-21`. */
export function readKnownFindings(folder: string, today: string): readonly KnownEntry[] {
  const path = knownPath(folder)
  const known = readKept({ path, schema: knownFileSchema, remedy })?.value.known ?? []
  for (const [index, entry] of known.entries()) {
    const trouble = troubleWith(entry, today)
    if (trouble !== null) throw new UsageError(`${path}, entry ${index + 1} (${entry.finding}): ${trouble}. ${remedy}`)
  }
  return known
}

/** Reads the accepted observations of a target; null where there are none. Throws a `UsageError` with file and line. */
export function readObservations(folder: string, target: TargetName): ObservationsFile | null {
  const kept = readKept({ path: observationsPath(folder, target), schema: observationsFileSchema, remedy })
  if (kept === null) return null
  const seen = new Set<string>()
  for (const [index, one] of kept.value.observations.entries()) {
    // A merge may keep the lines of both branches. With one of them a drift would be silent.
    if (seen.has(keyOf(one)))
      throw kept.wrongAt(['observations', index], 'operation and subject stand here a second time')
    seen.add(keyOf(one))
  }
  return kept.value
}

/** This long a process waits for others that change the same folder. Milliseconds. */
const patienceMs = 10_000

/**
 * Reads and changes a baseline while no other process does: of several that had read the same file, only the last would keep its change.
 * Throws a `UsageError` where the folder cannot be written, or another process does not end.
 */
export function changeAlone<T>(folder: string, change: () => T, mostMs = patienceMs): T {
  const lock = join(folder, 'changing.lock')
  const until = Date.now() + mostMs
  while (!isTaken(lock)) {
    if (Date.now() > until)
      throw new UsageError(`${folder} is being changed by another process. Where none runs, remove ${lock}`)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
  }
  try {
    return change()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** Makes the lock of a folder; false where another process holds it. */
function isTaken(lock: string): boolean {
  try {
    makeFolder(dirname(lock))
    closeSync(openSync(lock, 'wx'))
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    throw new UsageError(`${dirname(lock)} cannot be written (${code})`)
  }
}

/** Writes the known findings, all or nothing. Returns the path; throws a `UsageError` where it cannot write. */
export function writeKnownFindings(folder: string, entries: readonly KnownEntry[]): string {
  return writeWhole(knownPath(folder), knownFileText(entries))
}

/** Writes the accepted observations of a run, all or nothing. Returns the path; throws a `UsageError` where it cannot write. */
export function writeObservations(
  folder: string,
  target: TargetName,
  run: string,
  observations: readonly Observation[],
  byChance: readonly string[] = [],
): string {
  return writeWhole(observationsPath(folder, target), observationsFileText(run, observations, byChance))
}

/**
 * Writes a temporary file, then renames it: a reader sees the old or the new file, never half of one. A link that leads to a file stays, and
 * that file is written.
 */
function writeWhole(path: string, text: string): string {
  const file = existsSync(path) ? realpathSync(path) : path
  const beside = `${file}.${process.pid}.tmp`
  try {
    makeFolder(dirname(file))
    writeFileSync(beside, text)
    renameSync(beside, file)
  } catch (error) {
    rmSync(beside, { force: true })
    throw new UsageError(`${path} cannot be written (${(error as NodeJS.ErrnoException).code})`)
  }
  return path
}
