import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openApiOf } from '../../commands/openapi.ts'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { importOpenApi, readOpenApi } from './openapi-import.ts'

const documentOf = (paths: Record<string, unknown>, more = {}) => ({ openapi: '3.1.0', info: {}, paths, ...more })

describe('an OpenAPI document', () => {
  test('that holds the catalogue itself adds nothing', () => {
    const { extension, listed, leftOut } = importOpenApi(JSON.parse(JSON.stringify(openApiOf(catalogue))), catalogue)
    expect({ ...extension, listed, leftOut }).toEqual({ operations: [], listed: catalogue.length, leftOut: [] })
  })

  test('adds unlisted operations, with the product by path, tag or first word, and an effect marked as inferred', () => {
    const { extension } = importOpenApi(
      documentOf({
        '/api/payment/order/checkout': { post: { summary: 'check out' } },
        '/api/notify/push/send': { post: { tags: ['Notifications'] } },
        '/api/wallet/{walletId}': { get: { operationId: 'getWallet' }, parameters: [] },
      }),
      catalogue,
    )
    expect(extension.operations).toEqual([
      {
        product: 'Notifications',
        method: 'POST',
        path: '/api/notify/push/send',
        operation: 'send',
        effect: 'message',
        effectInferred: true,
      },
      {
        product: 'Payments',
        method: 'POST',
        path: '/api/payment/order/checkout',
        operation: 'check out',
        effect: 'money',
        effectInferred: true,
      },
      {
        product: 'Wallet',
        method: 'GET',
        path: '/api/wallet/{walletId}',
        operation: 'getWallet',
        effect: 'read',
        effectInferred: true,
      },
    ])
  })

  test('matches a listed operation whose parameter has another name, or whose path begins in the server address', () => {
    const paths = { '/account/general/get/{id}': { get: {} }, '/account/general/archive': { post: {} } }
    const servers = [{ url: 'https://api.example.com/api' }, { url: '/api/' }]
    const { extension, listed } = importOpenApi(documentOf(paths, { servers }), catalogue)
    expect(listed).toBe(1)
    expect(extension.operations.map(({ path, product }) => `${product} ${path}`)).toEqual([
      'Accounts /api/account/general/archive',
    ])
  })

  test('has only whole paths where one of them is whole', () => {
    const paths = { '/api/vote/embed/create': { post: {} }, '/api/reports/all': { get: {} } }
    const { extension } = importOpenApi(documentOf(paths, { servers: [{ url: 'https://h/v2' }] }), catalogue)
    expect(extension.operations.map(({ path, product }) => `${product} ${path}`)).toEqual(['Reports /api/reports/all'])
  })

  test('tells what the import leaves out', () => {
    const { leftOut, extension } = importOpenApi(
      documentOf({
        '/api/pages/x': { patch: {} },
        '/api/pages/a b': { get: {} },
        '/api/pages/y': { $ref: '#/components/pathItems/y' },
        '//host/x': { get: {} },
        '/api/../x': { get: {} },
      }),
      catalogue,
    )
    expect(extension.operations).toEqual([])
    expect(leftOut).toEqual([
      'PATCH /api/pages/x: the suite asks GET, POST, PUT, DELETE only',
      'GET /api/pages/a b: a path has no blanks, query or fragment, and leads nowhere else',
      '/api/pages/y: it stands elsewhere (#/components/pathItems/y), which is not read',
      'GET //host/x: a path has no blanks, query or fragment, and leads nowhere else',
      'GET /api/../x: a path has no blanks, query or fragment, and leads nowhere else',
    ])
  })

  test.for([[null], ['text'], [[]], [{}], [{ openapi: '3.1.0' }], [{ paths: { '/x': {} } }]])(
    '%j is refused',
    ([value]) => {
      expect(() => importOpenApi(value, catalogue)).toThrow('no OpenAPI document')
    },
  )
})

describe('the file of an OpenAPI document', () => {
  const file = (text: string) => {
    const path = join(mkdtempSync(join(tmpdir(), 'openapi-')), 'openapi.yaml')
    writeFileSync(path, text)
    return path
  }

  test('may be YAML or JSON', () => {
    expect(readOpenApi(file('openapi: 3.1.0\npaths:\n  /a: {}\n'))).toEqual({ openapi: '3.1.0', paths: { '/a': {} } })
    expect(readOpenApi(file('{"openapi":"3.1.0"}'))).toEqual({ openapi: '3.1.0' })
  })

  test('is refused with its line where it is neither', () => {
    expect(() => readOpenApi(file('openapi: 3.1.0\npaths: [\n'))).toThrow(
      /openapi\.yaml, line \d: neither YAML nor JSON/,
    )
    expect(() => readOpenApi('/nope.yaml')).toThrow('/nope.yaml is not there')
  })
})
