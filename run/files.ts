import { closeSync, createWriteStream, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { jsonPieces } from '../evidence/json-pieces.ts'
import { UsageError } from '../evidence/usage-error.ts'

/** The system's own words for a failure, without the path, which the message names anyway: ` (EISDIR: illegal operation …)`. */
export function systemWords(error: unknown): string {
  const [words = ''] = error instanceof Error ? error.message.split(', ', 1) : []
  return words === '' ? '' : ` (${words})`
}

export function notWritten(path: string, error: unknown): UsageError {
  return new UsageError(`${path} cannot be written${systemWords(error)}`)
}

/** Runs `write`. Where it fails, on a full disk for example, throws a `UsageError` with path and reason. */
export function writing<T>(path: string, write: () => T): T {
  try {
    return write()
  } catch (error) {
    throw notWritten(path, error)
  }
}

/** Reads a text file; null where it is missing. Where it cannot, throws what `unread` makes of the system's code. */
export function textIfThere(path: string, unread: (code: string) => UsageError): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    if (code === 'ENOENT') return null
    throw unread(code)
  }
}

/** Reads a text file that must be there. Where it cannot, throws what `unread` makes of the system's code. */
export function textIn(path: string, unread: (code: string) => UsageError): string {
  const text = textIfThere(path, unread)
  if (text === null) throw unread('ENOENT')
  return text
}

/** Tells by the system's code why a file cannot be read. */
export function unreadable(code: string): string {
  return code === 'ENOENT' ? 'is not there' : `cannot be read (${code})`
}

/** Lines within this many milliseconds are written together. */
const togetherMs = 100

/** Opens a file of JSON lines, or throws a `UsageError`. Calls `onFailure` once, when a line cannot be written. */
export function lineFile(path: string, onFailure: () => void = () => {}) {
  const stream = createWriteStream(path, { fd: writing(path, () => openSync(path, 'w')) })
  const ended = new Promise<void>((done, failed) => {
    stream.on('close', done)
    stream.on('error', (error) => {
      failed(notWritten(path, error))
      onFailure()
    })
  })
  // `end` hands the failure to its caller; before that nobody awaits the promise, and Node would end the process.
  ended.catch(() => {})
  let waiting = ''
  let values: unknown[] = []
  // Not in `add`: the next request leaves first, and the line is made while the target works.
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

/** This many bytes are written at once. */
const togetherBytes = 1 << 16

/** Writes a file of a run, whole or piece by piece. Throws a `UsageError` with the reason where it cannot write. */
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

/** Writes a JSON file of a run. Throws a `UsageError` where it cannot write. */
export function writeJson(directory: string, file: string, value: unknown): void {
  writeText(directory, file, jsonPieces(value))
}
