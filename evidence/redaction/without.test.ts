import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rounds } from '../../trust/tools/rounds.ts'
import { redacted } from './redacted.ts'
import { redaction } from './redaction.ts'

const key = 'pk_Live+7f3aQ9/zX2&mN8<bV4tt'
const redact = (text: string) => redaction([key])(text)

test('JSON stays JSON with the same shape, whatever the key', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 8, maxLength: 40 }), fc.jsonValue(), (secret, value) => {
      fc.pre(secret.trim().length >= 4)
      const text = JSON.stringify({ value, secret, number: 12345678901 })
      const out: unknown = JSON.parse(redaction([secret])(text))
      expect(Object.keys(Object(out))).toHaveLength(3)
    }),
  )
})

test('JSON stays JSON when keys and texts are made of what JSON escapes', () => {
  const awkward = (maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...'an u04\\"/,:{}!'), minLength: 4, maxLength })
  fc.assert(
    fc.property(awkward(12), fc.array(awkward(16), { maxLength: 3 }), (secret, values) => {
      fc.pre(secret.trim().length >= 4)
      const text = JSON.stringify({ values, secret })
      const out: unknown = JSON.parse(redaction([secret])(text))
      expect(Object.keys(Object(out))).toHaveLength(2)
    }),
    { numRuns: rounds(750) },
  )
})

test.for([
  ['!\\', '{"a":"!\\\\"}', `{"a":"${redacted}"}`],
  ['nope', '{"a":"so\\nope"}', `{"a":"so${redacted}"}`],
  ['ab"cd', 'ab"cd', redacted],
  ['nopexyz123', '{"a":"so\\nopexyz123"}', `{"a":"so${redacted}"}`],
  ['n\\",', '["a\\\\n\\\\","b"]', `["a\\\\${redacted}","b"]`],
  [',"nopexyz', '["a","nopexyzq"]', `["a","${redacted}q"]`],
  ['nopexy":', '{"knopexy":1}', `{"k${redacted}":1}`],
  [':":"', '{"a":":\\":\\""}', `{"a":"${redacted}:\\""}`],
] as const)('%j taken out of %s leaves no half of an escape', ([secret, text, left]) => {
  expect(redaction([secret])(text)).toBe(left)
})

describe('a secret that is JSON itself', () => {
  const context = '{"t":"s3cr3tA","user":"Zq81!k"}'
  const withContext = (text: string) => redaction([context])(text)
  test.for([
    ['as it is', context, `"${redacted}"`],
    ['in a JSON text', JSON.stringify({ context }), `{"context":"${redacted}"}`],
    ['as a part of JSON', `{"context":${context}}`, `{"context":"${redacted}"}`],
  ] as const)('goes %s', ([, text, left]) => {
    expect(withContext(text)).toBe(left)
  })
  test('leaves other JSON with the same members alone', () => {
    expect(withContext('{"t":"x","user":"y"}')).toBe('{"t":"x","user":"y"}')
  })
})

describe('a secret is taken out at the end of a text', () => {
  test.for([
    ['of JSON that is cut behind it', `{"a":"${key}`, `{"a":"${redacted}`],
    ['of JSON that is cut behind an escape', `{"a":"${key}\\"`, `{"a":"${redacted}\\"`],
    ['of JSON behind a backslash', `{"a":"\\\\","b":"${key}"}`, `{"a":"\\\\","b":"${redacted}"}`],
    ['that is no JSON', `x "${key}`, `x "${redacted}`],
    ['without the quote of the text before it', `["a","b",${JSON.stringify(key)}]`, `["a","b","${redacted}"]`],
  ] as const)('%s', ([, text, left]) => {
    expect(redact(text)).toBe(left)
  })
})
