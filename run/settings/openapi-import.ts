import { parseDocument } from 'yaml'
import { UsageError } from '../../evidence/usage-error.ts'
import { operationOf, products } from '../../fixtures/catalog/catalog.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { templateOf, whyNoPath } from '../../fixtures/catalog/routes.ts'
import { objectOf } from '../../fixtures/json.ts'
import { textIn, unreadable } from '../files.ts'
import type { ExtensionRow } from './extension.ts'

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const
const otherMethods = ['PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']

type Members = Readonly<Record<string, unknown>>

const membersOf = (value: unknown): Members => objectOf(value) ?? {}
const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

/** The base path of the document's servers; empty where they differ or hold variables. */
function basePathOf(document: Members): string {
  const servers = Array.isArray(document['servers']) ? document['servers'] : []
  const bases = servers.map((server) => {
    const url = textOf(membersOf(server)['url'])
    if (url === null || url.includes('{')) return ''
    try {
      return new URL(url, 'http://localhost').pathname.replace(/\/$/, '')
    } catch {
      return ''
    }
  })
  return new Set(bases).size === 1 ? (bases[0] ?? '') : ''
}

/**
 * Takes the operations that the catalogue does not list from a parsed OpenAPI document (2.0 or 3.x). Effects are inferred from method and
 * name, and marked. Throws a `UsageError` for another kind of document.
 */
export function importOpenApi(value: unknown, catalogue: readonly Operation[], name = 'The file') {
  const document = membersOf(value)
  const version = textOf(document['openapi']) ?? textOf(document['swagger'])
  if (version === null || Object.keys(membersOf(document['paths'])).length === 0) {
    throw new UsageError(`${name} is no OpenAPI document: "openapi" and "paths" are expected at its top`)
  }
  const base = textOf(document['basePath'])?.replace(/\/$/, '') ?? basePathOf(document)
  const known = new Set(catalogue.map(({ method, path }) => `${method} ${templateOf(path)}`))
  const operations: ExtensionRow[] = []
  const leftOut: string[] = []
  let listed = 0
  const paths = Object.entries(membersOf(document['paths']))
  // A document's paths are whole, or lack the base path. One known path decides for all.
  const isWhole = paths.some(
    ([written]) => methods.some((method) => known.has(`${method} ${templateOf(written)}`)) || isOfProduct(written),
  )
  for (const [written, item] of paths) {
    const path = isWhole ? written : `${base}${written}`
    if (textOf(membersOf(item)['$ref']) !== null)
      leftOut.push(`${path}: it stands elsewhere (${textOf(membersOf(item)['$ref'])}), which is not read`)
    for (const [name, content] of Object.entries(membersOf(item))) {
      const upper = name.toUpperCase()
      if (otherMethods.includes(upper)) leftOut.push(`${upper} ${path}: the suite asks ${methods.join(', ')} only`)
      const method = methods.find((one) => one === upper)
      if (method === undefined) continue
      const key = `${method} ${templateOf(path)}`
      const why = whyNoPath(path)
      if (known.has(key)) listed += 1
      else if (why !== null) leftOut.push(`${method} ${path}: ${why}`)
      else {
        known.add(key)
        operations.push(importedOf({ method, path: path as ExtensionRow['path'] }, membersOf(content)))
      }
    }
  }
  const order = ({ product, path, method }: ExtensionRow) => `${product} ${path} ${method}`
  return {
    extension: { operations: operations.toSorted((one, other) => (order(one) < order(other) ? -1 : 1)) },
    /** Operations of the document that the catalogue lists already. */
    listed,
    /** What was left out, and why, one line each. */
    leftOut,
  }
}

/** Reads an OpenAPI document, YAML or JSON. Throws a `UsageError` with file and line where it cannot be read. */
export function readOpenApi(path: string): unknown {
  const text = textIn(path, (code) => new UsageError(`${path} ${unreadable(code)}`))
  const document = parseDocument(text, { prettyErrors: true })
  const [error] = document.errors
  if (error === undefined) return document.toJS({ maxAliasCount: 1_000 })
  const line = error.linePos?.[0].line
  const [why = 'broken'] = error.message.split(/ at line /, 1)
  throw new UsageError(`${path}${line === undefined ? '' : `, line ${line}`}: neither YAML nor JSON (${why})`)
}

/** The listed product with the longest path prefix that a path begins with; null where none fits. */
function productOf(path: string): string | null {
  const found = products.flatMap(({ product, prefixes }) => prefixes.map((prefix) => ({ product, prefix })))
  const longest = found.toSorted((one, other) => other.prefix.length - one.prefix.length)
  return longest.find(({ prefix }) => path.startsWith(`${prefix}/`))?.product ?? null
}

const isOfProduct = (path: string) => productOf(path) !== null

function importedOf({ method, path }: Pick<ExtensionRow, 'method' | 'path'>, content: Members): ExtensionRow {
  const tags = Array.isArray(content['tags']) ? content['tags'] : []
  const [segment = 'other'] = path.split('/').filter((part) => part !== '' && part !== 'api' && !part.startsWith('{'))
  const product = productOf(path) ?? textOf(tags[0]) ?? `${segment.charAt(0).toUpperCase()}${segment.slice(1)}`
  const operation = textOf(content['summary']) ?? textOf(content['operationId']) ?? path.split('/').at(-1) ?? path
  const { effect } = operationOf({ method, path, operation }, { product, prefixes: [] }, true)
  return { product, method, path, operation, effect, effectInferred: true }
}
