import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readExtension } from './extension.ts'

const read = (extension: unknown) => {
  const path = join(mkdtempSync(join(tmpdir(), 'extension-')), 'more.json')
  writeFileSync(path, JSON.stringify(extension, null, 1))
  return readExtension(path)
}
const row = (path: string, method = 'GET') => ({ product: 'CRM', method, path, operation: 'any' })
const creation = row('/api/crm/create', 'POST')

describe('a path that an extension adds', () => {
  test.for([
    '//other.example/x',
    '/api/crm/../account/general/logout',
    '/api/crm/%2e%2E/x',
    '/./api/x',
    '/api/crm%2Fx',
    '/api\\..\\x',
    '/api/crm all',
    '/api/crm?all=1',
    '/api/crm/{',
    '/api/crm/{}',
    '/api/crm/{a/b}',
    'api/crm',
  ])('such as %s is refused, with the line', (path) => {
    expect(() => read({ operations: [creation, row(path)] })).toThrow(/line 12: .* is no path to ask: /)
  })

  test.for(['/x', '/api/crm/', '/api/crm/ü', '/api/crm/{contact-id}.json', '/{a}/of/{b}:cancel', '/api/v1.0/..x'])(
    'such as %s is accepted',
    (path) => {
      expect(read({ operations: [row(path)] }).operations.at(-1)?.path).toBe(path)
    },
  )
})

test('a listed product in another case is refused, since its operations would count as another product', () => {
  expect(() => read({ operations: [{ ...creation, product: 'embeds' }] })).toThrow(
    "line 4: the product is called 'Embeds'",
  )
})

test('a clean-up may have one path parameter, since it knows one identifier', () => {
  const declared = (path: string) => ({
    operations: [creation, row(path, 'DELETE')],
    cleanUps: [{ created: 'POST /api/crm/create', operation: `DELETE ${path}`, body: null }],
  })
  expect(read(declared('/api/crm/{contact-id}')).cleanUps).toHaveLength(1)
  expect(() => read(declared('/api/crm/{kind}/{id}'))).toThrow('has several path parameters')
})
