import { existsSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { stdout } from 'node:process'
import { counted } from '../evidence/counted.ts'
import { jsonText } from '../evidence/json-pieces.ts'
import { UsageError } from '../evidence/usage-error.ts'
import { census } from '../fixtures/catalog/catalog.ts'
import type { Operation } from '../fixtures/catalog/operation.ts'
import { censusLine } from '../reports/coverage.ts'
import { present } from '../reports/plain-text.ts'
import { writeText } from '../run/files.ts'
import { nearest } from '../run/options/nearest.ts'
import { oneOf, settingsFile, text } from '../run/options/option.ts'
import { parseWords, refusePositionals } from '../run/options/parse.ts'
import { readExtension } from '../run/settings/extension.ts'
import { importOpenApi, readOpenApi } from '../run/settings/openapi-import.ts'
import { readCommon, readVariables } from '../run/settings/settings.ts'
import type { Command } from './command.ts'
import { openApiOf } from './openapi.ts'

const rowOf = ({ product, method, path, operation, effect }: Operation) => ({
  product,
  method,
  path,
  operation,
  effect,
})

function table(operations: readonly Operation[]): string {
  const rows = operations.map(rowOf)
  const widths = [10, 6, Math.max(...rows.map((row) => row.path.length)), 8]
  const padded = (cell: string, index: number) => cell.padEnd(widths[index] ?? 0)
  const line = (...cells: readonly string[]) => cells.map(padded).join('  ').trimEnd()
  const counts = census(operations)
  return [
    line('Product', 'Method', 'Path', 'Effect*', 'Operation'),
    ...rows.map((row) => line(row.product, row.method, row.path, row.effect, row.operation)),
    '',
    censusLine(counts),
    ...counts.unlisted.map(({ count, why }) => `  ${count} ${why}`),
    '* inferred from method and name; CATALOG_EXTENSION corrects it',
  ].join('\n')
}

function csv(operations: readonly Operation[]): string {
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const rows = operations.map((operation) => Object.values(rowOf(operation)).map(cell).join(','))
  return ['product,method,path,operation,effect', ...rows].join('\n')
}

const formats = {
  table,
  json: (operations) => jsonText({ ...census(operations), operations: operations.map(rowOf) }),
  csv,
  openapi: (operations) => jsonText(openApiOf(operations)),
} satisfies Readonly<Record<string, (operations: readonly Operation[]) => string>>

/** `catalog import FILE --out FILE`: writes an extension with the operations of an OpenAPI document that the catalogue lacks. */
function importFrom(files: readonly string[], out: string | null, operations: readonly Operation[]): void {
  const [file, ...rest] = files
  if (file === undefined || rest.length > 0 || out === null) {
    throw new UsageError('catalog import takes one OpenAPI document and --out FILE')
  }
  if (existsSync(out)) throw new UsageError(`${out} is there already: nothing was written`)
  const { extension, listed, leftOut } = importOpenApi(readOpenApi(file), operations, file)
  writeText(dirname(resolve(out)), basename(out), `${jsonText(extension)}\n`)
  const added = extension.operations.length
  const lines = present(
    `Written to ${out}: ${counted(added, 'operation')} of ${file} that the catalogue does not list. Listed already: ${listed}.`,
    ...leftOut.map((line) => `Left out: ${line}.`),
    added > 0 && `Their effects are inferred from method and name: read them, then set CATALOG_EXTENSION=${out}.`,
  )
  stdout.write(`${lines.join('\n')}\n`)
}

const options = {
  format: oneOf(Object.keys(formats) as (keyof typeof formats)[], 'format', 'table unless given'),
  out: text('FILE', 'with import: where the extension is written'),
  settings: settingsFile,
}

export const catalog: Command = {
  takes: '[options] | import OPENAPI_FILE --out FILE',
  summary: 'prints the catalogue, CATALOG_EXTENSION included, and nothing else',
  about:
    'import makes a CATALOG_EXTENSION of the operations that an OpenAPI document (YAML or JSON) knows and the catalogue\ndoes not list; their effects are inferred and marked, for you to correct.',
  options: { Options: options },
  examples: {
    'npx suite catalog --format csv > catalogue.csv': 'for a spreadsheet',
    'npx suite catalog import openapi.yaml --out more.json': 'operations that your team knows beside the listed ones',
  },
  async run(words, environment) {
    const { values, positionals } = parseWords(words, options)
    const { catalogExtension } = readCommon(readVariables(environment, values.settings))
    const [verb, ...files] = positionals
    if (verb === 'import') {
      if (values.format !== null) throw new UsageError('catalog import takes no --format: an extension is JSON')
      importFrom(files, values.out, readExtension(catalogExtension).operations)
      return 0
    }
    if (verb !== undefined && nearest(verb, ['import']) !== null)
      throw new UsageError(`There is no 'catalog ${verb}': did you mean 'catalog import'?`)
    refusePositionals('catalog', positionals)
    if (values.out !== null) throw new UsageError('--out goes with catalog import: without it the catalogue is printed')
    const written = formats[values.format ?? 'table'](readExtension(catalogExtension).operations)
    await new Promise<void>((done) => stdout.write(`${written}\n`, () => done()))
    return 0
  },
}
