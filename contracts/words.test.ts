import { expect, test } from 'vitest'
import { longWordOf, seedOf, wordOf } from './words.ts'

test('words and numbers depend on every text that they are made from', () => {
  expect([wordOf(5, 'a', 1), seedOf('a', 1)]).toEqual([wordOf(5, 'a', 1), seedOf('a', 1)])
  expect(wordOf(20, 'a', 1)).not.toBe(wordOf(20, 'a1'))
  expect(seedOf('a', 1)).not.toBe(seedOf('a', 2))
  expect(wordOf(20, 'a')).toMatch(/^[0-9a-z]{20}$/)
})

test('a long word is as long as asked', () => {
  for (const length of [1, 90, 91, 6_000]) expect(longWordOf(length, 'a')).toHaveLength(length)
})
