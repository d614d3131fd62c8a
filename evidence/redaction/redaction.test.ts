import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redacted } from './redacted.ts'
import { redaction } from './redaction.ts'

const key = 'pk_Live+7f3aQ9/zX2&mN8<bV4tt'
/** Made in each test, so that a change of the making is seen by each. */
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

test('a short secret goes where it stands as a word, and is no part of other words', () => {
  const redact = redaction(['k3y.', 'true'])
  expect(redact('the k3y. is out, k3y.x and ak3y. are not')).toBe(`the ${redacted} is out, k3y.x and ak3y. are not`)
  expect(redact('{"ok":true}')).toBe('{"ok":true}')
})

describe('a secret of digits leaves JSON as JSON', () => {
  const tenant = (text: string) => redaction(['10042'])(text)
  test.for([
    ['{"tenantId":10042}', '{"tenantId":"[redacted]"}'],
    ['{"tenantId": 10042 , "a":[10042,\n10042]}', '{"tenantId": "[redacted]" , "a":["[redacted]",\n"[redacted]"]}'],
    ['{"a":10042.5,"b":100421,"c":-1}', '{"a":"[redacted]","b":100421,"c":-1}'],
    ['{"a":"for :10042, not \\",[10042]"}', '{"a":"for :[redacted], not \\",[[redacted]]"}'],
    ['{"10042":"10042"}', '{"[redacted]":"[redacted]"}'],
    ['{"a":{"b":[1,2.10042]}}', '{"a":{"b":[1,"[redacted]"]}}'],
    ['{"at":"2026-10042","v":"v10042"}', '{"at":"2026-10042","v":"v10042"}'],
    ['tenant: 10042', 'tenant: [redacted]'],
    ['id 10042, or "10042"', 'id [redacted], or "[redacted]"'],
    ['{"cut":10042', '{"cut":"[redacted]"'],
  ] as const)('%s', ([text, out]) => {
    expect(tenant(text)).toBe(out)
    expect(tenant(out)).toBe(out)
  })
  test('whatever the value', () => {
    const value = fc.jsonValue({ maxDepth: 3 })
    fc.assert(
      fc.property(fc.nat(99_999).map(String), value, (secret, one) => {
        const text = JSON.stringify({ one, number: Number(secret), within: [Number(secret), `:${secret},`] })
        const out = JSON.parse(redaction([secret])(text)) as { readonly within: readonly string[] }
        expect(out.within).toEqual([redacted, `:${redacted},`])
      }),
    )
  })
  test('a key of one digit is a secret all the same', () => {
    expect(redaction(['7'])('{"a":7,"b":"7","c":17}')).toBe('{"a":"[redacted]","b":"[redacted]","c":17}')
  })
  test('long runs of blanks and of quotes end', () => {
    const long = `{"a":${' '.repeat(20_000)}10042,"b":"${'\\"'.repeat(10_000)}"}`
    expect(tenant(long)).not.toContain('10042')
  })
})

describe('words of the specification and of HTTP stay, whatever a short secret says', () => {
  const text =
    '{"data":{"id":"a","status":"draft"},"requestId":"r","error":{"code":"not_found","message":"m","title":"t","type":"x"}}'
  test.for(['data', 'id', 'status', 'Status', 'draft', 'code', 'error', 'message', 'title', 'type', 'requestId'])(
    '%s in a body',
    (secret) => {
      expect(redaction([secret])(text)).toBe(text)
    },
  )
  test.for([
    ['json', 'application/json; charset=utf-8'],
    ['application', 'application/problem+json'],
    ['utf-8', 'application/json; charset=utf-8'],
    ['gzip', 'gzip'],
    ['2026', 'Sat, 21 Nov 2026 00:00:03 GMT'],
  ] as const)('%s in %s', ([secret, header]) => {
    expect(redaction([secret])(header)).toBe(header)
  })
  test.for(['acme', 'statusx', 'mydata', '2026'])('%s goes', (secret) => {
    expect(redaction([secret])(`{"a":"${secret}"}`)).toBe(`{"a":"${redacted}"}`)
  })
})

test('a key of digits goes as a word', () => {
  expect(redaction(['1234567890'])('a=1234567890, 12345678901')).toBe(`a=${redacted}, 12345678901`)
})

test.for([
  ['base64', Buffer.from('1234567890').toString('base64').slice(0, 13), 'Q=='.slice(1)],
  ['hex', Buffer.from('1234567890').toString('hex'), ''],
  ['percents', '1234567890'.replace(/./g, '%3$&'), ''],
] as const)('a key of digits goes in %s', ([, written, rest]) => {
  expect(redaction(['1234567890'])(`"${written}${rest}"`)).toBe(`"${redacted}${rest}"`)
})

describe('what we wrote ourselves is read with longer stretches', () => {
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
  test('a key of one stretch is found whole', () => {
    expect(redaction(['abcdefgh'], { times: 2 })('x abcdefgh y')).toContain(redacted)
  })
})

test('digests go, and a piece of one', () => {
  const derived = redaction([key], { derived: ['d41d8cd98f00b204e9800998ecf8427e'] })
  expect(derived('md5 D41D8CD98F00B204 ok')).toBe(`md5 ${redacted} ok`)
})

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
    { numRuns: 3000 },
  )
})

test.for([
  ['!\\', '{"a":"!\\\\"}', `{"a":"${redacted}"}`],
  ['nope', '{"a":"so\\nope"}', `{"a":"so${redacted}"}`],
  ['ab"cd', 'ab"cd', redacted],
  ['nopexyz123', '{"a":"so\\nopexyz123"}', `{"a":"so${redacted}"}`],
] as const)('%j in %s: what is left is no half of an escape', ([secret, text, left]) => {
  expect(redaction([secret])(text)).toBe(left)
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

describe('each writing goes whole, and what stands around it stays', () => {
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

describe('what a key shares with other texts stays', () => {
  const words = [
    'authentication_required not_authorized invalid_request not_found rate_limited idempotencykey description targeturl',
    'brandname primarycolor secondarycolor revshareenabled allowanonymous showbranding choicedata selection requestid',
    'application/json content-type content-length retry-after x-service-api-key platform development production location',
  ].flatMap((line) => line.split(' '))
  test.for(words)('%s', (word) => {
    expect(redaction([`Z9${word}9Z`])(`{"${word}":"${word}"}`)).toBe(`{"${word}":"${word}"}`)
  })
  test('numbers', () => {
    expect(redaction(['ab12345678901cd'])('{"at":12345678901}')).toBe('{"at":12345678901}')
  })
  test('words that begin or end like those of JSON are none of them', () => {
    expect(redaction(['truest', 'xnull'])('the truest xnull')).toBe(`the ${redacted} ${redacted}`)
  })
})

test('the shortest stretch is eight characters, at the beginning, at the end and alone', () => {
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

test('blanks around a secret are no part of it, and blanks alone are none', () => {
  expect(redaction(['  abcdefghij ', '', '   '])('x abcdefghij,   y')).toBe(`x ${redacted},   y`)
})

test('digests are taken out as they stand, and in no other writing', () => {
  const digest = 'd41d8cd98f00b204e9800998ecf8427e'
  const reversed = [...digest].reverse().join('')
  expect(redaction([], { derived: [digest] })(`${digest} ${reversed}`)).toBe(`${redacted} ${reversed}`)
  expect(redaction([])('Stryker was here')).toBe('Stryker was here')
})

test('in our own words short secrets are nothing, and long numbers are', () => {
  const scan = redaction(['word', '1234567', '12345678'], { times: 2 })
  expect(scan('a word, 1234567, 12345678')).toBe(`a word, 1234567, ${redacted}`)
})

describe('a key with quotes and backslashes', () => {
  const quoted = `pa"ss\\wo"rd'<k&ey>"x\\yz12`
  const withQuotes = (text: string) => redaction([quoted])(text)
  test.for([
    ['in a header', quoted, redacted],
    ['behind a scheme', `Bearer ${quoted}`, `Bearer ${redacted}`],
    ['in JSON', JSON.stringify({ said: quoted }), `{"said":"${redacted}"}`],
    ['cut', quoted.slice(3, -3), redacted],
  ] as const)('goes whole %s', ([, text, left]) => {
    expect(withQuotes(text)).toBe(left)
  })
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
  test('leaves JSON that has the same members', () => {
    expect(withContext('{"t":"x","user":"y"}')).toBe('{"t":"x","user":"y"}')
  })
})

describe('a key of many digits', () => {
  const digits = '9485716203847561029384756102938475610293'
  test.for([
    ['beside letters', '948571620384', 'key_948571620384', `key_${redacted}`],
    ['within JSON', '948571620384', '{"a":948571620384,"b":1948571620384.5}', `{"a":"${redacted}","b":"${redacted}"}`],
    ['within another number', '94857162', '{"a":94857162,"b":948571621}', `{"a":"${redacted}","b":948571621}`],
    ['cut', digits, `key_${digits.slice(3, 30)}.`, `key_${redacted}.`],
    ['after an escape', '94857162', '\\u002294857162', `\\u0022${redacted}`],
  ] as const)('goes %s', ([, secret, text, left]) => {
    expect(redaction([secret])(text)).toBe(left)
  })
})

test('a key across the border of what is looked at together goes whole', () => {
  for (const at of [6_120, 6_144, 8_170, 8_192, 12_300]) {
    expect(redact(`${'a'.repeat(at)}${key}b`)).toBe(`${'a'.repeat(at)}${redacted}b`)
  }
})

test('nothing, and blanks, are no secrets', () => {
  expect(redaction(['', '   '])('a  b "" {}')).toBe('a  b "" {}')
})

describe('where a secret ends a text', () => {
  test.for([
    ['of JSON that is cut behind it', `{"a":"${key}`, `{"a":"${redacted}`],
    ['of JSON that is cut behind an escape', `{"a":"${key}\\"`, `{"a":"${redacted}\\"`],
    ['of JSON behind a backslash', `{"a":"\\\\","b":"${key}"}`, `{"a":"\\\\","b":"${redacted}"}`],
    ['of no JSON', `x "${key}`, `x "${redacted}`],
    ['with the quote of a text before it', `["a","b",${JSON.stringify(key)}]`, `["a","b","${redacted}"]`],
  ] as const)('%s', ([, text, left]) => {
    expect(redact(text)).toBe(left)
  })
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
] as const)('%s in %s', ([secret, text, left]) => {
  expect(redaction([secret])(text)).toBe(left)
})

test('backwards, and in base64 of UTF-16, a key goes whole', () => {
  const visible = 'kLm9Qp2XyZ7wVt4R'
  expect(redaction([visible])(`<${[...visible].reverse().join('')}>`)).toBe(`<${redacted}>`)
  for (const lead of ['', 'a', 'ab']) {
    const wide = Buffer.concat([Buffer.from(lead), Buffer.from(visible, 'utf16le')]).toString('base64')
    expect(redaction([visible])(wide).replace(redacted, '').length).toBeLessThan(10)
  }
})
