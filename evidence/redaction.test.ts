import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redacted, redaction } from './redaction.ts'

const key = 'pk_Live+7f3aQ9/zX2&mN8<bV4tt'
const redact = redaction([key])
const bytes = Buffer.from(key)

describe('a key is taken out', () => {
  test.for([
    ['as it is', key],
    ['in a sentence', `your key ${key} is wrong`],
    ['in capitals', key.toUpperCase()],
    ['in JSON', JSON.stringify({ key })],
    ['escaped for URL', encodeURIComponent(key)],
    ['escaped for URL byte by byte', [...bytes].map((byte) => `%${byte.toString(16)}`).join('')],
    [
      'escaped for JSON unit by unit',
      [...key].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    ],
    ['in decimal entities', [...key].map((unit) => `&#${unit.charCodeAt(0)};`).join('')],
    ['in named entities', key.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')],
    ['in hex', bytes.toString('hex')],
    ['backwards', [...key].reverse().join('')],
    ['in base64', bytes.toString('base64')],
    ['in base64 after one byte', Buffer.from(`:${key}`).toString('base64')],
    ['in base64 after two bytes', Buffer.from(`a:${key}`).toString('base64')],
    ['in base64url', bytes.toString('base64url')],
    ['cut at the end', key.slice(0, -1)],
    ['cut to a third', key.slice(9, 18)],
    ['changed in the middle', `${key.slice(0, 12)}#${key.slice(13)}`],
  ] as const)('%s', ([, text]) => {
    const out = redact(`before ${text} after`)
    expect(out).toContain(redacted)
    expect(out.startsWith('before ')).toBe(true)
    expect(out.endsWith(' after')).toBe(true)
    expect(out.length).toBeLessThan(60)
  })
})

test('what is no secret stays, and words of the specification with it', () => {
  const plain = redaction(['key-authentication_required-7731', 'development'])
  const text = '{"code":"authentication_required","at":1700000000000,"env":"development"}'
  expect(plain(text)).toBe(text)
})

test('a short secret goes where it stands whole', () => {
  expect(redaction(['k3y'])('the k3y is out')).toBe(`the ${redacted} is out`)
})

test('JSON stays JSON with the same shape, whatever the key', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 8, maxLength: 40 }), fc.jsonValue(), (secret, value) => {
      const text = JSON.stringify({ value, secret, number: 12345678901 })
      const out: unknown = JSON.parse(redaction([secret])(text))
      expect(Object.keys(Object(out))).toHaveLength(3)
    }),
  )
})

test('no stretch of eight characters of a random key survives a text that holds it', () => {
  const visible = fc.string({ unit: fc.constantFrom(...'abcdefXYZ0189_-.'), minLength: 16, maxLength: 40 })
  fc.assert(
    fc.property(visible, fc.string(), fc.string(), (secret, before, after) => {
      fc.pre(!/^\d+$/.test(secret))
      const out = redaction([secret])(before + secret + after)
      expect(out.includes(secret)).toBe(false)
    }),
  )
})
