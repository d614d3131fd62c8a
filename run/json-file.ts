import { lstatSync } from 'node:fs'
import { findNodeAtLocation, type ParseError, parseTree, printParseErrorCode, visit } from 'jsonc-parser'
import type { Static, TSchema } from 'typebox'
import { misfitIn } from '../evidence/misfit.ts'
import { UsageError } from '../evidence/usage-error.ts'
import { jsonOf, objectOf } from '../fixtures/json.ts'
import { compiled } from '../fixtures/schemas/compiled.ts'
import { textIfThere } from './files.ts'

/** A JSON file that a team keeps and may have edited. */
export interface KeptFile<Schema extends TSchema> {
  readonly path: string
  /** The setting that names the file. @default none */
  readonly setting?: string
  readonly schema: Schema
  /** What the user should do about a broken file, as a sentence without its full stop. */
  readonly remedy: string
}

/** The schema version that this suite reads and writes. */
const version = 1

/** The value in such a file. */
interface Kept<Value> {
  readonly value: Value
  /** Makes the same kind of error, with the line of a member, for a fault that the schema cannot find. */
  readonly wrongAt: (path: readonly (string | number)[], what: string) => UsageError
}

/**
 * Reads a JSON file that people may have edited; null where there is none. Throws a `UsageError` with file, line and remedy where the file
 * cannot be read, is no JSON, holds the marks of a merge or a member twice, is of a newer suite, or does not fit its schema.
 */
export function readKept<Schema extends TSchema>(file: KeptFile<Schema>): Kept<Static<Schema>> | null {
  const unread = (code: string) => wrongIn(file, '', 0, `cannot be read (${code})`)
  const text = textIfThere(file.path, unread)?.replace(/^\ufeff/, '')
  if (text === undefined) {
    if (lstatSync(file.path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return null
    throw unread('a link that leads nowhere')
  }
  const kept = keptIn(text, file)
  const twice = memberTwice(text)
  if (twice !== null) throw wrongIn(file, text, twice.offset, `${JSON.stringify(twice.name)} stands here a second time`)
  return kept
}

/** Reads the file that a setting names. Throws a `UsageError` where there is none, too. */
export function readNamed<Schema extends TSchema>(file: Required<KeptFile<Schema>>): Kept<Static<Schema>> {
  const kept = readKept(file)
  if (kept !== null) return kept
  throw new UsageError(`${nameOf(file)} is not there. Name another file, or leave the setting out`)
}

/** Finds a member that an object has twice, as after a merge: JSON silently keeps the last. Null where there is none. */
function memberTwice(text: string): { readonly name: string; readonly offset: number } | null {
  const within: Set<string>[] = []
  const twice: { name: string; offset: number }[] = []
  visit(text, {
    onObjectBegin: () => void within.push(new Set()),
    onObjectEnd: () => void within.pop(),
    onObjectProperty: (name, offset) => {
      const names = within.at(-1)
      if (names?.has(name)) twice.push({ name, offset })
      names?.add(name)
    },
  })
  return twice[0] ?? null
}

/** `firstLine`: the number of the text's first line in its file. */
function wrongIn(file: KeptFile<TSchema>, text: string, offset: number, what: string, firstLine = 1): UsageError {
  const linesBefore = text.slice(0, offset).split('\n').length - 1
  return new UsageError(`${nameOf(file)}, line ${firstLine + linesBefore}: ${what}. ${file.remedy}`)
}

/** Reads such a value from a text: the file itself, or one line of it. */
export function keptIn<Schema extends TSchema>(
  text: string,
  file: KeptFile<Schema>,
  firstLine = 1,
): Kept<Static<Schema>> {
  const wrong = (offset: number, what: string) => wrongIn(file, text, offset, what, firstLine)
  const value = jsonOf(text)
  // The place of a fault is searched only where there is a fault: a file may hold megabytes.
  if (value === undefined) throw notJson(text, wrong)
  const wrongAt: Kept<unknown>['wrongAt'] = (path, what) => {
    const tree = parseTree(text)
    return wrong((tree === undefined ? undefined : findNodeAtLocation(tree, [...path]))?.offset ?? 0, what)
  }
  const found = objectOf(value)?.['schemaVersion']
  if (typeof found === 'number' && found > version) {
    throw new UsageError(
      `${nameOf(file)}, line ${firstLine}: written by a newer suite (schemaVersion ${found}, this one reads ${version}). Use that suite, or restore the file from before it`,
    )
  }
  const validate = compiled<Static<Schema>>(file.schema)()
  if (validate(value)) return { value, wrongAt }
  const { path, what } = misfitIn(validate.errors, 'the file')
  throw wrongAt(path, what)
}

function notJson(text: string, wrong: (offset: number, what: string) => UsageError): UsageError {
  const conflict = mergeMarks.exec(text)
  if (conflict !== null) return wrong(conflict.index, inConflict)
  const errors: ParseError[] = []
  parseTree(text, errors, { disallowComments: true })
  const [error] = errors
  return wrong(error?.offset ?? 0, `not JSON${error === undefined ? '' : ` (${printParseErrorCode(error.error)})`}`)
}

/** The marks that git leaves where it could not merge. */
export const mergeMarks = /^(<{7}|={7}|>{7})/m
export const inConflict = 'the marks of an unresolved merge'

function nameOf({ path, setting }: KeptFile<TSchema>): string {
  return setting === undefined ? path : `${setting}: ${path}`
}
