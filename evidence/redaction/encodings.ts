const base64Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The UTF-8 bytes of a text, without TextEncoder, which k6 does not have. */
function utf8(text: string): number[] {
  const bytes: number[] = []
  for (const [, escaped, plain] of encodeURIComponent(text).matchAll(/%([0-9A-F]{2})|(.)/gs)) {
    bytes.push(escaped === undefined ? (plain ?? '').charCodeAt(0) : Number.parseInt(escaped, 16))
  }
  return bytes
}

/** Base64 of the bytes after `lead` unknown ones: only the characters that no neighbour can change. */
function base64Core(bytes: readonly number[], lead: number): string[] {
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const out: string[] = []
  for (let at = (6 - ((lead * 8) % 6)) % 6; at + 6 <= bits.length; at += 6) {
    out.push(base64Alphabet[Number.parseInt(bits.slice(at, at + 6), 2)] ?? '')
  }
  return out
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')

/**
 * A way in which a server may write a secret: unit by unit, so that what is replaced always ends between two units and an
 * escape is never cut in half. `units`: how many in a row betray it.
 */
export interface Encoding {
  readonly units: number
  /** What such a writing is known by; none where it may be a plain word. */
  readonly mark: string
  readonly write: (secret: string) => readonly string[]
}

const plainUnits = (secret: string) => secret.split('')
const codes = (secret: string) => plainUnits(secret).map((unit) => unit.charCodeAt(0))
const urlSafe = (unit: string) => (unit === '+' ? '-' : unit === '/' ? '_' : unit)

const hexPairs = (gap: string) => (secret: string) => utf8(secret).map((byte) => `${hex(byte, 2)}${gap}`)

export const encodings: readonly Encoding[] = [
  { units: 8, mark: '', write: plainUnits },
  { units: 8, mark: '', write: (secret) => plainUnits(secret).reverse() },
  ...[0, 1, 2].flatMap((lead): Encoding[] => [
    { units: 11, mark: '', write: (secret) => base64Core(utf8(secret), lead) },
    { units: 11, mark: '', write: (secret) => base64Core(utf8(secret), lead).map(urlSafe) },
  ]),
  { units: 8, mark: '', write: (secret) => utf8(secret).map((byte) => hex(byte, 2)) },
  ...[':', '-', ' '].map((gap): Encoding => ({ units: 8, mark: gap, write: hexPairs(gap) })),
  { units: 8, mark: '\\x', write: (secret) => utf8(secret).map((byte) => `\\x${hex(byte, 2)}`) },
  // UTF-16, read byte by byte.
  { units: 8, mark: '\0', write: (secret) => plainUnits(secret).map((unit) => `${unit}\0`) },
  { units: 8, mark: '%', write: (secret) => utf8(secret).map((byte) => `%${hex(byte, 2)}`) },
  { units: 8, mark: '%', write: (secret) => plainUnits(secret).map(encodeURIComponent) },
  { units: 8, mark: '\\u', write: (secret) => codes(secret).map((code) => `\\u${hex(code, 4)}`) },
  { units: 8, mark: '\\', write: (secret) => plainUnits(secret).map((unit) => JSON.stringify(unit).slice(1, -1)) },
  { units: 8, mark: '&#', write: (secret) => codes(secret).map((code) => `&#${code};`) },
  { units: 8, mark: '&#x', write: (secret) => codes(secret).map((code) => `&#x${hex(code, 2)};`) },
  {
    units: 8,
    mark: '&',
    write: (secret) =>
      plainUnits(secret).map((unit) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[unit] ?? unit),
  },
]
