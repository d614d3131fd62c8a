import { closeSync, createWriteStream, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../evidence/usage-error.ts'

/** The system's own words for what failed, without the path that is named anyway: ` (EISDIR: illegal operation …)`. */
export function systemWords(error: unknown): string {
  const [words = ''] = error instanceof Error ? error.message.split(', ', 1) : []
  return words === '' ? '' : ` (${words})`
}

/** What to throw where a path cannot be written, and why. */
export function notWritten(path: string, error: unknown): UsageError {
  return new UsageError(`${path} cannot be written${systemWords(error)}`)
}

/** Does what writes a path. Throws a `UsageError` that names it, and says why, where that fails: a full disk, say. */
export function writing<T>(path: string, write: () => T): T {
  try {
    return write()
  } catch (error) {
    throw notWritten(path, error)
  }
}

/** The text of a file. Where it cannot be read, throws what `unread` makes of the system's code; null where that is nothing. */
export function textIn(path: string, unread: (code: string) => UsageError | null): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const why = unread((error as NodeJS.ErrnoException).code ?? String(error))
    if (why !== null) throw why
    return null
  }
}

/** Lines that come within so many milliseconds are written together. */
const togetherMs = 100

/**
 * Opens a file to which one JSON object a line is added; `onFailure` is called once, as soon as a line cannot be written. Throws a
 * `UsageError`.
 */
export function lineFile(path: string, onFailure: () => void = () => {}) {
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
  let values: unknown[] = []
  // Not where it is added: what is asked next leaves first, and the line is made while the target thinks.
  const make = () => {
    for (const value of values) waiting += `${JSON.stringify(value)}\n`
    values = []
  }
  const flush = () => {
    make()
    if (waiting !== '' && !stream.destroyed) stream.write(waiting)
    waiting = ''
  }
  return {
    add: (value: unknown) => {
      if (waiting === '' && values.length === 0) setTimeout(flush, togetherMs).unref()
      if (values.push(value) === 1) setImmediate(make).unref()
    },
    /** Rejects with a `UsageError` where a line could not be written. */
    end: () => {
      flush()
      if (!stream.destroyed) stream.end()
      return ended
    },
  }
}

/** So many bytes are written together. */
const togetherBytes = 1 << 16

/** Writes a file of a run, whole or piece by piece. Throws a `UsageError` that says why where it cannot be written. */
export function writeText(directory: string, file: string, text: string | Iterable<string>): void {
  const path = join(directory, file)
  writing(path, () => {
    const opened = openSync(path, 'w')
    try {
      const bytes = Buffer.allocUnsafe(togetherBytes)
      const encoder = new TextEncoder()
      let length = 0
      const flush = () => {
        for (let from = 0; from < length; ) from += writeSync(opened, bytes, from, length - from)
        length = 0
      }
      for (const piece of typeof text === 'string' ? [text] : text) {
        for (let at = 0; at < piece.length; ) {
          const { read, written } = encoder.encodeInto(at === 0 ? piece : piece.slice(at), bytes.subarray(length))
          at += read
          length += written
          if (at < piece.length) flush()
        }
      }
      flush()
    } finally {
      closeSync(opened)
    }
  })
}

/** A value as the JSON files of a run hold it: without a line feed at the end, which would copy megabytes to be added. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

/** Members so deep are texts of their own: a finding. Of a list there each item is: an observation. */
const deepestPiece = 2

/** The same in pieces: of what is long no text is made that holds all of it. */
export function* jsonPieces(value: unknown, depth = 0): Generator<string> {
  const indent = '  '.repeat(depth)
  const isList = Array.isArray(value)
  const members: readonly (readonly [string, unknown])[] =
    depth > deepestPiece || (depth === deepestPiece && !isList) || typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).filter(([, member]) => isList || member !== undefined)
  if (members.length === 0) {
    yield jsonText(value ?? null).replaceAll('\n', `\n${indent}`)
    return
  }
  let before = isList ? '[' : '{'
  for (const [name, member] of members) {
    yield `${before}\n${indent}  ${isList ? '' : `${JSON.stringify(name)}: `}`
    yield* jsonPieces(member, depth + 1)
    before = ','
  }
  yield `\n${indent}${isList ? ']' : '}'}`
}

/** An object whose lists are long, in pieces: what stands in one of them on a line of its own, in half the room. */
export function* listsPieces(value: Readonly<Record<string, unknown>>): Generator<string> {
  let before = '{\n'
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    yield `${before}${JSON.stringify(name)}: `
    if (Array.isArray(member)) {
      yield '[\n'
      for (const [at, item] of member.entries()) yield `${at === 0 ? '' : ',\n'}${JSON.stringify(item)}`
      yield '\n]'
    } else yield JSON.stringify(member)
    before = ',\n'
  }
  yield '\n}'
}

/** Writes a JSON file of a run. Throws a `UsageError` where it cannot be written. */
export function writeJson(directory: string, file: string, value: unknown): void {
  writeText(directory, file, jsonPieces(value))
}
