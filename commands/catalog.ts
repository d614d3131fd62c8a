import { stdout } from 'node:process'
import { census } from '../fixtures/catalog/catalog.ts'
import type { Operation } from '../fixtures/catalog/operation.ts'
import { type ExtendedCatalogue, readExtension } from '../run/extension.ts'
import { oneOf, text } from '../run/options/option.ts'
import { parseWords, refusePositionals } from '../run/options/parse.ts'
import { readCommon, readVariables } from '../run/settings.ts'
import type { Command } from './command.ts'
import { openApiOf } from './openapi.ts'

const rowOf = ({ product, method, path, operation, effect }: Operation) => ({
  product,
  method,
  path,
  operation,
  effect,
})

function table({ operations }: ExtendedCatalogue): string {
  const rows = operations.map(rowOf)
  const widths = [8, 6, Math.max(...rows.map((row) => row.path.length)), 8]
  const line = (...cells: readonly string[]) =>
    cells
      .map((cell, index) => cell.padEnd(Math.max(widths[index] ?? 0, index === 0 ? 10 : 0)))
      .join('  ')
      .trimEnd()
  const { claimed, listed, extended, unlisted } = census(operations)
  const missing = unlisted.map(({ count, why }) => `+ ${count} (${why})`).join('\n  ')
  return [
    line('Product', 'Method', 'Path', 'Effect*', 'Operation'),
    ...rows.map((row) => line(row.product, row.method, row.path, row.effect, row.operation)),
    '',
    `${claimed} claimed = ${listed} listed\n  ${missing}${extended > 0 ? `\n${extended} more by CATALOG_EXTENSION` : ''}`,
    '* inferred from method and name; CATALOG_EXTENSION corrects it',
  ].join('\n')
}

function csv({ operations }: ExtendedCatalogue): string {
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const rows = operations.map((operation) => Object.values(rowOf(operation)).map(cell).join(','))
  return ['product,method,path,operation,effect', ...rows].join('\n')
}

function json({ operations }: ExtendedCatalogue): string {
  return JSON.stringify({ ...census(operations), operations: operations.map(rowOf) }, null, 2)
}

const formats = {
  table,
  json,
  csv,
  openapi: ({ operations }: ExtendedCatalogue) => JSON.stringify(openApiOf(operations), null, 2),
} as const

const options = {
  format: oneOf(Object.keys(formats) as (keyof typeof formats)[], 'format', 'table unless given'),
  settings: text('FILE', 'in place of .env; the real environment wins over both'),
}

/** `catalog`: the catalogue on standard output, and nothing but it. */
export const catalog: Command = {
  takes: '[options]',
  summary: 'prints the catalogue, CATALOG_EXTENSION included, and nothing else',
  about: '',
  options: { Options: options },
  examples: [{ line: 'npx suite catalog --format csv > catalogue.csv', does: 'for a spreadsheet' }],
  async run(words, environment) {
    const { values, positionals } = parseWords(words, options)
    refusePositionals('catalog', positionals)
    const { catalogExtension } = readCommon(readVariables(environment, values.settings))
    const written = formats[values.format ?? 'table'](readExtension(catalogExtension))
    await new Promise<void>((done) => stdout.write(`${written}\n`, () => done()))
    return 0
  },
}
