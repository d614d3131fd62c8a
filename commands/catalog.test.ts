import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stdout } from 'node:process'
import swaggerParser from '@apidevtools/swagger-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { UsageError } from '../evidence/usage-error.ts'
import { catalogue, census } from '../fixtures/catalog/catalog.ts'
import { claimed } from '../fixtures/catalog/tables.ts'
import { readExtension } from '../run/settings/extension.ts'
import { textOf } from '../trust/documents/files.ts'
import { catalog } from './catalog.ts'

const directory = mkdtempSync(join(tmpdir(), 'catalog-'))

function extension(content: unknown): string {
  const path = join(
    directory,
    `${
      Math.abs(
        JSON.stringify(content)
          .split('')
          .reduce((sum, mark) => sum * 31 + mark.charCodeAt(0), 7),
      ) % 1e9
    }.json`,
  )
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

/** What the command writes to standard output. */
async function shown(args: readonly string[], content?: unknown): Promise<string> {
  const written: string[] = []
  vi.spyOn(stdout, 'write').mockImplementation((text: unknown, ...rest: readonly unknown[]) => {
    written.push(String(text))
    for (const done of rest) if (typeof done === 'function') done()
    return true
  })
  const environment = content === undefined ? {} : { CATALOG_EXTENSION: extension(content) }
  expect(await catalog.run(args, environment)).toBe(0)
  vi.restoreAllMocks()
  return written.join('')
}

afterEach(() => vi.restoreAllMocks())

const more = { product: 'Teams', method: 'GET', path: '/api/team/x/{id}', operation: 'say "hello", twice' } as const

describe('the catalogue as data', () => {
  test('has the documented shape as json', async () => {
    const data = JSON.parse(await shown(['--format', 'json']))
    expect(data).toMatchObject({ claimed: claimed.operations, listed: catalogue.length })
    expect(data.operations).toHaveLength(catalogue.length)
    expect(Object.keys(data.operations[0])).toEqual(['product', 'method', 'path', 'operation', 'effect'])
    expect(data.operations[0]).toEqual({
      product: 'Accounts',
      method: 'POST',
      path: '/api/account/general/create',
      operation: 'create account',
      effect: 'write',
    })
    expect(data.unlisted).toEqual(census().unlisted)
  })

  test('has a row for each operation as csv, quoted where needed', async () => {
    const lines = (await shown(['--format', 'csv'])).trimEnd().split('\n')
    expect(lines).toHaveLength(catalogue.length + 1)
    expect(lines[0]).toBe('product,method,path,operation,effect')
    expect(lines[1]).toBe('Accounts,POST,/api/account/general/create,create account,write')
    const extended = (await shown(['--format=csv'], { operations: [more] })).trimEnd().split('\n')
    expect(extended.at(-1)).toBe('Teams,GET,/api/team/x/{id},"say ""hello"", twice",read')
  })

  test('is valid as openapi, loads in two tools, and holds every operation once', async () => {
    const document = JSON.parse(await shown(['--format', 'openapi']))
    const { valid, errors } = await new Validator().validate(structuredClone(document))
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
    // Swagger UI, editors and generators use this parser of Swagger. It resolves every reference.
    const loaded = await swaggerParser.validate(structuredClone(document))
    expect(JSON.stringify(loaded)).not.toContain('$ref')
    expect(Object.keys(loaded.paths ?? {})).toEqual(Object.keys(document.paths))
    const operations = Object.values(document.paths).flatMap((path) => Object.values(Object(path))) as {
      operationId: string
      security?: unknown
    }[]
    expect(operations).toHaveLength(catalogue.length)
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(catalogue.length)
    expect(operations.filter(({ security }) => security !== undefined)).toHaveLength(2)
    expect(document.components.securitySchemes.apiKey).toEqual({
      type: 'apiKey',
      in: 'header',
      name: 'X-Service-API-Key',
    })
    const choice = document.paths['/api/ads/placement/choice/{placementId}'].post
    expect(choice.parameters).toEqual([{ name: 'placementId', in: 'path', required: true, schema: { type: 'string' } }])
    expect(Object.keys(choice.responses)).toEqual(['2XX', 'default'])
    expect(Object.keys(document.paths['/api/vote/embed/create'].post.responses)).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '429',
    ])
    expect(document.paths['/api/video/details/all'].get.parameters).toHaveLength(17)
  })

  test('has the census as a table', async () => {
    const table = await shown([])
    expect(table.split('\n').filter((line) => / \/api\//.test(line))).toHaveLength(catalogue.length)
    expect(table).toContain(`${claimed.operations} = ${catalogue.length} listed +`)
    expect(table).not.toContain('added by CATALOG_EXTENSION')
    expect(await shown([], { operations: [more] })).toContain('1 added by CATALOG_EXTENSION')
  })

  test.for([
    [['--format', 'jsn'], "did you mean 'json'?"],
    [['all'], "catalog takes no 'all'"],
    [['imprt', 'api.yaml'], "did you mean 'catalog import'?"],
    [['--formt', 'json'], "did you mean '--format'?"],
  ] as const)('refuses %j', async ([args, words]) => {
    await expect(catalog.run(args, {})).rejects.toThrow(UsageError)
    await expect(catalog.run(args, {})).rejects.toThrow(words)
  })
})

describe('CATALOG_EXTENSION', () => {
  test.for<[string, unknown, string]>([
    ['text that is not JSON', '{', 'line 1: not JSON'],
    ['a list', [], 'must be object'],
    ['an unknown member', { operation: [] }, 'must NOT have additional properties'],
    [
      'an operation without a path',
      { operations: [{ product: 'A', method: 'GET', operation: 'x' }] },
      "operations.0 must have required property 'path'",
    ],
    [
      'another method',
      { operations: [{ ...more, method: 'PATCH' }] },
      'operations.0.method must be equal to one of the allowed values: GET, POST, PUT, DELETE',
    ],
    [
      'a path with a query',
      { operations: [{ ...more, path: '/a?b' }] },
      '/a?b is no path to ask: a path has no blanks, query',
    ],
    [
      'a path without a slash',
      { operations: [{ ...more, path: 'a' }] },
      'a is no path to ask: a path has no blanks, query',
    ],
    ['an empty product', { operations: [{ ...more, product: '' }] }, 'operations.0.product'],
    [
      'an unknown effect',
      { effects: { 'GET /api/team/general/all': 'harmless' } },
      'effects.GET /api/team/general/all must be equal to one of the allowed values: read, write',
    ],
    [
      'an operation that is listed',
      { operations: [{ product: 'Teams', method: 'GET', path: '/api/team/general/all', operation: 'x' }] },
      'is there already',
    ],
    ['an operation twice', { operations: [more, more] }, 'is there already'],
    [
      'an effect of no operation',
      { effects: { 'GET /nowhere': 'read' } },
      'corrects the effect of GET /nowhere, which is no operation',
    ],
    [
      'a clean-up of an unknown operation',
      { cleanUps: [{ created: 'POST /nowhere', operation: 'POST /api/vote/embed/delete', body: {} }] },
      'declares a clean-up with POST /nowhere, which is no operation',
    ],
    [
      'a clean-up by an unknown operation',
      { cleanUps: [{ created: 'POST /api/vote/embed/create', operation: 'POST /nowhere', body: {} }] },
      'declares a clean-up with POST /nowhere, which is no operation',
    ],
    [
      'a clean-up without the identifier of the resource',
      { cleanUps: [{ created: 'POST /api/vote/embed/create', operation: 'POST /api/vote/embed/delete', body: null }] },
      'its body holds no {id}',
    ],
    [
      'a clean-up of a read',
      {
        cleanUps: [
          { created: 'GET /api/video/details/all', operation: 'POST /api/video/details/delete', body: { id: '{id}' } },
        ],
      },
      'GET /api/video/details/all, which creates nothing',
    ],
    [
      'a listed operation with another name of its parameter',
      { operations: [{ product: 'Accounts', method: 'GET', path: '/api/account/general/get/{id}', operation: 'x' }] },
      'is there already',
    ],
    ['half a clean-up', { cleanUps: [{ created: 'a' }] }, 'cleanUps.0 must have required property'],
  ])('is refused for %s', ([, content, words]) => {
    const path = extension(content)
    expect(() => readExtension(path)).toThrow(UsageError)
    expect(() => readExtension(path)).toThrow(words)
    expect(() => readExtension(path)).toThrow(/^CATALOG_EXTENSION: /)
  })

  test('is refused for a file that does not exist', () => {
    expect(() => readExtension('/nowhere.json')).toThrow(
      'CATALOG_EXTENSION: /nowhere.json is not there. Name another file',
    )
  })

  test('may look as docs/nightly.md shows it', () => {
    const [, shown = ''] = /```json\n([\s\S]*?)```/.exec(textOf('docs/nightly.md')) ?? []
    const { operations, cleanUps } = readExtension(extension(shown))
    expect(operations).toHaveLength(catalogue.length + 1)
    expect(operations.find(({ id }) => id === 'POST /api/marketing/automation/update')?.effect).toBe('message')
    expect(cleanUps).toHaveLength(1)
  })

  test('adds operations, corrects effects and declares clean-ups', () => {
    const cleanUps = [
      { created: 'POST /api/vote/embed/create', operation: 'POST /api/vote/embed/delete', body: { id: '{id}' } },
    ]
    const read = readExtension(
      extension({
        operations: [
          { ...more, effect: 'write' },
          { ...more, product: 'New', path: '/api/new/things/all' },
        ],
        effects: { 'POST /api/team/general/create': 'money' },
        cleanUps,
      }),
    )
    expect(read.cleanUps).toEqual(cleanUps)
    expect(read.operations).toHaveLength(catalogue.length + 2)
    expect(read.operations.at(-2)).toMatchObject({
      id: 'GET /api/team/x/{id}',
      prefix: '/api/team',
      effect: 'write',
      extension: true,
      detail: null,
      namesOneResource: true,
    })
    expect(read.operations.at(-1)).toMatchObject({
      product: 'New',
      prefix: '/api/new',
      effect: 'read',
      namesOneResource: false,
    })
    expect(read.operations.find(({ id }) => id === 'POST /api/team/general/create')?.effect).toBe('money')
    expect(read.operations.filter((operation) => !operation.extension)).toHaveLength(catalogue.length)
  })

  test('leaves the listed catalogue unchanged where it is not set or empty', () => {
    expect(readExtension(null)).toEqual({ operations: catalogue, cleanUps: [] })
    expect(readExtension(extension({}))).toEqual({ operations: catalogue, cleanUps: [] })
  })
})
