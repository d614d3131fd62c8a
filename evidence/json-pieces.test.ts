import { describe, expect, test } from 'vitest'
import { jsonPieces, jsonText, listsPieces } from './json-pieces.ts'

const values = {
  'an object of lists': {
    schemaVersion: 1,
    findings: [{ id: 'a', exchanges: ['1', '2'] }, { id: 'b' }],
    load: { limits: [] },
  },
  'undefined members': { known: undefined, findings: [undefined, null], deep: { none: undefined } },
  'characters that JSON escapes': { 'a "name"': ['a\nb', 'c\\d'], deeper: { still: [['x\ny', { z: [] }]] } },
  'an empty object': {},
  'no object': 'text',
}

describe('the pieces of a value make the same text as the whole value', () => {
  test.each(Object.entries(values))('%s', (_, value) => {
    expect([...jsonPieces(value)].join('')).toBe(jsonText(value))
  })

  test('a list has a line for each member', () => {
    const { findings } = values['an object of lists']
    const text = [...listsPieces({ schemaVersion: 1, findings, none: undefined, facts: { seed: 7 } })].join('')
    expect(text).toBe(
      '{\n"schemaVersion": 1,\n"findings": [\n{"id":"a","exchanges":["1","2"]},\n{"id":"b"}\n],\n"facts": {"seed":7}\n}',
    )
    expect([...listsPieces({ none: [] })].join('')).toBe('{\n"none": [\n\n]\n}')
  })

  test('a list may be made item by item, and the indentation be narrow', () => {
    function* items() {
      yield { id: 'a', of: [1] }
      yield 'b'
    }
    const pieces = [...jsonPieces({ results: { tests: items(), none: [].values() } }, 1)]
    expect(pieces.join('')).toBe(JSON.stringify({ results: { tests: [...items()], none: [] } }, null, 1))
    expect(pieces.some((piece) => piece.includes('"a"') && piece.includes('"b"'))).toBe(false)
  })
})
