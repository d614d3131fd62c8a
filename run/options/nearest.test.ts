import { expect, test } from 'vitest'
import { knownWord, nearest } from './nearest.ts'

test('the nearest word has the fewest typing errors, whatever its case, and is null where none is near', () => {
  const words = ['delete', 'deleted', 'select'] as const
  expect(nearest('DELTE', words)).toBe('delete')
  expect(nearest('elect', words)).toBe('select')
  expect(nearest('deletedd', words)).toBe('deleted')
  expect(nearest('', ['abc', 'a'])).toBe(null)
  expect(nearest('x', [])).toBe(null)
  expect(nearest('rnu', ['run', 'report'])).toBe('run')
  expect(nearest('zzz', ['Ads'])).toBe(null)
  expect(nearest('GET /api/nope', ['GET /api/pay/{shortId}'])).toBe(null)
  expect(nearest('reachable', ['catalog', 'catalog.reachable'])).toBe('catalog.reachable')
  expect(knownWord('select', words, 'word')).toBe('select')
  expect(() => knownWord('x', [], 'word')).toThrow(/^There is no word 'x'$/)
})
