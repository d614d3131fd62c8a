import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listed } from './listings.ts'
import { readings } from './views.ts'

const texts = (units: readonly string[]) =>
  fc.array(fc.constantFrom(...units), { maxLength: 40 }).map((parts) => parts.join(''))

describe('readings', () => {
  const ofAddresses = ['%', '%41', '%c3', '%C3', '%25', '%4', '%u0041', '%5c', '%22', '%26', 'u', '5', 'b']
  const ofJson = ['\\"', '\\\\', '\\/', "\\'", '"', '\\', '\\n', '\\u0041', '\\u{41}', '\\x41', '\\101', 'x']
  const ofOthers = ['&quot;', '&#65;', '&#x41;', '&', 'amp;', '=', '=41', '=12', '=\n', '\0', 'é']
  const unitsAmong = fc.constantFrom(ofAddresses, ofJson, [...ofAddresses, ...ofJson, ...ofOthers])

  test('the source at the place of a read character reads as that character', () => {
    fc.assert(
      fc.property(unitsAmong.chain(texts), (text) => {
        for (const view of readings(text)) {
          const places = view.places()
          for (const [at, character] of view.text.split('').entries()) {
            const source = text.slice(places?.starts[at] ?? at, places?.ends[at] ?? at + 1)
            expect(readings(source).map((read) => read.text)).toContain(character)
          }
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('several escapes are undone from the left', () => {
    expect(readings('\\\\"%41\\u0042').map((view) => view.text)).toEqual(['\\\\"%41\\u0042', '\\"AB', '"AB'])
  })
})

describe('listings', () => {
  const noise = fc.constantFrom('00', '0', 'f', 'z', '\u00a0', '   ', '101', '')
  const listing = fc
    .tuple(fc.constantFrom(' ', ', ', ':', '-', ';', ''), fc.constantFrom('41', '7a', '0x42', '65', '101'), noise)
    .chain(([parting, unit, other]) => {
      const units = fc.array(fc.constantFrom(unit, '65', '72'), { minLength: 4, maxLength: 12 })
      return fc
        .tuple(units, units)
        .map(([one, another]) => [...one, ...(other === '' ? [] : [other]), ...another].join(parting))
    })
  const row = (text: string) => /[ -~]{8}/.test(text.replaceAll('\0', ''))

  test('a listing that says eight visible characters in a row is read, wherever it begins', () => {
    fc.assert(
      fc.property(listing, (text) => {
        const all = listed(text, false).map((view) => view.text)
        const read = listed(text, true).map((view) => view.text)
        expect(read).toEqual(expect.arrayContaining(all.filter(row)))
        expect(all).toEqual(expect.arrayContaining(read))
      }),
      { numRuns: 2_000 },
    )
  })

  test('a zero that ends a byte may stand before an x', () => {
    expect(listed('04142434450x515253', true).map((view) => view.text)).toContain('ABCDPQRS')
  })

  test('eight decimal numbers are a listing', () => {
    expect(listed('65 66 67 68 69 70 71 72', true).map((view) => view.text)).toContain('ABCDEFGH')
  })

  test('identifiers and times are no listing', () => {
    expect(listed('"requestId":"fcd10714-5d26-403c-8018-e0876951d2c2"', true)).toEqual([])
    expect(listed('2026-11-27 05:45:08, 2026-11-27 05:45:09, 2026-11-27 05:45:10', true)).toEqual([])
  })
})
