import fc from 'fast-check'
import { expect, test } from 'vitest'
import { capitalised, duration, ended, oneLine, shortened, visible, wrapped } from './plain-text.ts'

test.for([
  ['\u001b[31mred', '␛[31mred'],
  ['a\u0000b', 'a␀b'],
  ['a\u202eb\u2028c', 'a\\u202eb\\u2028c'],
  ['\u009b31m', '\\u009b31m'],
  ['\ud800', '\ufffd'],
  ['a\r\nb', 'a␍\nb'],
  ['a\tb\nc', 'a\tb\nc'],
  ['grün 👍', 'grün 👍'],
] as const)('%j is shown as %j', ([text, shown]) => expect(visible(text)).toBe(shown))

test('a text becomes one line of limited length', () => {
  expect(oneLine(' a\n\n b\t')).toBe('a b')
  expect(oneLine('abcdef', 4)).toBe('abc…')
  expect(shortened('👍👍', 2)).toBe('\ufffd…')
})

test('no control character is left in a visible text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = visible(text)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
      expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/)
      expect(shown.isWellFormed()).toBe(true)
      expect(oneLine(text)).not.toMatch(/[\n\t]/)
    }),
  )
})

test.for([
  [0, '0 ms'],
  [999, '999 ms'],
  [2000, '2 s'],
  [2949, '2.9 s'],
  [221_200, '3 min 41 s'],
  [300_000, '5 min'],
  [3_600_000, '1 h'],
  [7_260_000, '2 h 1 min'],
] as const)('%d ms is %s', ([milliseconds, words]) => expect(duration(milliseconds)).toBe(words))

test('a sentence gets a capital, unless it begins with a name', () => {
  expect(['served: so', 'requestId is gone', 'HTTP', 'x', ''].map(capitalised)).toEqual([
    'Served: so',
    'requestId is gone',
    'HTTP',
    'X',
    '',
  ])
})

test('a sentence gets a full stop, unless it has an end', () => {
  expect(['so it is', 'so it is.', 'is it?'].map(ended)).toEqual(['so it is.', 'so it is.', 'is it?'])
})

test.for([
  ['a b c', 3, ['a b', '  c']],
  ['  a b c', 5, ['  a b', '  c']],
  ['unbroken word', 4, ['unbroken', '  word']],
  ['', 4, ['']],
] as const)('%j wraps at %d columns', ([text, columns, lines]) => {
  expect(wrapped(text, columns)).toEqual(lines)
})
