import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redacted } from './redacted.ts'
import { redaction } from './redaction.ts'

test('a short secret is taken out where it stands as a word, and stays inside other words', () => {
  const redact = redaction(['k3y.', 'true'])
  expect(redact('the k3y. is out, k3y.x and ak3y. are not')).toBe(`the ${redacted} is out, k3y.x and ak3y. are not`)
  expect(redact('{"ok":true}')).toBe('{"ok":true}')
})

describe('JSON stays JSON where a secret of digits is taken out', () => {
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
  test('beside any other JSON value', () => {
    const value = fc.jsonValue({ maxDepth: 3 })
    fc.assert(
      fc.property(fc.nat(99_999).map(String), value, (secret, one) => {
        const text = JSON.stringify({ one, number: Number(secret), within: [Number(secret), `:${secret},`] })
        const out = JSON.parse(redaction([secret])(text)) as { readonly within: readonly string[] }
        expect(out.within).toEqual([redacted, `:${redacted},`])
      }),
    )
  })
  test('a key of one digit is a secret as well', () => {
    expect(redaction(['7'])('{"a":7,"b":"7","c":17}')).toBe('{"a":"[redacted]","b":"[redacted]","c":17}')
  })
  test('long runs of blanks and of quotes are read in time', () => {
    const long = `{"a":${' '.repeat(20_000)}10042,"b":"${'\\"'.repeat(10_000)}"}`
    expect(tenant(long)).not.toContain('10042')
  })
})

describe('words of the specification and of HTTP stay, even if a short secret equals them', () => {
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
  test.for(['acme', 'statusx', 'mydata', '2026'])('the secret %s is taken out of a value', (secret) => {
    expect(redaction([secret])(`{"a":"${secret}"}`)).toBe(`{"a":"${redacted}"}`)
  })
})

test('a key of digits is taken out where it stands as a word', () => {
  expect(redaction(['1234567890'])('a=1234567890, 12345678901')).toBe(`a=${redacted}, 12345678901`)
})

test.for([
  ['base64', Buffer.from('1234567890').toString('base64').slice(0, 13), 'Q=='.slice(1)],
  ['hex', Buffer.from('1234567890').toString('hex'), ''],
  ['percents', '1234567890'.replace(/./g, '%3$&'), ''],
] as const)('a key of digits is taken out in %s', ([, written, rest]) => {
  expect(redaction(['1234567890'])(`"${written}${rest}"`)).toBe(`"${redacted}${rest}"`)
})

test('in text of our own short secrets stay, and long numbers are taken out', () => {
  const scan = redaction(['word', '1234567', '12345678'], { times: 2 })
  expect(scan('a word, 1234567, 12345678')).toBe(`a word, 1234567, ${redacted}`)
})

describe('a key of many digits', () => {
  const digits = '9485716203847561029384756102938475610293'
  test.for([
    ['beside letters', '948571620384', 'key_948571620384', `key_${redacted}`],
    ['within JSON', '948571620384', '{"a":948571620384,"b":1948571620384.5}', `{"a":"${redacted}","b":"${redacted}"}`],
    ['within another number', '94857162', '{"a":94857162,"b":948571621}', `{"a":"${redacted}","b":948571621}`],
    ['cut', digits, `key_${digits.slice(3, 30)}.`, `key_${redacted}.`],
    ['after an escape', '94857162', '\\u002294857162', `\\u0022${redacted}`],
  ] as const)('is taken out %s', ([, secret, text, left]) => {
    expect(redaction([secret])(text)).toBe(left)
  })
})
