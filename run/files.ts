import { createWriteStream, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from './usage-error.ts'

/** The system's own words for what failed, without the path that is named anyway: ` (EISDIR: illegal operation …)`. */
export function because(error: unknown): string {
  const [words = ''] = error instanceof Error ? error.message.split(', ', 1) : []
  return words === '' ? '' : ` (${words})`
}

function notWritten(path: string, error: unknown): UsageError {
  return new UsageError(`${path} cannot be written${because(error)}`)
}

/** Does what writes a path. Throws a `UsageError` that names it, and says why, where that fails: a full disk, say. */
export function writing<T>(path: string, write: () => T): T {
  try {
    return write()
  } catch (error) {
    throw notWritten(path, error)
  }
}

/** A file to which one JSON object a line is added. */
export interface LineFile {
  readonly add: (value: unknown) => void
  /** Rejects with a `UsageError` where a line could not be written. */
  readonly end: () => Promise<void>
}

/** Lines that come within so many milliseconds are written together. */
const togetherMs = 100

/** Opens a file of lines; `onFailure` is called once, as soon as a line cannot be written. Throws a `UsageError`. */
export function lineFile(path: string, onFailure: () => void = () => {}): LineFile {
  const stream = createWriteStream(path, { fd: writing(path, () => openSync(path, 'w')) })
  const ended = new Promise<void>((done, failed) => {
    stream.on('close', done)
    stream.on('error', (error) => {
      failed(notWritten(path, error))
      onFailure()
    })
  })
  // Whoever waits for the end learns of it then: until then nobody may be waiting.
  ended.catch(() => {})
  let waiting = ''
  const flush = () => {
    if (waiting !== '' && !stream.destroyed) stream.write(waiting)
    waiting = ''
  }
  return {
    add: (value) => {
      if (waiting === '') setTimeout(flush, togetherMs).unref()
      waiting += `${JSON.stringify(value)}\n`
    },
    end: () => {
      flush()
      if (!stream.destroyed) stream.end()
      return ended
    },
  }
}

/** Writes a file of a run. Throws a `UsageError` that says why where it cannot be written. */
export function writeText(directory: string, file: string, text: string): void {
  const path = join(directory, file)
  writing(path, () => writeFileSync(path, text))
}

/** A value as the JSON files of a run hold it: without a line feed at the end, which would copy megabytes to be added. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

/** An object whose lists are long: what stands in one of them on a line of its own, in half the room. */
export function listsText(value: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(value).map(([name, member]) => {
    const text = Array.isArray(member)
      ? `[\n${member.map((item) => JSON.stringify(item)).join(',\n')}\n]`
      : JSON.stringify(member)
    return text === undefined ? [] : [`${JSON.stringify(name)}: ${text}`]
  })
  return `{\n${members.flat().join(',\n')}\n}`
}

/** Writes a JSON file of a run. Throws a `UsageError` where it cannot be written. */
export function writeJson(directory: string, file: string, value: unknown): void {
  writeText(directory, file, jsonText(value))
}
