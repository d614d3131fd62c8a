import { appendFileSync, closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type ParseError, parseTree } from 'jsonc-parser'
import { UsageError } from '../evidence/usage-error.ts'
import { jsonOf } from '../fixtures/json.ts'
import { type HistoryLine, historyLineSchema } from '../reports/changes/history-line.ts'
import { textIfThere } from './files.ts'
import { keptIn } from './json-file.ts'
import { makeFolder } from './run-folder.ts'

const remedy = 'Mend the line, or delete it: a night that is missing breaks nothing'

/**
 * Reads the history, in the order of the file; empty where there is none. A line that a full disk or a killed run cut off is skipped.
 * Throws a `UsageError` with file and line for a line that does not fit otherwise.
 */
export function readHistory(path: string): readonly HistoryLine[] {
  const wrong = (code: string) =>
    new UsageError(`The history ${path} cannot be read (${code}). Make it readable, or name another HISTORY_FILE`)
  // A device has no end. With `/dev/null` a user tells a run to remember nothing.
  if (statSync(path, { throwIfNoEntry: false })?.isCharacterDevice() === true) return []
  const text = textIfThere(path, wrong) ?? ''
  return text.split('\n').flatMap((line, index): HistoryLine[] => {
    // A machine that lost its power may leave NULs where a line was to be.
    const trimmed = line.replaceAll('\0', '').trim()
    if (trimmed === '' || isCut(trimmed)) return []
    return [keptIn(trimmed, { path, schema: historyLineSchema, remedy }, index + 1).value]
  })
}

/** True for the beginning of a line that was cut off: its first error is at its very end. */
function isCut(line: string): boolean {
  if (jsonOf(line) !== undefined) return false
  const errors: ParseError[] = []
  parseTree(line, errors)
  const [first] = errors
  return line.startsWith('{') && first !== undefined && first.offset + first.length >= line.length
}

/** Tests before a run that the history can be written. Throws a `UsageError`. */
export function openHistory(path: string): void {
  closeSync(opened(path))
}

/**
 * Adds the line of a run at the end of the file, behind a line feed where the last line was cut. Throws a `UsageError` where it cannot
 * write the whole line, on a full disk for example.
 */
export function addToHistory(path: string, line: HistoryLine): void {
  const file = opened(path)
  try {
    appendFileSync(file, `${endsCut(file) ? '\n' : ''}${JSON.stringify(line)}\n`)
  } catch (error) {
    throw unwritable(path, error)
  } finally {
    closeSync(file)
  }
}

function unwritable(path: string, error: unknown): UsageError {
  const { code } = error as NodeJS.ErrnoException
  return new UsageError(
    `The history ${path} cannot be written (${code}). Make it writable, or name another HISTORY_FILE`,
  )
}

function opened(path: string): number {
  try {
    makeFolder(dirname(path))
    return openSync(path, 'a+')
  } catch (error) {
    throw unwritable(path, error)
  }
}

function endsCut(file: number): boolean {
  const { size } = fstatSync(file)
  if (size === 0) return false
  const last = Buffer.alloc(1)
  readSync(file, last, 0, 1, size - 1)
  return last.toString() !== '\n'
}
