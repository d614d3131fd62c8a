import { describe, expect, test } from 'vitest'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import { catalogHash, newRunId, suiteVersion } from './version.ts'

describe('versions and ids', () => {
  test('the version is that of package.json', () => {
    expect(suiteVersion).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test('the hash of the catalogue depends only on the ids', () => {
    expect(catalogHash(catalogue)).toMatch(/^[0-9a-f]{16}$/)
    expect(catalogHash(catalogue.map((operation) => ({ ...operation, effect: 'money' })))).toBe(catalogHash(catalogue))
    expect(catalogHash(catalogue.slice(1))).not.toBe(catalogHash(catalogue))
  })

  test('the id of a run is made of its beginning and a random part', () => {
    const now = new Date(Date.UTC(2026, 10, 21, 9, 8, 7, 6))
    expect(newRunId(now, 0)).toBe('20261121090807-0000')
    expect(newRunId(now, 0.999999999)).toBe('20261121090807-zzzz')
    expect(newRunId(now, 0.5)).not.toBe(newRunId(now, 0.25))
  })
})
