const base64Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Base64 of the bytes after `lead` unknown ones: only the characters that no neighbour can change. */
function base64Core(bytes: readonly number[], lead: number): string {
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')
  let out = ''
  for (let at = (6 - ((lead * 8) % 6)) % 6; at + 6 <= bits.length; at += 6) {
    out += base64Alphabet[Number.parseInt(bits.slice(at, at + 6), 2)] ?? ''
  }
  return out
}

/** A way in which a server may write a secret other than by escapes, and how many of its characters in a row betray it. */
export interface Encoding {
  readonly betraying: number
  readonly write: (secret: string) => string
}

export const asItIs: Encoding = { betraying: 8, write: (secret) => secret }

/** Secrets are visible ASCII: a byte each. */
const bytesOf = (secret: string) => [...secret].map((mark) => mark.charCodeAt(0))
const wideBytesOf = (secret: string) => bytesOf(secret).flatMap((byte) => [byte, 0])
const urlSafe = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')

export const encodings: readonly Encoding[] = [
  asItIs,
  { betraying: 8, write: (secret) => [...secret].reverse().join('') },
  ...[0, 1, 2].flatMap((lead): Encoding[] => [
    { betraying: 11, write: (secret) => base64Core(bytesOf(secret), lead) },
    { betraying: 11, write: (secret) => urlSafe(base64Core(bytesOf(secret), lead)) },
    { betraying: 22, write: (secret) => base64Core(wideBytesOf(secret), lead) },
    { betraying: 22, write: (secret) => urlSafe(base64Core(wideBytesOf(secret), lead)) },
  ]),
]
