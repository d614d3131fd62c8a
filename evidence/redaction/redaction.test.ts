import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { checks } from '../../fixtures/checks.ts'
import { documentedErrors, keyHeader } from '../../fixtures/errors.ts'
import { audienceChoiceMembers } from '../../fixtures/schemas/audience-choice.ts'
import { envelopeMembers } from '../../fixtures/schemas/envelope.ts'
import { listingParameters } from '../../fixtures/schemas/livestream-query.ts'
import { voteEmbedMembers } from '../../fixtures/schemas/vote-embed.ts'
import { redacted } from './redacted.ts'
import { redaction } from './redaction.ts'

const key = 'pk_Live+7f3aQ9/zX2&mN8<bV4tt'
/** Built anew in each test, so that each test notices a mutant in the building. */
const redact = (text: string) => redaction([key])(text)
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
    ['in pairs of hex', [...bytes].map((byte) => byte.toString(16)).join(':')],
    ['in escaped hex', [...bytes].map((byte) => `\\x${byte.toString(16)}`).join('')],
    ['in UTF-16', [...key].map((unit) => `${unit}\0`).join('')],
    ['backwards', [...key].reverse().join('')],
    ['in groups of four', (key.match(/.{1,4}/g) ?? []).join('-')],
    ['in groups apart', (key.match(/.{1,4}/g) ?? []).join(' ')],
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

test.for([
  ['a list of characters', [...'sk_live_4f9a17c2'], [redacted]],
  ['a string that JavaScript spread', Object.assign({}, 'sk_live_4f9a17c2'), { 0: redacted }],
  [
    'the same, larger than its beginning',
    Object.assign({ id: 7, ok: true }, 'sk_live_4f9a17c2'),
    { 0: redacted, id: 7, ok: true },
  ],
] as const)('%s is taken out, and JSON stays JSON', ([, value, safe]) => {
  for (const blanks of [0, 2])
    expect(JSON.parse(redaction(['sk_live_4f9a17c2'])(JSON.stringify(value, null, blanks)))).toEqual(safe)
})

test('the name of the suite stays, also where a header of the settings is that name', () => {
  const text = '"generatedBy": "platform-api-suite 0.1.0"'
  for (const times of [1, 2]) expect(redaction(['platform-api-suite/0.1.0'], { times })(text)).toBe(text)
})

test('text that is no secret stays, even where a key holds words of the specification or of the settings', () => {
  const settings = 'set DEV_RESTRICTED_PRODUCTS and DEV_LOAD_API_KEY'
  expect(redaction(['key-Restricted-77aa61c0', 'my_load_api_key-9'])(settings)).toBe(settings)
  const plain = redaction(['key-authentication_required-7731', 'development'])
  const text = '{"code":"authentication_required","at":1700000000000,"env":"development"}'
  expect(plain(text)).toBe(text)
})

describe('from text of our own only pieces twice as long are taken out', () => {
  const secret = 'test-development-environment-key'
  const scan = (text: string) => redaction([secret], { times: 2 })(text)
  test.for(['the development environment', 'environment', 'a test-dev'])('%s stays', (text) => {
    expect(scan(text)).toBe(text)
  })
  test.for([secret, secret.slice(3, 20), Buffer.from(secret).toString('base64'), encodeURIComponent(secret)])(
    '%s goes',
    (text) => {
      expect(scan(`before ${text} after`)).toContain(redacted)
    },
  )
  test('a key of the shortest length is taken out whole', () => {
    expect(redaction(['abcdefgh'], { times: 2 })('x abcdefgh y')).toContain(redacted)
  })
})

test('a digest is taken out, and so is a piece of it', () => {
  const derived = redaction([key], { derived: ['d41d8cd98f00b204e9800998ecf8427e'] })
  expect(derived('md5 D41D8CD98F00B204 ok')).toBe(`md5 ${redacted} ok`)
})

test('no random key survives in a text that holds it', () => {
  const visible = fc.string({ unit: fc.constantFrom(...'abcdefXYZ0189_-.'), minLength: 16, maxLength: 40 })
  fc.assert(
    fc.property(visible, fc.string(), fc.string(), (secret, before, after) => {
      fc.pre(!/^\d+$/.test(secret))
      const out = redaction([secret])(before + secret + after)
      expect(out.includes(secret)).toBe(false)
    }),
  )
})

describe('a key is taken out whole in each way of writing it, and the text around it stays', () => {
  const marked = 'Zq>?~>?~&"<w>Kv'
  const units = [...Buffer.from(marked)]
  const hex = (byte: number) => byte.toString(16).padStart(2, '0')
  const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  test.for([
    ['hex', units.map(hex).join('')],
    ['hex with colons', units.map(hex).join(':')],
    ['hex with dashes', units.map(hex).join('-')],
    ['hex with blanks', units.map(hex).join(' ')],
    ['escaped hex', units.map((byte) => `\\x${hex(byte)}`).join('')],
    ['percents', units.map((byte) => `%${hex(byte).toUpperCase()}`).join('')],
    ['a URL', [...marked].map(encodeURIComponent).join('')],
    ['UTF-16', [...marked].join('\0')],
    ['a list of bytes', units.join(',')],
    ['a list of bytes with blanks', units.join(', ')],
    ['a list of hex', units.map((byte) => `0x${hex(byte)}`).join(', ')],
    ['a dump of hex', units.map(hex).join('').replace(/..../g, '$& ').trim()],
    ['hex of UTF-16', units.map(hex).join('00')],
    ['braces', units.map((byte) => `\\u{${hex(byte)}}`).join('')],
    ['octal', units.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')],
    ['quoted-printable', units.map((byte) => `=${hex(byte).toUpperCase()}`).join('=\r\n')],
    ['percents of percents', encodeURIComponent(encodeURIComponent(marked))],
    ['percents of percents of percents', encodeURIComponent(encodeURIComponent(encodeURIComponent(marked)))],
    ['JSON in JSON', JSON.stringify(JSON.stringify(marked)).slice(3, -3)],
    ['some escapes', [...marked].map((unit, at) => (at % 3 === 0 ? `\\u00${hex(unit.charCodeAt(0))}` : unit)).join('')],
    ['some percents', [...marked].map((unit, at) => (at % 3 === 0 ? `%${hex(unit.charCodeAt(0))}` : unit)).join('')],
    ['escapes of escapes', units.map((byte) => `\\\\u00${hex(byte)}`).join('')],
    ['escapes', units.map((byte) => `\\u00${hex(byte)}`).join('')],
    ['JSON', JSON.stringify(marked).slice(1, -1)],
    ['decimal entities', units.map((byte) => `&#${byte};`).join('')],
    ['hexadecimal entities', units.map((byte) => `&#x${hex(byte)};`).join('')],
    ['named entities', [...marked].map((unit) => named[unit] ?? unit).join('')],
  ] as const)('%s', ([, text]) => {
    expect(redaction([marked])(`|${text}|`)).toBe(`|${redacted}|`)
  })

  test.for([0, 1, 2])('base64 and base64url after %s bytes', (lead) => {
    const secret = '>>>???>>>???>>>???'
    const bytes = Buffer.from('a'.repeat(lead) + secret)
    for (const text of [bytes.toString('base64'), bytes.toString('base64url')]) {
      const out = redaction([secret])(`|${text}|`)
      expect(out.replace(redacted, '').length).toBeLessThanOrEqual(2 + 8)
      expect(out).toContain(redacted)
      expect(out.startsWith('|')).toBe(true)
    }
  })
})

describe('a word stays where a key only shares it with other texts', () => {
  const members = [...voteEmbedMembers, ...audienceChoiceMembers, ...envelopeMembers].map(({ path }) => path)
  const names = [
    ...catalogue.flatMap(({ path, product }) => [...path.split(/[/{}]+/), product]),
    ...members.flatMap((path) => path.split(/[.[\]]+/)),
    ...listingParameters.map(({ name }) => name),
    ...checks.flatMap(({ id }) => id.split('.')),
    ...documentedErrors.map(({ code }) => code),
    ...['application/json', 'content-type', 'content-length', 'retry-after', 'location', keyHeader],
    ...['Platform', 'development', 'production'],
  ]
  test.for([...new Set(names)].filter((name) => name !== ''))('%s', (name) => {
    for (const key of [`Z9${name}9Z`, `acme-${name}-9f2c71d04`]) {
      expect(redaction([key])(`{"${name}":"/${name}?${name}=1"}`)).toBe(`{"${name}":"/${name}?${name}=1"}`)
    }
  })
  test('the path in a curl line stays, and the key beside it is taken out', () => {
    const acme = redaction(['acme-marketing-9f2c71d04'])
    expect(acme("curl '/api/marketing/contact/all' acme-marketing-9f2c71d04")).toBe(
      `curl '/api/marketing/contact/all' ${redacted}`,
    )
  })
  test('a number in JSON stays', () => {
    expect(redaction(['ab12345678901cd'])('{"at":12345678901}')).toBe('{"at":12345678901}')
  })
  test('keys that only begin or end like a word of JSON are taken out', () => {
    expect(redaction(['truest', 'xnull'])('the truest xnull')).toBe(`the ${redacted} ${redacted}`)
  })
})

test('eight characters of a key are taken out at the beginning, at the end and alone, and seven stay', () => {
  const eight = redaction(['abcdefgh'])
  for (const [text, out] of [
    ['abcdefgh', redacted],
    ['ABCDEFGH!', `${redacted}!`],
    ['!abcdefgh', `!${redacted}`],
    ['abcdefg', 'abcdefg'],
    ['abcdefghabcdefgh', redacted],
  ] as const) {
    expect(eight(text)).toBe(out)
  }
  expect(redacted).toBe('[redacted]')
})

test('blanks around a secret are no part of it, and blanks alone are no secret', () => {
  expect(redaction(['  abcdefghij ', '', '   '])('x abcdefghij,   y')).toBe(`x ${redacted},   y`)
})

test('digests are taken out as they stand, and in no other writing', () => {
  const digest = 'd41d8cd98f00b204e9800998ecf8427e'
  const reversed = [...digest].reverse().join('')
  expect(redaction([], { derived: [digest] })(`${digest} ${reversed}`)).toBe(`${redacted} ${reversed}`)
  expect(redaction([])('Stryker was here')).toBe('Stryker was here')
})

describe('a key with quotes and backslashes', () => {
  const quoted = `pa"ss\\wo"rd'<k&ey>"x\\yz12`
  const withQuotes = (text: string) => redaction([quoted])(text)
  test.for([
    ['in a header', quoted, redacted],
    ['behind a scheme', `Bearer ${quoted}`, `Bearer ${redacted}`],
    ['in JSON', JSON.stringify({ said: quoted }), `{"said":"${redacted}"}`],
    ['cut', quoted.slice(3, -3), redacted],
  ] as const)('is taken out whole %s', ([, text, left]) => {
    expect(withQuotes(text)).toBe(left)
  })
})

test('a key that crosses the border of two blocks of a text is taken out whole', () => {
  for (const at of [6_120, 6_144, 8_170, 8_192, 12_300]) {
    expect(redact(`${'a'.repeat(at)}${key}b`)).toBe(`${'a'.repeat(at)}${redacted}b`)
  }
})

test('an empty text and blanks are no secrets', () => {
  expect(redaction(['', '   '])('a  b "" {}')).toBe('a  b "" {}')
})

test.for([
  ['12345678', 'id12345678x', `id${redacted}x`],
  ['1234567', 'id1234567x 1234567', `id1234567x ${redacted}`],
  ['12345678a', '12345678a', redacted],
  ['a12345678', 'a12345678', redacted],
  ['9999x', '{"a":9999,"b":"9999x"}', `{"a":9999,"b":"${redacted}"}`],
  ['x9999', 'Sun, 06 Nov x9999 08:49:37 GMT', `Sun, 06 Nov ${redacted} 08:49:37 GMT`],
  ['a",b', '["a",b]', '["a",b]'],
  ['a",b', '["a\\",b"]', `["${redacted}"]`],
] as const)('only the secret %s itself is taken out of %s', ([secret, text, left]) => {
  expect(redaction([secret])(text)).toBe(left)
})

test('a key is taken out whole where it is written backwards, or in base64 of UTF-16', () => {
  const visible = 'kLm9Qp2XyZ7wVt4R'
  expect(redaction([visible])(`<${[...visible].reverse().join('')}>`)).toBe(`<${redacted}>`)
  for (const lead of ['', 'a', 'ab']) {
    const wide = Buffer.concat([Buffer.from(lead), Buffer.from(visible, 'utf16le')]).toString('base64')
    expect(redaction([visible])(wide).replace(redacted, '').length).toBeLessThan(10)
  }
})

// Only characters are taken out, not whole lines or members: judges read the text beside an echoed key.
describe('the text beside an echoed key stays readable', () => {
  test.for([
    ['a page of one line', `<error><code>not_found</code><key>${key}</key></error>`],
    ['a sentence', `authentication_required: nobody knows the key ${key}.`],
    ['a parameter of a header', `ApiKey realm="api", error="authentication_required", given=${key}`],
    ['a query', `/api/video/details/all?limit=1&api_key=${encodeURIComponent(key)}`],
    ['JSON that was cut', `{"error":{"code":"not_found","message":"no such key: ${key}`],
    ['a number JSON cannot hold', `{"id":1e400,"id":2,"key":${JSON.stringify(key)}}`],
  ] as const)('%s', ([, text]) => {
    const written = [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)].find((one) => text.includes(one))
    expect(redact(text)).toBe(text.replace(written ?? key, redacted))
  })
})
