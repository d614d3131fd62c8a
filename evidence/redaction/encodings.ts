/** Base64 of the bytes after `lead` unknown bytes: only the characters that no neighbour can change. */
function base64Core(bytes: readonly number[], lead: number): string {
  const text = Buffer.from([...Array.from({ length: lead }, () => 0), ...bytes]).toString('base64')
  return text.slice(Math.ceil((lead * 8) / 6), Math.floor(((lead + bytes.length) * 8) / 6))
}

/** A way in which a server may write a secret, escapes aside. `betraying`: this many characters in a row give the secret away. */
export interface Encoding {
  readonly betraying: number
  readonly write: (secret: string) => string
}

export const asItIs: Encoding = { betraying: 8, write: (secret) => secret }

/** The bytes of a secret: secrets are visible ASCII, so each character is one byte. */
const bytesOf = (secret: string) => [...secret].map((mark) => mark.charCodeAt(0))
const wideBytesOf = (secret: string) => bytesOf(secret).flatMap((byte) => [byte, 0])
/** In groups of four, as people read a long number. */
const inGroups = (secret: string, between: string) => (secret.match(/.{1,4}/g) ?? []).join(between)
const urlSafe = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')

export const encodings: readonly Encoding[] = [
  asItIs,
  { betraying: 8, write: (secret) => [...secret].reverse().join('') },
  ...['-', ' '].map((between): Encoding => ({ betraying: 9, write: (secret) => inGroups(secret, between) })),
  ...[0, 1, 2].flatMap((lead): Encoding[] => [
    { betraying: 11, write: (secret) => base64Core(bytesOf(secret), lead) },
    { betraying: 11, write: (secret) => urlSafe(base64Core(bytesOf(secret), lead)) },
    { betraying: 22, write: (secret) => base64Core(wideBytesOf(secret), lead) },
    { betraying: 22, write: (secret) => urlSafe(base64Core(wideBytesOf(secret), lead)) },
  ]),
]
