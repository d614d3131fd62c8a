import { expect, test } from 'vitest'
import { isOrdinary, lower } from './vocabulary.ts'

test.for([
  ['livestream', true],
  ['stream', true],
  ['tream', true],
  ['/api/vote', false],
  ['authentication_required', true],
  ['livestreamsecret', false],
  ['livestreaz', false],
  ['k7q', false],
  ['sk_live_1', false],
] as const)('%s stands within a word of the vocabulary: %s', ([stretch, ordinary]) => {
  expect(isOrdinary(stretch)).toBe(ordinary)
})

test.for([
  ['Abc-DEF', 'abc-def'],
  ['İSTANBUL Key', 'İstanbul key'],
  ['ÄRGER', 'Ärger'],
] as const)('%s in lower case is %s, as long as before', ([text, expected]) => {
  const told = lower(text)
  expect(told).toBe(expected)
  expect(told).toHaveLength(text.length)
})
