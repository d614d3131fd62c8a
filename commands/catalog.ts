import { stdout } from 'node:process'
import type { ExitCode } from '../evidence/results.ts'
import { census } from '../fixtures/catalog/catalog.ts'
import type { Operation } from '../fixtures/catalog/operation.ts'
import { type ExtendedCatalogue, readExtension } from '../run/extension.ts'
import { knownWord } from '../run/nearest.ts'
import { parseOptions } from '../run/run-options.ts'
import { readCommon, readVariables, type Variables } from '../run/settings.ts'
import { UsageError } from '../run/usage-error.ts'
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

const formats: Readonly<Record<string, (catalogue: ExtendedCatalogue) => string>> = {
  table,
  json,
  csv,
  openapi: ({ operations }) => JSON.stringify(openApiOf(operations), null, 2),
}

/** `catalog`: the catalogue on standard output, and nothing but it. */
export async function catalog(args: readonly string[], environment: Variables): Promise<ExitCode> {
  const { values, positionals } = parseOptions(args, {
    options: { format: { type: 'string' }, 'env-file': { type: 'string' } },
  })
  if (positionals.length > 0) throw new UsageError(`catalog takes no '${positionals[0]}'`)
  const format = knownWord(values.format ?? 'table', Object.keys(formats), 'format')
  const { catalogExtension } = readCommon(readVariables(environment, values['env-file']))
  const text = formats[format]?.(readExtension(catalogExtension)) ?? ''
  await new Promise<void>((done) => stdout.write(`${text}\n`, () => done()))
  return 0
}
