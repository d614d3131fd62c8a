import { createHash } from 'node:crypto'

/** The ways to write a key. Written without a look at the redaction: a leak hides only where both forget the same way. */
function writingsOf(key: string): readonly string[] {
  const bytes = Buffer.from(key)
  const digests = ['md5', 'sha1', 'sha256', 'sha384', 'sha512'].map((name) => createHash(name).update(key).digest())
  const base64 = ['', 'a', 'ab'].map((lead) =>
    Buffer.from(lead + key)
      .toString('base64')
      .slice(4, -4),
  )
  const pieces = Array.from({ length: key.length - 11 }, (_, at) => key.slice(at, at + 12))
  return [
    ...pieces,
    [...key].reverse().join(''),
    ...base64,
    bytes.toString('base64url').slice(4, -4),
    bytes.toString('hex'),
    [...bytes].map((byte) => byte.toString(16)).join(':'),
    [...bytes].map((byte) => `%${byte.toString(16)}`).join(''),
    [...key]
      .map((mark) => `${mark}\\u0000`)
      .join('')
      .slice(0, 40),
    [...key].map((mark) => `&#x${mark.charCodeAt(0).toString(16)};`).join(''),
    [...key].map((mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    [...bytes].join(', '),
    [...bytes].map((byte) => `%25${byte.toString(16)}`).join(''),
    [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
    [...bytes].map((byte) => `=${byte.toString(16)}`).join(''),
    Buffer.from(key, 'utf16le').toString('base64').slice(4, -4),
    ...digests.flatMap((digest) => [digest.toString('hex'), digest.toString('base64').slice(0, -2)]),
  ]
}

/** The writings of keys that a text holds, in upper or lower case; empty where nothing leaked. */
export function secretsIn(text: string, keys: readonly string[]): readonly string[] {
  const searched = text.toLowerCase()
  return keys.flatMap(writingsOf).filter((writing) => searched.includes(writing.toLowerCase()))
}

/** The keys among the settings of a deployment. */
export function keysOf(settings: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(settings).flatMap(([name, value]) => (name.endsWith('_KEY') ? [value] : []))
}
