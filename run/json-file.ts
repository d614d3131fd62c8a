import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { findNodeAtLocation, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Static, TSchema } from 'typebox'
import { UsageError } from './usage-error.ts'

/** A file that a team keeps and people may have edited. */
export interface KeptFile<Schema extends TSchema> {
  readonly path: string
  readonly schema: Schema
  /** What to do about a broken one, as a sentence without its full stop. */
  readonly remedy: string
}

const ajv = new Ajv2020({ allowUnionTypes: true })
formats.default(ajv)

/** The schema version that this suite reads and writes. */
const version = 1

/**
 * Reads a JSON file that people may have edited; null where there is none. Throws a `UsageError` with file, line and what to
 * do where it cannot be read, is no JSON, holds the marks of a merge, is of a newer suite, or does not fit its schema.
 */
export function readKeptFile<Schema extends TSchema>(file: KeptFile<Schema>): Static<Schema> | null {
  const text = textOf(file)
  if (text === null) return null
  return parseKept(text, file)
}

/** The same of a text: the file itself, or one line of it. */
export function parseKept<Schema extends TSchema>(text: string, file: KeptFile<Schema>, firstLine = 1): Static<Schema> {
  const wrong = (offset: number, what: string) =>
    new UsageError(`${file.path}, line ${firstLine + lineOf(text, offset)}: ${what}. ${file.remedy}`)
  const conflict = /^(<{7}|={7}|>{7})/m.exec(text)
  if (conflict !== null) throw wrong(conflict.index, 'the marks of an unresolved merge')
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { disallowComments: true })
  const [error] = errors
  if (error !== undefined) throw wrong(error.offset, `not JSON (${printParseErrorCode(error.error)})`)
  const value: unknown = JSON.parse(text)
  const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)['schemaVersion'] : null
  if (typeof found === 'number' && found > version) {
    throw new UsageError(
      `${file.path}, line ${firstLine}: written by a newer suite (schemaVersion ${found}, this one reads ${version}). Use that suite, or restore the file from before it`,
    )
  }
  const validate = ajv.compile<Static<Schema>>(file.schema)
  if (validate(value)) return value
  const { instancePath = '', message = 'is wrong', params } = validate.errors?.[0] ?? {}
  const path = instancePath.split('/').slice(1).map(stepOf)
  const place = tree === undefined ? undefined : findNodeAtLocation(tree, path)
  const allowed = params?.['allowedValue'] === undefined ? '' : ` ${JSON.stringify(params['allowedValue'])}`
  throw wrong(place?.offset ?? 0, `${path.length === 0 ? 'the file' : path.join('.')} ${message}${allowed}`)
}

function textOf({ path, remedy }: KeptFile<TSchema>): string | null {
  try {
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT') return null
    throw new UsageError(`${path}, line 1: cannot be read (${code}). ${remedy}`)
  }
}

/** A step of a JSON pointer: a number where it is an index. */
function stepOf(step: string): string | number {
  return /^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** How many line ends stand before an offset. */
function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length - 1
}
