import { readFileSync, writeFileSync } from 'node:fs'
import type { ComposedRequest } from '../../contracts/compose.ts'
import type { HeaderLines } from '../../fixtures/headers.ts'

/** One request of a run, and what the reference service answered to it. */
export interface Taped {
  readonly request: ComposedRequest
  readonly status: number
  readonly headers: HeaderLines
  readonly body: string
}

/** All that one run sent, so that anyone can send the very same again and be answered the same. */
export interface Tape {
  /** The words of the run, and the settings of the environment that reach what was asked; the address is another one later. */
  readonly words: readonly string[]
  readonly settings: Readonly<Record<string, string>>
  readonly exchanges: readonly Taped[]
}

/** What the way of sending adds, and so tells no request from another. */
const addedHeaders = new Set(['host', 'user-agent', 'accept', 'accept-encoding', 'connection', 'content-length'])

/** Requests name the service that they are sent to, in their Origin: each pass has one of its own. */
const ownAddress = /http:\/\/127\.0\.0\.1:\d+/g

/** What tells one request from another, whoever sends it and to whichever address of this machine. */
export function keyOf({ method, target, headers, body }: ComposedRequest): string {
  const own = headers.map(([name, value]) => [name.toLowerCase(), value.replaceAll(ownAddress, 'here')] as const)
  const telling = own.filter(([name]) => !addedHeaders.has(name)).map(([name, value]) => `${name}:${value.trim()}`)
  // superagent writes an apostrophe otherwise than it was given, and blanks around a value are lost on the wire.
  return [method, target.replaceAll("'", '%27'), ...telling.sort(), '', body ?? ''].join('\n')
}

export function writeTape(path: string, tape: Tape): void {
  writeFileSync(path, JSON.stringify(tape))
}

export function readTape(path: string): Tape {
  return JSON.parse(readFileSync(path, 'utf8')) as Tape
}
