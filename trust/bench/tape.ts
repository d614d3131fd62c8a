import { readFileSync, writeFileSync } from 'node:fs'
import type { ComposedRequest } from '../../contracts/compose.ts'
import type { HeaderLines } from '../../fixtures/headers.ts'

/** One request of a run, and the answer of the reference service. */
export interface Taped {
  readonly request: ComposedRequest
  readonly status: number
  readonly headers: HeaderLines
  readonly body: string
}

/** All requests of one run and their answers, so that others can send the same and get the same. */
export interface Tape {
  /** The words of the run, and its settings. Later passes replace the address in them. */
  readonly words: readonly string[]
  readonly settings: Readonly<Record<string, string>>
  readonly exchanges: readonly Taped[]
}

/** Headers that the way of sending adds. They do not identify a request. */
const addedHeaders = new Set(['host', 'user-agent', 'accept', 'accept-encoding', 'connection', 'content-length'])

/** An address of this machine. Requests name it in their Origin, and each pass has another one. */
const ownAddress = /http:\/\/127\.0\.0\.1:\d+/g

/** The key of a request: equal for all ways of sending, and for all addresses of this machine. */
export function keyOf({ method, target, headers, body }: ComposedRequest): string {
  const own = headers.map(([name, value]) => [name.toLowerCase(), value.replaceAll(ownAddress, 'here')] as const)
  const telling = own.filter(([name]) => !addedHeaders.has(name)).map(([name, value]) => `${name}:${value.trim()}`)
  // superagent encodes apostrophes in a target, and the wire loses blanks around a header's value.
  return [method, target.replaceAll("'", '%27'), ...telling.sort(), '', body ?? ''].join('\n')
}

export function writeTape(path: string, tape: Tape): void {
  writeFileSync(path, JSON.stringify(tape))
}

export function readTape(path: string): Tape {
  return JSON.parse(readFileSync(path, 'utf8')) as Tape
}
